import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RouteBodyInput } from '@wingmark/contract/route'
import {
  connectTask,
  createTask,
  deleteTask,
  disconnectTask,
  listReviewTaskLinks,
  listTaskLinks,
  type Task,
  type TaskLink,
} from '@wingmark/contract/tasks'
import { listWorkspaces } from '@wingmark/contract/workspaces'
import { call } from '#web/lib/api'
import { ApiError, isPassing } from '#web/lib/api-error'
import { messageForError, toastForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { rememberTaskWorkspace } from '#web/lib/last-workspace'
import { reading } from '#web/lib/query-reading'
import { shareTokenOf } from '#web/lib/share-token'
import { toastError } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'

export const taskLinkKeys = {
  all: ['task-links'] as const,
  file: (fileId: string) => ['task-links', fileId] as const,
}

export type TaskLinks = Record<string, TaskLink>

type TaskLinksPage = { results: TaskLink[]; nextCursor: string | null }

async function allLinks(read: (query: { cursor?: string }) => Promise<TaskLinksPage>): Promise<TaskLinks> {
  const links: TaskLinks = {}
  let cursor: string | null = null
  do {
    const page: TaskLinksPage = await read(cursor === null ? {} : { cursor })
    for (const link of page.results) links[link.comment] = link
    cursor = page.nextCursor
  } while (cursor !== null)
  return links
}

/** Which comments of a file are tasks, by comment id; the review's live stream keeps it fresh. */
export function taskLinksQuery({ reviewId, fileId }: { reviewId: string; fileId: string }) {
  return queryOptions({
    queryKey: taskLinkKeys.file(fileId),
    queryFn: (context) => {
      const asked = { params: { id: fileId }, share: shareTokenOf(reviewId), ...reading(context) }
      return allLinks((query) => call(listTaskLinks, { ...asked, query }))
    },
    staleTime: 60_000,
    // Progress of tasks can wait; people came for the comments.
    meta: { shown: true },
  })
}

/** The same for a whole review, fetched each time. */
export function reviewTaskLinksQuery(reviewId: string) {
  return queryOptions({
    queryKey: [...taskLinkKeys.all, 'review', reviewId],
    queryFn: ({ signal }) =>
      allLinks((query) =>
        call(listReviewTaskLinks, { params: { id: reviewId }, query, share: shareTokenOf(reviewId), signal }),
      ),
    staleTime: 0,
  })
}

export { statusNames } from '#web/features/workspaces/task-lists'

export const stateNames: Record<NonNullable<TaskLink['state']>, string> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  DONE: 'Done',
}

/** All workspaces to choose from, latest change first. */
export const workspaceChoicesQuery = queryOptions({
  queryKey: ['workspaces', 'choices'] as const,
  queryFn: async (context) =>
    (await call(listWorkspaces, { query: { limit: 100 }, ...reading(context) })).results,
})

/** `key`: makes the creation idempotent. */
export type TaskOrigin = { key: string; comment: string; review: string }

export type NewCommentTasks = {
  workspace: string
  comments: readonly TaskOrigin[]
  /** Omitted: the first line of each comment. */
  title?: string
  assignee?: string | null
  dueOn?: string | null
}

type Outcome = { made: Task[]; refused: unknown[]; waiting: number }
/** Stores what could not be sent now for later; false if impossible. */
type Keep = (left: readonly TaskOrigin[], given: NewCommentTasks) => boolean

function readAgain(client: QueryClient, workspace: string): void {
  // Spelled out: every reader of a review loads this file, but not those.
  for (const queryKey of [taskLinkKeys.all, ['tasks'], ['timeline'], ['workspace', workspace]])
    void client.invalidateQueries({ queryKey })
}

type Waited = { workspace: string; comment: string } & Record<'title' | 'assignee' | 'dueOn', string | null>

/** Sends an item from the review's outbox; `key` of the first try. */
export async function sendTask(
  client: QueryClient,
  { key, reviewId }: { key: string; reviewId: string },
  { workspace, comment, title, assignee, dueOn }: Waited,
): Promise<void> {
  const body = { workspace, comment, assignee, dueOn, ...(title === null ? {} : { title }) }
  try {
    await call(createTask, { body, idempotencyKey: key, share: shareTokenOf(reviewId) })
  } finally {
    readAgain(client, workspace)
  }
}

