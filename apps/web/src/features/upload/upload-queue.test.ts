import { autoUpdateDelayMs, resumeDelayMs } from '@wingmark/contract/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOf } from '#web/lib/name-files'
import { milestoneAt, milestones } from './milestones.ts'
import { overlayPercent, uploadTotals } from './upload-progress.ts'
import {
  emptyQueue,
  isPending,
  isRemovable,
  type QueueEffect,
  type QueueEvent,
  stepQueue,
  type UploadQueue,
} from './upload-queue.ts'

const file = (id: string) => ({ id, name: `${id}.png`, type: 'image/png', size: 10 })

function play(queue: UploadQueue, ...events: QueueEvent[]) {
  const effects: QueueEffect[] = []
  for (const event of events) {
    const next = stepQueue(queue, event)
    queue = next.queue
    effects.push(...next.effects)
  }
  return { queue, effects }
}

const added = (...ids: string[]): QueueEvent => ({ type: 'added', files: ids.map(file) })
const uploaded = (id: string, attempt = 1): QueueEvent => ({
  type: 'uploaded',
  id,
  attempt,
  fileId: `file-${id}`,
  key: `key-${id}`,
})
const failed = (id: string, attempt = 1): QueueEvent => ({
  type: 'failed',
  id,
  attempt,
  message: 'Upload failed',
  isForGood: false,
})
const states = (queue: UploadQueue) => queue.items.map((item) => `${item.id}:${item.state}`)

