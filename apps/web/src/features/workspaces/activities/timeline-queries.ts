import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  deleteTimelineMessage,
  editTimelineMessage,
  listTaskTimeline,
  listWorkspaceMentionable,
  listWorkspaceTimeline,
  type TimelineItem,
  writeOnTask,
  writeOnWorkspace,
} from '@wingmark/contract/timelines'
import type { Draft } from '#web/features/comments/outbox/drafts'
import { emptyDraft, giveBack, type Mentioned } from '#web/features/comments/outbox/drafts'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/reading'

/** Whose timeline: a workspace's with all that is in it, or a task's. */
export type TimelineOf = { workspace: string } | { task: string }
export type TimelineFilter = 'MESSAGE' | 'EVENT' | undefined

export const slotOfTimeline = (of: TimelineOf) =>
  'task' in of ? `task.${of.task}` : `workspace.${of.workspace}`

export function timelineQuery(of: TimelineOf, kind: TimelineFilter) {
  return infiniteQueryOptions({
    queryKey: ['timeline', of, kind ?? 'ALL'],
    queryFn: (context) => {
      const { pageParam, signal } = context
      const query = {
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(kind === undefined ? {} : { kind }),
      }
      return 'task' in of
        ? call(listTaskTimeline, { params: { id: of.task }, query, ...reading(context) })
        : call(listWorkspaceTimeline, { params: { id: of.workspace }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { instead: 'Failed to fetch activities' },
  })
}

/** Whom the caller may name in a workspace. */
export const findMentionable = async (id: string, word: string, signal: AbortSignal) =>
  (await call(listWorkspaceMentionable, { params: { id }, query: { word }, signal })).results

type Written = { key: string; message: string; mentioned: Mentioned[] }

/** Words that could not be sent come back to where they were written. */
export function useWriteOn(of: TimelineOf) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, message, mentioned }: Written) => {
      const words = { message, mentions: mentioned.map((person) => person._id) }
      return 'task' in of
        ? (await call(writeOnTask, { body: { task: of.task, ...words }, idempotencyKey: key })).result
        : (await call(writeOnWorkspace, { body: { workspace: of.workspace, ...words }, idempotencyKey: key }))
            .result
    },
    onError: (_error, { message, mentioned }) => {
      const draft: Draft = { ...emptyDraft, text: message, mentioned }
      giveBack(slotOfTimeline(of), draft)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['timeline'] }),
  })
}

/** Who was mentioned and still is stays so. */
export function useEditMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ item, message }: { item: TimelineItem; message: string }) => {
      const mentions = item.mentions.filter(({ name }) => message.includes(`@${name}`)).map(({ _id }) => _id)
      return call(editTimelineMessage, { params: { id: item._id }, body: { message, mentions } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['timeline'] }),
    meta: { shown: true },
  })
}

export function useDeleteMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteTimelineMessage, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['timeline'] }),
  })
}
