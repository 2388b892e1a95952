import { objectShape, parseJson } from '@wingmark/contract/json'
import { liveSignMs } from '@wingmark/contract/live'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { isEnding } from '#web/lib/api-error'
import { backOffMs } from '#web/lib/back-off'
import { beforeLeaving } from '#web/lib/session'

export type LiveStatus = 'connecting' | 'open' | 'waiting' | 'refused'

type LiveOptions<E> = {
  path: string
  /** Read at each try. */
  headers: () => Record<string, string>
  /** Null: from now on. */
  lastEventId: string | null
  onEvent: (event: E) => void
  onStatus: (status: LiveStatus) => void
}

/** Longer silence than a late sign of life means a dead connection. */
const silenceMs = liveSignMs + 10_000

const open = new Set<() => void>()
// The session has ended: another try would only be refused.
beforeLeaving(async () => open.forEach((close) => close()))

/** Reads a live stream until closed, resuming after connection loss. `refused`: access ended, no retry. `E`: the stream's events. */
export function openLive<E extends { event: string; data: unknown }>(options: LiveOptions<E>): () => void {
  const { path, lastEventId, onEvent, onStatus } = options
  let last = lastEventId
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: AbortController | null = null
  let isClosed = false

  const connect = async () => {
    clearTimeout(timer)
    timer = undefined
    line = new AbortController()
    const { signal } = line
    onStatus('connecting')
    const outcome = await read(signal).catch((): 'dropped' => 'dropped')
    if (isClosed || signal.aborted) return
    if (outcome === 'refused') return onStatus('refused')
    // Browsers hold silent connections, and open only a few per server.
    line.abort()
    attempt += 1
    onStatus('waiting')
    timer = setTimeout(connect, backOffMs(attempt))
  }

  const read = async (signal: AbortSignal): Promise<'dropped' | 'refused'> => {
    const response = await withinSilence(fetch(path, { headers: headers(), signal, cache: 'no-store' }))
    if (signal.aborted) return 'dropped'
    if (isEnding(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'dropped'
    onStatus('open')
    const parser = createParser({
      onEvent(message) {
        attempt = 0
        if (message.id) last = message.id
        const event = parse<E>(message)
        if (event) onEvent(event)
      },
    })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const chunk = await withinSilence(reader.read())
      if (chunk.done) return 'dropped'
      parser.feed(chunk.value)
    }
  }

  const headers = () => ({
    accept: 'text/event-stream',
    ...(last === null ? {} : { 'last-event-id': last }),
    ...options.headers(),
  })

  const restart = () => {
    attempt = 0
    line?.abort()
    void connect()
  }

  // Returning to the tab is a good time to retry; a connection of another network is silently dead.
  const hurry = () => {
    if (document.visibilityState === 'visible' && timer !== undefined) restart()
  }

  document.addEventListener('visibilitychange', hurry)
  window.addEventListener('online', restart)
  window.addEventListener('offline', restart)
  void connect()

  const close = () => {
    open.delete(close)
    isClosed = true
    clearTimeout(timer)
    line?.abort()
    document.removeEventListener('visibilitychange', hurry)
    window.removeEventListener('online', restart)
    window.removeEventListener('offline', restart)
  }
  open.add(close)
  return close
}

/** Null unless the data is an object. Listeners ignore event names of future versions. */
function parse<E extends { event: string; data: unknown }>(message: EventSourceMessage): E | null {
  if (!message.event) return null
  const data = parseJson(message.data, objectShape)
  // The server's tests check streams against the contract, like every reply.
  return data && ({ event: message.event, data, id: message.id } as unknown as E)
}

async function withinSilence<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('silent')), silenceMs)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}
