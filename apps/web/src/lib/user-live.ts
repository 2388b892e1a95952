import { liveUserPath, type UserEvent } from '@wingmark/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { openLive } from '#web/lib/live-connection'
import { createValue, useStore } from '#web/lib/store'

/** Between one user's tabs: the leader broadcasts, a newcomer asks. */
type Word =
  | { say: 'hello' }
  | { say: 'line'; isUp: boolean; last: string | null }
  | { say: 'event'; event: UserEvent }

const hearers = new Set<(event: UserEvent) => void>()
const isUp = createValue(false)

/** Receives the user's live events while mounted. `reset`: loaded data may be old. */
export function useUserEvents(hear: (event: UserEvent) => void): void {
  const onEvent = useEffectEvent(hear)
  useEffect(() => {
    const one = (event: UserEvent) => onEvent(event)
    hearers.add(one)
    return () => void hearers.delete(one)
  }, [])
}

/** The poll interval for what the stream announces: none while it is up. */
export function useRefreshing(refreshMs: number): { refetchInterval: number | false } {
  return { refetchInterval: useStore(isUp, (up) => up) ? false : refreshMs }
}

/** Keeps the user's stream: one tab reads it, all tabs receive it. */
export function useUserLive(token: string | null): void {
  useEffect(() => (token === null ? undefined : followUserLive(token)), [token])
}

/** Without locks (plain `http://`), no tab leads, and data is polled. */
function followUserLive(token: string): () => void {
  if (!('locks' in navigator)) return () => {}
  const name = `wingmark.live.${token.slice(-12)}`
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  let last: string | null = null
  let isLeader = false

  const say = (word: Word) => {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and accepts none.
      channel.postMessage(word)
    } catch {
      // The page is closing, and so is its channel.
    }
  }
  const sayLine = () => say({ say: 'line', isUp: isUp.get(), last })
  const hear = (event: UserEvent) => {
    last = event.id ?? last
    for (const one of hearers) one(event)
  }

  const lead = () =>
    new Promise<void>((done) => {
      // Granted just when it was cancelled.
      if (over.signal.aborted) return done()
      isLeader = true
      const close = openLive<UserEvent>({
        path: liveUserPath,
        headers: () => ({ authorization: `Bearer ${token}` }),
        lastEventId: last,
        onEvent(event) {
          say({ say: 'event', event })
          hear(event)
        },
        onStatus(status) {
          isUp.dispatch(status === 'open')
          sayLine()
        },
      })
      over.signal.addEventListener('abort', () => {
        close()
        done()
      })
    })

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.say === 'hello') {
      if (isLeader) sayLine()
    } else if (data.say === 'event') {
      hear(data.event)
    } else {
      last = data.last ?? last
      isUp.dispatch(data.isUp)
    }
  })
  say({ say: 'hello' })
  // Granted to one tab at a time, and to the next when that closes.
  navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {})

  return () => {
    over.abort()
    channel.close()
    isUp.dispatch(false)
  }
}
