import { liveSignMs } from '@wingmark/contract/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Connections to a server that speaks only on command. */
type Line = { say: (text: string) => void; signal: AbortSignal; lastEventId: string | undefined }

const lines: Line[] = []
/** Whether the next one gets an answer. */
let isAnswered = true

function answer(
  _path: string,
  { signal, headers }: { signal: AbortSignal; headers: Record<string, string> },
) {
  let say = (_text: string) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      say = (text) => controller.enqueue(new TextEncoder().encode(text))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  lines.push({ say, signal, lastEventId: headers['last-event-id'] })
  return isAnswered ? Promise.resolve(new Response(body)) : new Promise(() => {})
}

beforeEach(() => {
  vi.useFakeTimers()
  const target = { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: 'visible' }
  vi.stubGlobal('document', target)
  vi.stubGlobal('window', target)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', answer)
  lines.length = 0
  isAnswered = true
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  const { openLive } = await import('./live-connection.ts')
  const said: string[] = []
  const close = openLive<{ event: string; data: unknown }>({
    path: '/live',
    headers: () => ({}),
    lastEventId: null,
    onEvent: ({ event }) => said.push(event),
    onStatus: (status) => said.push(status),
  })
  return { said, close }
}

test('replaces a silent connection within half a minute by one that resumes after the last event', async () => {
  const { said, close } = await open()
  await vi.advanceTimersByTimeAsync(0)
  lines[0]?.say('id: 7\nevent: news\ndata: {}\n\n')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(said.slice(0, 6)).toEqual(['connecting', 'open', 'news', 'waiting', 'connecting', 'open'])
  expect(lines.map(({ signal, lastEventId }) => [signal.aborted, lastEventId])).toEqual([
    [true, undefined],
    [false, '7'],
  ])
  close()
})

test('signs of life keep an otherwise silent connection', async () => {
  const { said, close } = await open()
  for (let n = 0; n < 20; n++) {
    await vi.advanceTimersByTimeAsync(liveSignMs)
    lines[0]?.say(':\n\n')
  }
  expect(said).toEqual(['connecting', 'open'])
  expect(lines).toHaveLength(1)
  close()
})

test('retries a server that accepts the connection and never answers', async () => {
  isAnswered = false
  const { said, close } = await open()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(said).toEqual(['connecting', 'waiting', 'connecting'])
  expect(lines[0]?.signal.aborted).toBe(true)
  close()
})
