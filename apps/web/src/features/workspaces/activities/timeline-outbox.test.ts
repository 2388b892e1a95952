import { writeOnTask, writeOnWorkspace } from '@wingmark/contract/timelines'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { parseTimeline, sendWords } from '#web/features/workspaces/activities/timeline-outbox'
import type { TimelineOf } from '#web/features/workspaces/activities/timeline-queries'
import { networkError } from '#web/lib/api-error'

// Files share their modules: these are loaded anew with what stands in for others, and so are those of the next file.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})

// Who is signed in is read as soon as the module is.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))
type Sent = { body: { message: string; mentions: string[] }; idempotencyKey: string }
const server = vi.hoisted(() => ({
  asked: [] as { route: unknown; sent: Sent }[],
  isThere: true,
}))
vi.mock('#web/lib/api', () => ({
  bearerToken: () => null,
  call: async (route: unknown, sent: Sent) => {
    server.asked.push({ route, sent })
    if (!server.isThere) throw networkError()
  },
}))
afterEach(() => {
  vi.unstubAllGlobals()
})

test('words whose answer was lost are on the screen and go again with the same key, in their order', async () => {
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
  server.isThere = false
  const by = { files: [], author: 'Ada', writer: null }
  const mentioned = [{ _id: 'bo', name: 'Bo' }]
  const key = outbox.send({ ...by, target: { task: 't' }, message: 'Look, @Bo', mentioned })
  outbox.send({ ...by, target: { workspace: 'w' }, message: 'Later', mentioned: [] })
  await vi.waitFor(() => expect(outbox.store.get()[0]?.state).toBe('waiting'))
  expect(outbox.store.get().map(({ message }) => message)).toEqual(['Look, @Bo', 'Later'])
  server.isThere = true
  outbox.retry(key)
  await vi.waitFor(() => expect(outbox.store.get()).toEqual([]))
  expect(server.asked.map(({ route, sent }) => [route, sent.body.message, sent.body.mentions])).toEqual([
    [writeOnTask, 'Look, @Bo', ['bo']],
    [writeOnTask, 'Look, @Bo', ['bo']],
    [writeOnWorkspace, 'Later', []],
  ])
  expect(server.asked.slice(0, 2).map(({ sent }) => sent.idempotencyKey)).toEqual([key, key])
  expect(Object.keys(kept)).toEqual([])
})

test('what was kept of them is read again, and nothing else', () => {
  expect(parseTimeline({ task: 't' }, true)).toEqual({ task: 't' })
  expect(parseTimeline({ workspace: 'w' }, true)).toEqual({ workspace: 'w' })
  for (const value of [null, 'w', {}, { task: 1 }]) expect(parseTimeline(value, true)).toBeNull()
  expect(parseTimeline({ task: 't' }, false)).toBeNull()
})
