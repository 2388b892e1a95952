import type { Route } from '@wingmark/contract/route'
import { writeOnTask, writeOnWorkspace } from '@wingmark/contract/timelines'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { parseTimeline, sendWords } from '#web/features/workspaces/activities/timeline-outbox'
import type { TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import { networkError } from '#web/lib/api-error'
import { answerLocally, type LocalInput } from '#web/lib/local-answers'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('messages whose answer was lost stay on screen and go again with the same key, in order', async () => {
  const kept: Record<string, string> = {}
  const storage = Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: { value: (name: string, text: string) => Object.assign(kept, { [name]: text }) },
    removeItem: { value: (name: string) => Reflect.deleteProperty(kept, name) },
  })
  vi.stubGlobal('localStorage', storage)
  const outbox = createOutbox<TimelineOf>({
    place: 'timelines.w',
    parseTarget: parseTimeline,
    lineOf: () => 'one',
    whoAmI: async () => null,
    deliver: async (item) => void (await sendWords(item)),
  })
  const asked: [Route, LocalInput][] = []
  let isThere = false
  const stopAnswering = answerLocally(async (route, sent) => {
    asked.push([route, sent])
    if (!isThere) throw networkError()
  })
  onTestFinished(stopAnswering)
  const by = { files: [], author: 'Ada', writer: null }
  const mentioned = [{ _id: 'bo', name: 'Bo' }]
  const key = outbox.send({ ...by, target: { task: 't' }, message: 'Look, @Bo', mentioned })
  outbox.send({ ...by, target: { workspace: 'w' }, message: 'Later', mentioned: [] })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  expect(outbox.store.get().map(({ message }) => message)).toEqual(['Look, @Bo', 'Later'])
  isThere = true
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()).toEqual([]))
  const words = { body: { task: 't', message: 'Look, @Bo', mentions: ['bo'] }, idempotencyKey: key }
  const later = { body: { workspace: 'w', message: 'Later', mentions: [] } }
  expect(asked).toEqual([
    [writeOnTask, words],
    [writeOnTask, words],
    [writeOnWorkspace, expect.objectContaining(later)],
  ])
  expect(Object.keys(kept)).toEqual([])
})

test('reads stored messages again, and nothing else', () => {
  expect(parseTimeline({ task: 't' }, true)).toEqual({ task: 't' })
  expect(parseTimeline({ workspace: 'w' }, true)).toEqual({ workspace: 'w' })
  for (const value of [null, 'w', {}, { task: 1 }]) expect(parseTimeline(value, true)).toBeNull()
  expect(parseTimeline({ task: 't' }, false)).toBeNull()
})
