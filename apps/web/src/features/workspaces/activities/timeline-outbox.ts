import { editTimelineMessage, writeOnTask, writeOnWorkspace } from '@wingmark/contract/timelines'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { slotOfTimeline, type TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import { findEnd } from '#web/features/workspaces/find-end'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'

export type WaitingWords = OutboxItem<TimelineOf>

/** Unsent messages of a workspace's timelines. */
export const timelineOutbox = outboxPerSession<TimelineOf>(({ client, id, whoAmI }) =>
  createOutbox<TimelineOf>({
    place: `timelines.${id}`,
    parseTarget: parseTimeline,
    // One timeline's messages go in order.
    lineOf: ({ target }) => slotOfTimeline(id, target),
    async deliver(item) {
      await sendWords(item)
      await client.invalidateQueries({ queryKey: ['timeline'] })
    },
    whoAmI,
    findEnd: ({ target }, error) =>
      findEnd(
        'task' in target
          ? { workspace: id, tasks: [target.task], thing: 'task you wrote on' }
          : { workspace: id, tasks: [], thing: 'timeline you wrote on' },
        error,
      ),
  }),
)

/** The item's key makes retries idempotent. */
export function sendWords({ key, target, message, mentioned }: WaitingWords) {
  const words = { message, mentions: mentioned.map((person) => person._id) }
  return makeOrChange(
    () =>
      'task' in target
        ? call(writeOnTask, { body: { task: target.task, ...words }, idempotencyKey: key })
        : call(writeOnWorkspace, { body: { workspace: target.workspace, ...words }, idempotencyKey: key }),
    (id) => call(editTimelineMessage, { params: { id }, body: words }),
  )
}

export function parseTimeline(value: unknown, hasContent: boolean): TimelineOf | null {
  if (!hasContent || !(value instanceof Object)) return null
  const [task, workspace] = ['task', 'workspace'].map((name): unknown => Reflect.get(value, name))
  if (typeof task === 'string') return { task }
  return typeof workspace === 'string' ? { workspace } : null
}
