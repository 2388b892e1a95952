import { type LiveEvent, liveReviewPath } from '@wingmark/contract/live'
import { createParser } from 'eventsource-parser'
import { parseLive } from '#web/features/room/live/parse-live'
import { bearerToken } from '#web/lib/api'
import { backOffMs } from '#web/lib/back-off'
import { shareProofOf } from '#web/lib/share-proof'

export type LiveStatus = 'connecting' | 'open' | 'waiting' | 'refused'

type LiveOptions = {
  reviewId: string
  lastEventId: string
  onEvent: (event: LiveEvent) => void
  onStatus: (status: LiveStatus) => void
}

/** The server sends a sign of life more often than this; a line that is silent longer is dead. */
const silenceMs = 60_000

/**
 * Reads a review's live stream with the caller's headers until closed, and goes on after the last event
 * whenever the line drops. `refused` means that the access has ended: it does not try again by itself.
 */
export function openLive({ reviewId, lastEventId, onEvent, onStatus }: LiveOptions): () => void {
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
    attempt += 1
    onStatus('waiting')
    timer = setTimeout(connect, backOffMs(attempt))
  }

  const read = async (signal: AbortSignal): Promise<'dropped' | 'refused'> => {
    const response = await fetch(liveReviewPath(reviewId), { headers: headers(), signal, cache: 'no-store' })
    if (isRefusal(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'dropped'
    onStatus('open')
    const parser = createParser({
      onEvent(message) {
        attempt = 0
        if (message.id) last = message.id
        const event = parseLive(message)
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

  const headers = () => {
    const token = bearerToken()
    const share = shareProofOf(reviewId)
    return {
      accept: 'text/event-stream',
      'last-event-id': last,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(share ? { 'x-share-token': share } : {}),
    }
  }

  const restart = () => {
    attempt = 0
    line?.abort()
    void connect()
  }

  // Coming back to the tab is the best moment to try; back on the network the old line is dead anyway.
  const hurry = () => {
    if (document.visibilityState === 'visible' && timer !== undefined) restart()
  }

  document.addEventListener('visibilitychange', hurry)
  window.addEventListener('online', restart)
  void connect()

  return () => {
    isClosed = true
    clearTimeout(timer)
    line?.abort()
    document.removeEventListener('visibilitychange', hurry)
    window.removeEventListener('online', restart)
  }
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403 || status === 404 || status === 410 || status === 423
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
