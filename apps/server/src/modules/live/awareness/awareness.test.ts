import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAwareness, createHereTeller, readHereReport } from '#server/modules/live/awareness/service'

const here = (name: string, x = 0.5, _id: string = randomUUID()) => {
  return {
    _id,
    name,
    isGuest: false,
    file: null,
    page: 1,
    pointer: { x, y: 0.5 },
    isWriting: false,
    comment: null,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('a moving pointer sends only its newest place, less often to many viewers', () => {
  const sent: string[] = []
  let viewers = 2
  const together = createAwareness({ viewers: () => viewers, send: (text) => sent.push(text) })
  const ada = here('Ada')
  for (let n = 0; n <= 10; n++) {
    together.hear({ ...ada, pointer: { x: n / 10, y: 0 } })
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(200)
  expect(sent.length).toBe(3)
  expect(sent.at(-1)).toContain('"x":1,')
  viewers = 500
  for (let n = 0; n < 100; n++) {
    together.hear({ ...ada, pointer: { x: n / 100, y: 0 } })
    vi.advanceTimersByTime(20)
  }
  expect(sent.length).toBeLessThanOrEqual(6)
})

test('the longest silent person makes room for the hundred-and-first, and everyone is forgotten in the end', () => {
  const together = createAwareness({ viewers: () => 1, send: () => {} })
  expect(together.everybody()).toBeNull()
  for (let n = 0; n <= 100; n++) together.hear(here(`Person ${n}.`))
  expect(together.everybody()).not.toContain('Person 0.')
  expect(together.everybody()).toContain('Person 100.')
  vi.advanceTimersByTime(3 * 60 * 60_000)
  expect(together.everybody()).toBeNull()
})

test('one person may not flood the stream, nor may many of one review; names are cut', () => {
  const said: string[] = []
  const say = createHereTeller((report) => said.push(report))
  const [ada, review] = [here('A'.repeat(500)), randomUUID()]
  for (let n = 0; n < 20; n++) say(review, ada)
  expect(() => say(review, ada)).toThrow('Too many')
  expect(readHereReport(said[0] ?? '')?.here.name).toHaveLength(60)
  vi.advanceTimersByTime(1_000)
  say(review, ada)
  const crowd = () => Array.from({ length: 400 }, () => say(review, here('Bo')))
  expect(crowd).toThrow('Too many')
})
