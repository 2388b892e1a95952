import { editTimelineMessage, writeOnTask, writeOnWorkspace } from '@wingmark/contract/timelines'
import type { Words } from '#web/features/comments/outbox/changes/comment-change'
import type { TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { changesOf, type InputOf } from '#web/lib/changes/change'
import { type Reader, shape, text } from '#web/lib/changes/read-kept'

export type TimelineTarget = InputOf<typeof writeOnTimeline>

const [ofTask, ofWorkspace] = [shape({ task: text }), shape({ workspace: text })]
const read: Reader<TimelineOf> = (value) => ofTask(value) ?? ofWorkspace(value)

/** A message on a task, or on the whole workspace. */
export const writeOnTimeline = changesOf<never, Words, null>()('timeline', read, {
  queue: (of) => ('task' in of ? of.task : of.workspace),
  async send(_at, of, { key, message, mentioned }) {
    const words = { message, mentions: mentioned.map((person) => person._id) }
    await makeOrChange(
      () =>
        'task' in of
          ? call(writeOnTask, { body: { task: of.task, ...words }, idempotencyKey: key })
          : call(writeOnWorkspace, { body: { workspace: of.workspace, ...words }, idempotencyKey: key }),
      (id) => call(editTimelineMessage, { params: { id }, body: words }),
    )
  },
  isWritten: true,
  messages: { thing: (of) => ('task' in of ? 'task you wrote on' : 'timeline you wrote on') },
})