describe('the upload queue', () => {
  it('uploads one file at a time, in the order of choice', () => {
    const { queue, effects } = play(emptyQueue(), added('a', 'b', 'c'), uploaded('a'))
    expect(states(queue)).toEqual(['a:uploaded', 'b:uploading', 'c:waiting'])
    expect(effects).toEqual([
      { type: 'upload', id: 'a', attempt: 1 },
      { type: 'upload', id: 'b', attempt: 1 },
    ])
  })

  it('continues with the next file after a failure and keeps the reason', () => {
    const { queue } = play(emptyQueue(), added('a', 'b'), failed('a'))
    expect(states(queue)).toEqual(['a:failed', 'b:uploading'])
    expect(queue.items[0]?.error).toBe('Upload failed')
  })

  it('never resends what was refused for good, even when all are retried', () => {
    const refused: QueueEvent = { type: 'failed', id: 'a', attempt: 1, message: 'Empty', isForGood: true }
    const { queue, effects } = play(
      emptyQueue(),
      added('a', 'b'),
      refused,
      failed('b'),
      { type: 'retried', id: 'a' },
      { type: 'allRetried' },
    )
    expect(states(queue)).toEqual(['a:refused', 'b:uploading'])
    expect(queue.items[0]?.error).toBe('Empty')
    expect(effects.at(-1)).toEqual({ type: 'upload', id: 'b', attempt: 2 })
  })

  it('retries only files that lacked storage once some is freed', () => {
    const full: QueueEvent = { ...failed('a'), isOutOfRoom: true } as QueueEvent
    const { queue } = play(emptyQueue(), added('a', 'b'), full, failed('b'), { type: 'roomMade' })
    expect(states(queue)).toEqual(['a:uploading', 'b:failed'])
    expect(queue.items.map((item) => item.isOutOfRoom)).toEqual([false, false])
  })

  it('retries a failed file at its place, with a new try', () => {
    const { queue, effects } = play(
      emptyQueue(),
      added('a', 'b', 'c'),
      failed('a'),
      { type: 'retried', id: 'a' },
      uploaded('b'),
    )
    expect(states(queue)).toEqual(['a:uploading', 'b:uploaded', 'c:waiting'])
    expect(effects.at(-1)).toEqual({ type: 'upload', id: 'a', attempt: 2 })
  })

  it('ignores answers to an earlier try', () => {
    const { queue } = play(
      emptyQueue(),
      added('a'),
      failed('a'),
      { type: 'retried', id: 'a' },
      uploaded('a', 1),
      { type: 'progressed', id: 'a', attempt: 1, percent: 90 },
    )
    expect(states(queue)).toEqual(['a:uploading'])
    expect(queue.items[0]?.progress).toBe(0)
  })

  it('aborts the running file on pause and starts it again 100 ms after resuming', () => {
    const paused = play(emptyQueue(), added('a', 'b'), { type: 'paused' })
    expect(states(paused.queue)).toEqual(['a:paused', 'b:waiting'])
    expect(paused.effects.at(-1)).toEqual({ type: 'abort', id: 'a' })

    const resumed = play(paused.queue, { type: 'resumed' })
    expect(states(resumed.queue)).toEqual(['a:paused', 'b:waiting'])
    expect(resumed.effects).toEqual([{ type: 'after', ms: resumeDelayMs, event: { type: 'resumeDue' } }])

    const due = play(resumed.queue, { type: 'resumeDue' })
    expect(states(due.queue)).toEqual(['a:uploading', 'b:waiting'])
    expect(due.effects).toEqual([{ type: 'upload', id: 'a', attempt: 2 }])
  })

  it('stays paused when paused again before the resume is due', () => {
    const { queue, effects } = play(
      emptyQueue(),
      added('a'),
      { type: 'paused' },
      { type: 'resumed' },
      { type: 'paused' },
      { type: 'resumeDue' },
    )
    expect(states(queue)).toEqual(['a:paused'])
    expect(effects.filter((effect) => effect.type === 'upload')).toHaveLength(1)
  })

  it('resumes a paused file where it stopped', () => {
    const { queue } = play(
      emptyQueue(),
      added('a'),
      { type: 'progressed', id: 'a', attempt: 1, percent: 40 },
      { type: 'paused' },
      { type: 'resumed' },
      { type: 'resumeDue' },
    )
    expect(queue.items[0]).toMatchObject({ state: 'uploading', progress: 40 })
  })

  it('uploads others while one file is paused, and resumes it after 100 ms', () => {
    const held = play(emptyQueue(), added('a', 'b'), { type: 'held', id: 'a' })
    expect(states(held.queue)).toEqual(['a:paused', 'b:uploading'])
    expect(held.effects.slice(1)).toEqual([
      { type: 'abort', id: 'a' },
      { type: 'upload', id: 'b', attempt: 1 },
    ])
    const freed = play(held.queue, uploaded('b'), { type: 'released', id: 'a' })
    expect(states(freed.queue)).toEqual(['a:waiting', 'b:uploaded'])
    expect(freed.effects.at(-1)).toEqual({ type: 'after', ms: resumeDelayMs, event: { type: 'resumeDue' } })
    expect(states(play(freed.queue, { type: 'resumeDue' }).queue)).toEqual(['a:uploading', 'b:uploaded'])
  })

  it('keeps a singly paused file paused when all are resumed', () => {
    const { queue } = play(
      emptyQueue(),
      added('a', 'b'),
      { type: 'held', id: 'b' },
      { type: 'paused' },
      { type: 'resumed' },
      { type: 'resumeDue' },
    )
    expect(states(queue)).toEqual(['a:uploading', 'b:paused'])
  })

  it('stops one file and starts the next', () => {
    const { queue, effects } = play(emptyQueue(), added('a', 'b'), {
      type: 'cancelled',
      id: 'a',
      message: 'Upload cancelled',
    })
    expect(states(queue)).toEqual(['a:cancelled', 'b:uploading'])
    expect(queue.items[0]?.error).toBe('Upload cancelled')
    expect(effects).toContainEqual({ type: 'abort', id: 'a' })
  })

  it('waits with the file that lost its connection, and with all after it', () => {
    const { queue } = play(emptyQueue(), added('a', 'b'), {
      type: 'lineChanged',
      id: 'a',
      attempt: 1,
      isLost: true,
    })
    expect(states(queue)).toEqual(['a:uploading', 'b:waiting'])
    expect(queue.items[0]?.isLineLost).toBe(true)
  })

  it('takes over what an earlier visit stored, and adds it to its review', () => {
    const stored = { fileId: 'file-a', key: 'key-a' }
    const { queue, effects } = play(emptyQueue('r'), { type: 'restored', files: [{ ...file('a'), stored }] })
    expect(queue.items[0]).toMatchObject({ state: 'uploaded', progress: 100, stored, review: 'apart' })
    expect(effects).toEqual([{ type: 'after', ms: autoUpdateDelayMs, event: { type: 'attachDue' } }])
  })

  it('cancels everything unfinished when it is stopped, and each can be retried', () => {
    const stopped = play(emptyQueue(), added('a', 'b', 'c'), uploaded('a'), {
      type: 'stopped',
      message: 'Upload cancelled',
    })
    expect(states(stopped.queue)).toEqual(['a:uploaded', 'b:cancelled', 'c:cancelled'])
    expect(stopped.effects.at(-1)).toEqual({ type: 'abort', id: 'b' })
    expect(states(play(stopped.queue, { type: 'retried', id: 'c' }).queue)).toEqual([
      'a:uploaded',
      'b:cancelled',
      'c:uploading',
    ])
  })

  it('aborts a removed file that was uploading and starts the next', () => {
    const { queue, effects } = play(emptyQueue(), added('a', 'b'), { type: 'removed', id: 'a' })
    expect(states(queue)).toEqual(['b:uploading'])
    expect(effects.slice(1)).toEqual([
      { type: 'abort', id: 'a' },
      { type: 'upload', id: 'b', attempt: 1 },
    ])
  })

  it('discards a removed file that was stored on the server', () => {
    const { effects } = play(emptyQueue(), added('a'), uploaded('a'), { type: 'removed', id: 'a' })
    expect(effects.at(-1)).toEqual({ type: 'discard', fileId: 'file-a' })
  })

  it('updates the review one second after a file is uploaded, and marks the file', () => {
    const first = play(emptyQueue('r'), added('a'), uploaded('a'))
    expect(first.effects.at(-1)).toEqual({
      type: 'after',
      ms: autoUpdateDelayMs,
      event: { type: 'attachDue' },
    })
    const due = play(first.queue, { type: 'attachDue' })
    expect(due.effects).toEqual([{ type: 'attach', reviewId: 'r', fileIds: ['file-a'] }])
    const done = play(due.queue, { type: 'attached', fileIds: ['file-a'] })
    expect(done.queue.items[0]?.review).toBe('attached')
    expect(done.effects).toEqual([])
  })

  it('schedules nothing while no review is set', () => {
    const { effects } = play(emptyQueue(), added('a'), uploaded('a'))
    expect(effects.filter((effect) => effect.type === 'after')).toEqual([])
  })

  it('keeps the files of a failed update for the next try', () => {
    const attaching = play(emptyQueue('r'), added('a'), uploaded('a'), { type: 'attachDue' })
    const failedUpdate = play(attaching.queue, {
      type: 'attachFailed',
      fileIds: ['file-a'],
      message: 'no',
    })
    expect(failedUpdate.queue.attachError).toBe('no')
    const again = play(failedUpdate.queue, { type: 'attachDue' })
    expect(again.effects).toEqual([{ type: 'attach', reviewId: 'r', fileIds: ['file-a'] }])
  })

  it('never runs two updates of the review at once', () => {
    const { effects } = play(
      emptyQueue('r'),
      added('a', 'b'),
      uploaded('a'),
      { type: 'attachDue' },
      uploaded('b'),
      { type: 'attachDue' },
    )
    expect(effects.filter((effect) => effect.type === 'attach')).toHaveLength(1)
  })

  it('adds what was uploaded during publishing to the new review', () => {
    const { queue, effects } = play(emptyQueue(), added('a', 'b', 'c'), uploaded('a'), uploaded('b'), {
      type: 'published',
      reviewId: 'r',
      fileIds: ['file-a'],
    })
    expect(queue.items.map((item) => item.review)).toEqual(['attached', 'apart', 'apart'])
    expect(queue.reviewId).toBe('r')
    expect(effects.at(-1)).toEqual({
      type: 'after',
      ms: autoUpdateDelayMs,
      event: { type: 'attachDue' },
    })
  })

  it('does not remove a file that the review lists', () => {
    const { queue, effects } = play(
      emptyQueue(),
      added('a'),
      uploaded('a'),
      { type: 'published', reviewId: 'r', fileIds: ['file-a'] },
      { type: 'removed', id: 'a' },
    )
    expect(states(queue)).toEqual(['a:uploaded'])
    expect(effects.filter((effect) => effect.type === 'discard')).toEqual([])
  })
})

