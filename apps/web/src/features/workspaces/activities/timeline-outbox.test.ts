import type { Route } from '@wingmark/contract/route'
import { writeOnTask } from '@wingmark/contract/timelines'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { timelineKinds } from '#web/features/workspaces/activities/timeline-outbox'
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
  const whoAmI = async () => null
  const outbox = createOutbox({ place: 'timelines.w', kinds: timelineKinds, at: null, whoAmI })
  const asked: [Route, LocalInput][] = []
  let isThere = false
  const stopAnswering = answerLocally(async (route, sent) => {
    asked.push([route, sent])
    if (!isThere) throw networkError()
  })
  onTestFinished(stopAnswering)
  const by = { files: [], author: 'Ada', writer: null }
  const mentioned = [{ _id: 'bo', name: 'Bo' }]
  const key = outbox.send({ ...by, target: { kind: 'timeline', task: 't' }, message: 'Look, @Bo', mentioned })
  outbox.send({ ...by, target: { kind: 'timeline', task: 't' }, message: 'Later', mentioned: [] })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  expect(outbox.store.get().map(({ message }) => message)).toEqual(['Look, @Bo', 'Later'])
  isThere = true
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()).toEqual([]))
  const words = { body: { task: 't', message: 'Look, @Bo', mentions: ['bo'] }, idempotencyKey: key }
  const later = { body: { task: 't', message: 'Later', mentions: [] } }
  expect(asked).toEqual([
    [writeOnTask, words],
    [writeOnTask, words],
    [writeOnTask, expect.objectContaining(later)],
  ])
  expect(Object.keys(kept)).toEqual([])
})

test('reads messages that this build or an earlier one kept, and nothing else', () => {
  const { read } = timelineKinds
  for (const of of [{ task: 't' }, { workspace: 'w' }]) {
    expect(read({ ...of }, true)).toEqual({ kind: 'timeline', ...of })
    expect(read({ kind: 'timeline', ...of }, true)).toEqual({ kind: 'timeline', ...of })
  }
  for (const value of [null, 'w', {}, { task: 1 }]) expect(read(value, true)).toBeNull()
  expect(read({ task: 't' }, false)).toBeNull()
})