/** Deletes those that nobody has changed since; false if that is unknown now. */
async function unmake(client: QueryClient, workspace: string, made: readonly Task[]): Promise<boolean> {
  try {
    const { leftNew, withoutTouched } = await import('#web/features/workspaces/undo-change')
    const untouched = await withoutTouched(made.map((task) => ({ task, left: leftNew(task) })))
    const removals = (untouched ?? []).map(({ task }) => call(deleteTask, { params: { id: task._id } }))
    await Promise.allSettled(removals)
    readAgain(client, workspace)
    return untouched !== null
  } catch (error) {
    toastForError(error)
    return false
  }
}

/** All belong to one review and one person. */
async function tellMade(client: QueryClient, workspace: string, made: readonly Task[]): Promise<void> {
  const [first] = made
  const isFor = first?.assignee ? await import('./assignee-queries.ts').catch(() => null) : null
  const about = first && isFor?.aboutAssignee(client, first)
  const what = made.length === 1 ? `Task #${first?.number} created` : `${made.length} tasks created`
  const words = about ? `${what}. ${about.words}` : what
  offerUndo(words, () => unmake(client, workspace, made), undefined, about?.also)
}

/** Creates tasks from comments, in their order, and offers Undo. Throws if none could be created or stored. */
export function useMakeTasks(keep?: Keep) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (given: NewCommentTasks): Promise<Outcome> => {
      const { comments, ...common } = given
      const outcome: Outcome = { made: [], refused: [], waiting: 0 }
      for (const [at, { key, comment, review }] of comments.entries()) {
        try {
          const body = { ...common, comment }
          const sent = { body, idempotencyKey: key, share: shareTokenOf(review) }
          outcome.made.push((await call(createTask, sent)).result)
        } catch (error) {
          if (isPassing(error) && keep?.(comments.slice(at), given)) {
            outcome.waiting = comments.length - at
            break
          }
          outcome.refused.push(error)
          if (!(error instanceof ApiError) || ![403, 404, 409, 410].includes(error.status)) break
        }
      }
      if (outcome.made.length === 0 && outcome.waiting === 0) throw outcome.refused[0]
      return outcome
    },
    onSuccess: ({ made, refused, waiting }, { workspace, comments }) => {
      rememberTaskWorkspace(workspace)
      readAgain(client, workspace)
      if (made.length > 0) void tellMade(client, workspace, made)
      const left = comments.length - made.length - waiting
      if (left > 0)
        toastError(
          `${formatCount(left, 'comment')} didn’t become tasks. ${messageForError(refused[0]) ?? ''}`,
        )
    },
    onError: () => void client.invalidateQueries({ queryKey: taskLinkKeys.all }),
    meta: { shown: [403, 409, 422] },
  })
}

/** Connects a task and its comment again, with the user's own permission. */
export function useConnectTask() {
  const client = useQueryClient()
  const readLinkAgain = () => {
    for (const queryKey of [taskLinkKeys.all, ['tasks'], ['task'], ['timeline']])
      void client.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: async ({ _id }: Task) => (await call(connectTask, { params: { id: _id } })).result,
    onSuccess: (task, { source }) => {
      readLinkAgain()
      const before = source && 'status' in source ? { commentStatus: source.status } : {}
      offerUndo(`Task #${task.number} connected`, () => disconnect(task, before, readLinkAgain))
    },
  })
}

/** Disconnects if nobody has changed it since; false if that is unknown now. */
async function disconnect(
  task: Task,
  before: RouteBodyInput<typeof disconnectTask>,
  onDone: () => void,
): Promise<boolean> {
  try {
    const { undoIfUntouched } = await import('#web/features/workspaces/undo-change')
    return await undoIfUntouched(task, { status: task.status }, async () => {
      await call(disconnectTask, { params: { id: task._id }, body: before })
      onDone()
    })
  } catch (error) {
    toastForError(error)
    return false
  }
}