const ids = ['a', 'b', 'c', 'd', 'e']
const anyId = fc.constantFrom(...ids)
const anyTry = fc.integer({ min: 1, max: 4 })
const anyFileIds = fc.subarray(ids.map((id) => `file-${id}`))

const anyEvent: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.subarray(ids, { minLength: 1 }).map((chosen) => added(...chosen)),
  fc.record({
    type: fc.constant('progressed' as const),
    id: anyId,
    attempt: anyTry,
    percent: fc.float({ min: -5, max: 120, noNaN: true }),
  }),
  fc.tuple(anyId, anyTry).map(([id, attempt]) => uploaded(id, attempt)),
  fc.tuple(anyId, anyTry).map(([id, attempt]) => failed(id, attempt)),
  fc.record({
    type: fc.constantFrom('retried' as const, 'removed' as const, 'held' as const, 'released' as const),
    id: anyId,
  }),
  fc.record({ type: fc.constant('cancelled' as const), id: anyId, message: fc.constant('no') }),
  fc.record({
    type: fc.constant('lineChanged' as const),
    id: anyId,
    attempt: anyTry,
    isLost: fc.boolean(),
  }),
  anyId.map(
    (id): QueueEvent => ({
      type: 'restored',
      files: [{ ...file(id), stored: { fileId: `file-${id}`, key: `key-${id}` } }],
    }),
  ),
  fc.constantFrom<QueueEvent>(
    { type: 'allRetried' },
    { type: 'paused' },
    { type: 'resumed' },
    { type: 'resumeDue' },
    { type: 'stopped', message: 'Upload cancelled' },
    { type: 'attachDue' },
  ),
  anyFileIds.map((fileIds): QueueEvent => ({ type: 'published', reviewId: 'r', fileIds })),
  anyFileIds.map((fileIds): QueueEvent => ({ type: 'attached', fileIds })),
  anyFileIds.map((fileIds): QueueEvent => ({ type: 'attachFailed', fileIds, message: 'no' })),
)

