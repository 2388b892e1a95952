import { backOffMs } from '#web/lib/back-off'
import {
  type OutboxAction,
  type OutboxItem,
  type OutboxState,
  outboxReducer,
} from '#web/features/comments/outbox/outbox-state'
import { forgetItem, keepItem, readItems } from '#web/features/comments/outbox/outbox-storage'
import { createStore, type Store } from '#web/lib/store'
import { ApiError } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'

export type Outbox = {
  store: Store<OutboxState, OutboxAction>
  send: (item: OutboxItem) => void
  /** Once more, with the same key. */
  retry: (key: string) => void
  discard: (key: string) => void
  /** Sends what an earlier visit left; the returned function stops all tries. */
  start: () => () => void
}

/**
 * Delivers what was written: at once, again after a lost line, and after a reload. Nothing is ever sent twice, nor by
 * anybody but its writer. `whoAmI` tells the account; null for a guest.
 */
export function createOutbox(
  reviewId: string,
  deliver: (item: OutboxItem) => Promise<void>,
  whoAmI: () => Promise<string | null>,
): Outbox {
  const store = createStore(outboxReducer, [])
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const find = (key: string) => store.get().find((item) => item.key === key)
  let isStopped = false

  const attempt = async (key: string) => {
    clearTimeout(timers.get(key))
    timers.delete(key)
    if (find(key)?.state === 'sending') return
    store.dispatch({ do: 'try', key })
    const item = find(key)
    if (!item) return
    try {
      await deliver(item)
      store.dispatch({ do: 'remove', key })
      forgetItem(reviewId, key)
    } catch (error) {
      failed(item, error)
    }
  }

  const failed = (item: OutboxItem, error: unknown) => {
    const words = messageForError(error) ?? 'This could not be sent.'
    if (!isPassing(error)) return store.dispatch({ do: 'fail', key: item.key, error: words })
    store.dispatch({ do: 'wait', key: item.key, error: words })
    if (!isStopped)
      timers.set(
        item.key,
        setTimeout(() => void attempt(item.key), waitOf(error, item.tries)),
      )
  }

  const retryAll = () => {
    for (const item of store.get()) if (item.state === 'waiting') void attempt(item.key)
  }

  const readAgain = async () => {
    const writer = await whoAmI()
    if (isStopped) return
    for (const item of readItems(reviewId, writer)) store.dispatch({ do: 'add', item })
    retryAll()
  }

  // Who it is may not have been known without a line.
  const onLine = () => {
    retryAll()
    void readAgain()
  }

  return {
    store,
    send(item) {
      store.dispatch({ do: 'add', item: { ...item, state: 'waiting' } })
      keepItem(reviewId, item)
      void attempt(item.key)
    },
    retry: (key) => void attempt(key),
    discard(key) {
      clearTimeout(timers.get(key))
      store.dispatch({ do: 'remove', key })
      forgetItem(reviewId, key)
    },
    start() {
      isStopped = false
      void readAgain()
      window.addEventListener('online', onLine)
      return () => {
        isStopped = true
        window.removeEventListener('online', onLine)
        for (const timer of timers.values()) clearTimeout(timer)
      }
    },
  }
}

/** Failures that time heals. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status)
}

function waitOf(error: unknown, tries: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(asked, backOffMs(tries))
}
