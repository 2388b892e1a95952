import { liveUserPath, type UserEvent } from '@wingmark/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { openLive } from '#web/lib/live-connection'
import { createValue, useStore } from '#web/lib/store'

/** Between the tabs of one person: the one that leads tells, a newcomer asks. */
type Word =
  | { say: 'hello' }
  | { say: 'line'; isUp: boolean; last: string | null }
  | { say: 'event'; event: UserEvent }

const hearers = new Set<(event: UserEvent) => void>()
const isUp = createValue(false)

/** Hears the person's own live events while mounted. `reset`: whatever was loaded may be old. */
export function useUserEvents(hear: (event: UserEvent) => void): void {
  const onEvent = useEffectEvent(hear)
  useEffect(() => {
    const one = (event: UserEvent) => onEvent(event)
    hearers.add(one)
    return () => void hearers.delete(one)
  }, [])
}

/** How often to ask for what the stream tells: not while it is up. */
export function useRefreshing(refreshMs: number): { refetchInterval: number | false } {
  return { refetchInterval: useStore(isUp, (up) => up) ? false : refreshMs }
}

/** Keeps the person's stream: one tab reads it, all tabs hear it. */
export function useUserLive(token: string | null): void {
  useEffect(() => (token === null ? undefined : followUserLive(token)), [token])
}

/** Where the browser has no locks (a plain `http://` address), nobody leads, and what must be known is asked for. */
function followUserLive(token: string): () => void {
  if (!('locks' in navigator)) return () => {}
  const name = `wingmark.live.${token.slice(-12)}`
  const channel = new BroadcastChannel(name)
  const over = new AbortController()
  let last: string | null = null
  let isLeader = false

  const say = (word: Word) => {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes none.
      channel.postMessage(word)
    } catch {
      // The page is being left, and its channel is closed already.
    }
  }
  const sayLine = () => say({ say: 'line', isUp: isUp.get(), last })
  const hear = (event: UserEvent) => {
    last = event.id ?? last
    for (const one of hearers) one(event)
  }

  const lead = () =>
    new Promise<void>((done) => {
      // Granted in the moment in which it was left.
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
  // Granted to one tab at a time, and to the next one when that is gone.
  navigator.locks.request(name, { signal: over.signal }, lead).catch(() => {})

  return () => {
    over.abort()
    channel.close()
    isUp.dispatch(false)
  }
}