function always(
  check: (
    before: UploadQueue,
    event: QueueEvent,
    after: UploadQueue,
    effects: readonly QueueEffect[],
  ) => void,
) {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.constantFrom(null, 'r'), (events, reviewId) => {
      let queue = emptyQueue(reviewId)
      for (const event of events) {
        const next = stepQueue(queue, event)
        check(queue, event, next.queue, next.effects)
        queue = next.queue
      }
    }),
    { numRuns: 500 },
  )
}

describe('any events, in any order', () => {
  it('at most one file is uploading, and every try of it is asked for exactly once', () => {
    const tries = (queue: UploadQueue) =>
      queue.items.flatMap((item) => (item.state === 'uploading' ? [`${item.id}/${item.attempt}`] : []))
    always((before, _event, after, effects) => {
      expect(tries(after).length).toBeLessThanOrEqual(1)
      const started = effects.flatMap((effect) =>
        effect.type === 'upload' ? [`${effect.id}/${effect.attempt}`] : [],
      )
      expect(started).toEqual(tries(after).filter((name) => !tries(before).includes(name)))
    })
  })

  it('while running, no file waits unless another is uploading, and the earliest goes first', () => {
    always((before, _event, after, effects) => {
      if (after.mode !== 'running') return
      const waiting = after.items.some((item) => item.state === 'waiting')
      if (waiting) expect(after.items.some((item) => item.state === 'uploading')).toBe(true)
      const started = effects.find((effect) => effect.type === 'upload')
      if (!started) return
      const place = after.items.findIndex((item) => item.id === started.id)
      expect(after.items.slice(0, place).some((item) => item.state === 'waiting')).toBe(false)
      expect(before.items.filter((item) => item.state === 'uploading' && item.id === started.id)).toEqual([])
    })
  })

  it('nothing uploads while paused, and only singly paused files rest while it runs', () => {
    always((_before, _event, after) => {
      const resting = after.items.filter((item) => item.state === 'paused')
      expect(after.items.filter((item) => item.isHeld && item.state !== 'paused')).toEqual([])
      if (after.mode === 'running') expect(resting.every((item) => item.isHeld)).toBe(true)
      else expect(after.items.some((item) => item.state === 'uploading')).toBe(false)
    })
  })

  it('keeps the order, and no event loses a file other than the removed one', () => {
    always((before, event, after) => {
      const kept = before.items.filter(
        (item) => event.type !== 'removed' || item.id !== event.id || !isRemovable(item),
      )
      expect(after.items.slice(0, kept.length).map((item) => item.id)).toEqual(kept.map((item) => item.id))
      expect(new Set(after.items.map((item) => item.id)).size).toBe(after.items.length)
    })
  })

  it('progress is 0 to 100 and never falls within one try', () => {
    always((before, _event, after) => {
      for (const item of after.items) {
        expect(item.progress).toBeGreaterThanOrEqual(0)
        expect(item.progress).toBeLessThanOrEqual(100)
        const was = before.items.find((other) => other.id === item.id)
        if (was && was.attempt === item.attempt && was.state === 'uploading' && item.state === 'uploading') {
          expect(item.progress).toBeGreaterThanOrEqual(was.progress)
        }
      }
    })
  })

  it('a stored file stays stored, and one in the review stays in the review', () => {
    always((before, event, after) => {
      for (const item of before.items) {
        const now = after.items.find((other) => other.id === item.id)
        if (item.stored && now) expect(now.stored).toEqual(item.stored)
        if (item.review === 'attached' && event.type !== 'attachFailed') expect(now?.review).toBe('attached')
      }
    })
  })

  it('asks for a review update only with stored files, in order, and for none twice at a time', () => {
    always((before, _event, after, effects) => {
      const updates = effects.filter((effect) => effect.type === 'attach')
      expect(updates.length).toBeLessThanOrEqual(1)
      const stored = after.items.flatMap((item) => (item.stored ? [item.stored.fileId] : []))
      for (const update of updates) {
        expect(before.items.some((item) => item.review === 'attaching')).toBe(false)
        expect(stored.filter((id) => update.fileIds.includes(id))).toEqual(update.fileIds)
      }
    })
  })

  it('a stopped or drained queue has nothing pending', () => {
    always((_before, event, after) => {
      if (event.type === 'stopped') expect(after.items.some(isPending)).toBe(false)
    })
  })
})

