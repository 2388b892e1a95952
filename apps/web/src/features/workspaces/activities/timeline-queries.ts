import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  editTimelineMessage,
  listTaskTimeline,
  listWorkspaceMentionable,
  listWorkspaceTimeline,
  type TimelineItem,
} from '@wingmark/contract/timelines'
import { renameDrafts } from '#web/features/comments/outbox/drafts'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'

/** A workspace's timeline with all that is in it, or a task's. */
export type TimelineOf = { workspace: string } | { task: string }
export type TimelineFilter = 'MESSAGE' | 'EVENT' | undefined

const nameOf = (of: TimelineOf) => ('task' in of ? `task.${of.task}` : `workspace.${of.workspace}`)

/** The draft slot of a timeline's composer. */
export const slotOfTimeline = (workspaceId: string, of: TimelineOf) => `${workspaceId}.timeline.${nameOf(of)}`

/** Takes over the draft of an earlier version. */
export const takeOldDraft = (workspaceId: string, of: TimelineOf) =>
  renameDrafts(nameOf(of), slotOfTimeline(workspaceId, of))

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

/** People whom the caller may mention in a workspace. */
export const findMentionable = async (id: string, word: string, signal: AbortSignal) =>
  (await call(listWorkspaceMentionable, { params: { id }, query: { word }, signal })).results

/** Mentions that are still in the text stay. */
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
