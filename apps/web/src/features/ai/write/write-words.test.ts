import { v4 as uuid } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { writeWords } from '#web/features/ai/write/write-words'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['by a link', 'code-of-link'],
  ['as a member', undefined],
])('requests an answer %s with its share token, if any', async (_how, share) => {
  const done = { text: 'Fine.', characters: 5, isCut: false, meter: { used: 5, limit: 10, resetsAt: '' } }
  let sent: Headers | null = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent = new Headers(init?.headers)
    return new Response(`event: words\ndata: {"text":"Fi"}\n\nevent: done\ndata: ${JSON.stringify(done)}\n\n`)
  })
  const heard: string[] = []
  const body = { kind: 'ANSWER' as const, text: '', comment: uuid() }
  const asked = { share, onWords: (text: string) => heard.push(text), signal: new AbortController().signal }
  expect(await writeWords(body, asked)).toEqual(done)
  expect([heard, (sent as Headers | null)?.get('x-share-token') ?? undefined]).toEqual([['Fi'], share])
})