describe('the figures on the screen', () => {
  it('the overlay never passes 80 % before the server has answered', () => {
    expect(overlayPercent(0)).toBe(0)
    expect(overlayPercent(50)).toBe(40)
    expect(overlayPercent(100)).toBe(80)
  })

  it('the line counts uploaded files and fills with the running one', () => {
    const { queue } = play(emptyQueue(), added('a', 'b', 'c', 'd'), uploaded('a'), {
      type: 'progressed',
      id: 'b',
      attempt: 1,
      percent: 50,
    })
    expect(uploadTotals(queue.items)).toEqual({ uploaded: 1, total: 4, percent: 35 })
  })

  it('counts a file refused for good, since its card is there', () => {
    const refused = { type: 'failed', id: 'b', attempt: 1, message: 'Empty', isForGood: true } as const
    const { queue } = play(emptyQueue(), added('a', 'b', 'c'), uploaded('a'), refused)
    expect(uploadTotals(queue.items)).toMatchObject({ uploaded: 1, total: 3 })
  })

  it('a transfer has six steps, each reached at its percent', () => {
    const steps = [0, 9, 10, 30, 59, 60, 90, 99, 100].map((percent) => milestones[milestoneAt(percent)]?.name)
    expect(steps).toEqual([
      'Connecting to server',
      'Connecting to server',
      'Initializing transfer',
      'Processing file',
      'Processing file',
      'Uploading data',
      'Finalizing upload',
      'Finalizing upload',
      'Upload complete',
    ])
  })

  it('names unfinished files, up to five', () => {
    const named = (count: number) => namesOf(Array.from({ length: count }, (_, n) => ({ name: `${n}.png` })))
    expect(named(2)).toBe('0.png, 1.png')
    expect(named(7)).toBe('0.png, 1.png, 2.png, 3.png, 4.png and 2 more')
  })

  it('an empty queue is 0 of 0', () => {
    expect(uploadTotals([])).toEqual({ uploaded: 0, total: 0, percent: 0 })
  })
})
