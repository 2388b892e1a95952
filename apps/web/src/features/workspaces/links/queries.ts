import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  connectTask,
  createTask,
  deleteTask,
  listTaskLinks,
  type Task,
  type TaskLink,
} from '@wingmark/contract/tasks'
import { call } from '#web/lib/api'
import { shareProofOf } from '#web/lib/share-proof'
import { offerUndo } from '#web/lib/undo'

export const taskLinkKeys = {
  all: ['task-links'] as const,
  file: (fileId: string) => ['task-links', fileId] as const,
}

export type TaskLinks = Record<string, TaskLink>

/** Which comments of a file are tasks, by the comments' ids; kept fresh by the live stream of the review. */
export function taskLinksQuery({ reviewId, fileId }: { reviewId: string; fileId: string }) {
  return queryOptions({
    queryKey: taskLinkKeys.file(fileId),
    queryFn: async ({ signal }): Promise<TaskLinks> => {
      const links: TaskLinks = {}
      let cursor: string | null = null
      do {
        const query: { cursor?: string } = cursor === null ? {} : { cursor }
        const given = { params: { id: fileId }, query, share: shareProofOf(reviewId), signal }
        const page: { results: TaskLink[]; nextCursor: string | null } = await call(listTaskLinks, given)
        for (const link of page.results) links[link.comment] = link
        cursor = page.nextCursor
      } while (cursor !== null)
      return links
    },
    staleTime: 60_000,
    // How far a task is can wait; the comments are what people came for.
    meta: { shown: true },
  })
}

export { statusNames } from '#web/features/workspaces/task-lists'

export const stateNames: Record<NonNullable<TaskLink['state']>, string> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In progress',
  DONE: 'Done',
}

const lastWorkspaceKey = 'wingmark.task-workspace'

/** The workspace that this device made the last task of a comment in. */
export const lastTaskWorkspace = (): string | null => localStorage.getItem(lastWorkspaceKey)

export type NewCommentTask = {
  /** Of the sending: the same makes nothing twice. */
  key: string
  workspace: string
  comment: string
  title: string
  assignee: string | null
  dueOn: string | null
}

/** Makes a task of a comment, and offers to take it back. */
export function useMakeTask(reviewId: string) {
  const client = useQueryClient()
  // Spelled out: every reader of a review loads this file, and none of theirs.
  const readAnew = (workspace: string) => {
    for (const queryKey of [taskLinkKeys.all, ['tasks'], ['timeline'], ['workspace', workspace]])
      void client.invalidateQueries({ queryKey })
  }
  return useMutation({
    mutationFn: async ({ key, ...body }: NewCommentTask): Promise<Task> =>
      (await call(createTask, { body, idempotencyKey: key, share: shareProofOf(reviewId) })).result,
    onSuccess: ({ _id, number, workspace }) => {
      try {
        localStorage.setItem(lastWorkspaceKey, workspace)
      } catch {
        // Without a place to keep it, the first one is offered.
      }
      readAnew(workspace)
      offerUndo(`Task #${number} made.`, () => {
        void call(deleteTask, { params: { id: _id } }).finally(() => readAnew(workspace))
      })
    },
    onError: () => void client.invalidateQueries({ queryKey: taskLinkKeys.all }),
    meta: { shown: [403, 409, 422] },
  })
}

/** A task and its comment follow each other again, by one's own right. */
export function useConnectTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(connectTask, { params: { id } })).result,
    onSuccess: () => {
      for (const queryKey of [taskLinkKeys.all, ['tasks'], ['task'], ['timeline']])
        void client.invalidateQueries({ queryKey })
    },
  })
}
