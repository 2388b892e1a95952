import { createOutbox } from '#web/features/comments/outbox/outbox'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { type TimelineTarget, writeOnTimeline } from '#web/features/workspaces/activities/write-on-timeline'
import { findEnd } from '#web/features/workspaces/find-end'
import { readInput } from '#web/lib/changes/change'

export type WaitingWords = OutboxItem<TimelineTarget>

export const timelineKinds = {
  read: (value: unknown, hasContent: boolean) =>
    readInput<TimelineTarget>({ timeline: writeOnTimeline }, value, hasContent),
  of: () => writeOnTimeline,
}

/** Unsent messages of a workspace's timelines. */
export const timelineOutbox = outboxPerSession<TimelineTarget>(({ client, id, whoAmI }) =>
  createOutbox<TimelineTarget, null>({
    place: `timelines.${id}`,
    kinds: timelineKinds,
    at: null,
    onSent: () => client.invalidateQueries({ queryKey: ['timeline'] }),
    whoAmI,
    findEnd({ target }, error) {
      const tasks = 'task' in target ? [target.task] : []
      return findEnd({ workspace: id, tasks, thing: writeOnTimeline.messages.thing(target) }, error)
    },
  }),
)
