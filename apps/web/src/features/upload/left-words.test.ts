import { describe, expect, it } from 'vitest'
import { leftWords } from './left-words.ts'
import { emptyQueue, type QueueEvent, stepQueue } from './upload-queue.ts'

const file = (id: string) => ({ id, name: `${id}.png`, type: 'image/png', size: 1 })
const added: QueueEvent = { type: 'added', files: [file('a'), file('b')] }
const stored = (id: string): QueueEvent => ({ type: 'uploaded', id, attempt: 1, fileId: id, key: id })
const failed = (id: string, isForGood: boolean): QueueEvent => ({
  type: 'failed',
  id,
  attempt: 1,
  message: 'No',
  isForGood,
})
const play = (reviewId: string | null, ...events: QueueEvent[]) => ({
  queue: events.reduce((queue, event) => stepQueue(queue, event).queue, emptyQueue(reviewId)),
  missing: [],
})

describe('the sentence of a closed dialog', () => {
  it('names paused files', () => {
    expect(leftWords(play(null, added, stored('a'), { type: 'paused' }))).toBe(
      '1 of 2 files still to be uploaded.',
    )
  })

  it('names all files, if none has arrived', () => {
    expect(leftWords(play(null, added, { type: 'paused' }))).toBe('2 files still to be uploaded.')
  })

  it('names unpublished files', () => {
    expect(leftWords(play(null, added, stored('a'), stored('b')))).toBe('2 files aren’t published yet.')
    expect(leftWords(play(null, added, stored('a'), failed('b', true)))).toBe('1 file isn’t published yet.')
  })

  it('names files that can be retried', () => {
    expect(leftWords(play('r1', added, failed('a', false), failed('b', true)))).toBe(
      '1 file wasn’t uploaded: a.png',
    )
  })

  it('omits files that join their review automatically', () => {
    const published = play('r1', added, stored('a'), stored('b'))
    expect(leftWords(published)).toBeNull()
    const refused: QueueEvent = { type: 'attachFailed', fileIds: ['a', 'b'], message: 'down' }
    expect(leftWords({ ...published, queue: stepQueue(published.queue, refused).queue })).toBe(
      '2 files aren’t in the review yet.',
    )
  })

  it('omits files that were refused for good', () => {
    expect(leftWords(play(null, added, failed('a', true), failed('b', true)))).toBeNull()
  })
})
