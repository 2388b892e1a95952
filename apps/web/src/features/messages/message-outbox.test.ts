import { QueryClient } from '@tanstack/react-query'
import { sendMessage } from '@wingmark/contract/messages'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createOutbox } from '#web/features/comments/outbox/outbox'
import { networkError } from '#web/lib/api-error'
import { answerLocally } from '#web/lib/local-answers'
import { messageKinds } from './message-outbox.ts'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('reads messages that this build or an earlier one kept, and nothing else', () => {
  const { read } = messageKinds
  expect(read({ to: 'bo' }, true)).toEqual({ kind: 'message', to: 'bo' })
  expect(read({ kind: 'message', to: 'bo' }, true)).toEqual({ kind: 'message', to: 'bo' })
  for (const value of [null, 'bo', {}, { to: 1 }, { kind: 'reply', to: 'bo' }])
    expect(read(value, true)).toBeNull()
  expect(read({ to: 'bo' }, false)).toBeNull()
})

test('messages to one person arrive in the order written, and those to others do not wait', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  const sent: string[] = []
  let isBoThere = false
  const stop = answerLocally(async (route, { body }) => {
    if (route !== sendMessage) throw networkError()
    const { to, message } = body as { to: string; message: string }
    if (to === 'bo' && !isBoThere) throw networkError()
    sent.push(message)
    const result = { _id: message, conversation: to }
    return { result, conversation: { _id: to, lastNumber: 0 } }
  })
  onTestFinished(stop)
  const whoAmI = async () => null
  const outbox = createOutbox({ place: 'messages', kinds: messageKinds, at: new QueryClient(), whoAmI })
  const by = { files: [], mentioned: [], author: 'Ada', writer: null }
  const to = (person: string) => ({ kind: 'message' as const, to: person })
  const first = outbox.send({ ...by, target: to('bo'), message: 'One' })
  outbox.send({ ...by, target: to('bo'), message: 'Two' })
  outbox.send({ ...by, target: to('cy'), message: 'Three' })
  await vi.waitFor(() => expect(sent).toEqual(['Three']))
  isBoThere = true
  outbox.retry(first)
  await vi.waitFor(() => expect(sent).toEqual(['Three', 'One', 'Two']))
})
