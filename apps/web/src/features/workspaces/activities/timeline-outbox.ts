import type { QueryClient } from '@tanstack/react-query'
import { writeOnTask, writeOnWorkspace } from '@wingmark/contract/timelines'
import { profileQuery } from '#web/features/account/queries'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { slotOfTimeline, type TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import { call } from '#web/lib/api'
import { getSession } from '#web/lib/session'

export type WaitingWords = OutboxItem<TimelineOf>

type Opened = { token: string | null; outbox: Outbox<TimelineOf>; stop: () => void }
const opened = new Map<string, Opened>()

/** What is written on the timelines of a workspace and is not at the server yet; it goes whatever page one is on. */
export function timelineOutbox(client: QueryClient, workspaceId: string): Outbox<TimelineOf> {
  const { token } = getSession()
  const known = opened.get(workspaceId)
  if (known?.token === token) return known.outbox
  known?.stop()
  const outbox = createOutbox<TimelineOf>({
    place: `timelines.${workspaceId}`,
    parseTarget: parseTimeline,
    // What was written first stands below.
    lineOf: ({ target }) => slotOfTimeline(target),
    async deliver(item) {
      await sendWords(item)
      await client.invalidateQueries({ queryKey: ['timeline'] })
    },
    whoAmI: () =>
      client.ensureQueryData(profileQuery).then(
        ({ user }) => user._id,
        () => null,
      ),
  })
  opened.set(workspaceId, { token, outbox, stop: outbox.start() })
  return outbox
}

/** The key of an item makes every try the same message. */
export function sendWords({ key, target, message, mentioned }: WaitingWords) {
  const words = { message, mentions: mentioned.map((person) => person._id) }
  return 'task' in target
    ? call(writeOnTask, { body: { task: target.task, ...words }, idempotencyKey: key })
    : call(writeOnWorkspace, { body: { workspace: target.workspace, ...words }, idempotencyKey: key })
}

export function parseTimeline(value: unknown, hasContent: boolean): TimelineOf | null {
  if (!hasContent || !(value instanceof Object)) return null
  const [task, workspace] = ['task', 'workspace'].map((name): unknown => Reflect.get(value, name))
  if (typeof task === 'string') return { task }
  return typeof workspace === 'string' ? { workspace } : null
}
