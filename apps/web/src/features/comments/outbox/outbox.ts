import { v4 as uuid } from 'uuid'
import {
  type OutboxAction,
  type OutboxItem,
  type OutboxState,
  outboxReducer,
} from '#web/features/comments/outbox/outbox-state'
import {
  forgetItem,
  keepItem,
  type ParseTarget,
  readItems,
} from '#web/features/comments/outbox/outbox-storage'
import { ApiError } from '#web/lib/api-error'
import { backOffMs } from '#web/lib/back-off'
import { messageForError } from '#web/lib/error-toast'
import { createStore, type Store } from '#web/lib/store'

/** What a composer hands over: the words with their files, who wrote them and where they go. */
export type Outgoing<Target> = Pick<
  OutboxItem<Target>,
  'target' | 'message' | 'files' | 'mentioned' | 'author' | 'writer'
>

export type Outbox<Target> = {
  store: Store<OutboxState<Target>, OutboxAction<Target>>
  /** On screen at once, delivered as soon as the line allows; answers its key. */
  send: (outgoing: Outgoing<Target>) => string
  /** Once more, with the same key. */
  retry: (key: string) => void
  discard: (key: string) => void
  /** Sends what an earlier visit left; the returned function stops all tries. */
  start: () => () => void
}

type Options<Target> = {
  /** Names what is kept on this device: the review, the conversation. */
  place: string
  parseTarget: ParseTarget<Target>
  deliver: (item: OutboxItem<Target>) => Promise<void>
  /** Tells the account; null for a guest. */
  whoAmI: () => Promise<string | null>
}

/**
 * Delivers what was written: at once, again after a lost line, and after a reload. Nothing is ever sent twice, nor by
 * anybody but its writer.
 */
export function createOutbox<Target>({
  place,
  parseTarget,
  deliver,
  whoAmI,
}: Options<Target>): Outbox<Target> {
  const store = createStore<OutboxState<Target>, OutboxAction<Target>>(outboxReducer, [])
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
      forgetItem(place, key)
    } catch (error) {
      failed(item, error)
    }
  }

  const failed = (item: OutboxItem<Target>, error: unknown) => {
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
    for (const item of readItems(place, writer, parseTarget)) store.dispatch({ do: 'add', item })
    retryAll()
  }

  // Who it is may not have been known without a line.
  const onLine = () => {
    retryAll()
    void readAgain()
  }

  return {
    store,
    send(outgoing) {
      const at = new Date().toISOString()
      const item = { ...outgoing, key: uuid(), at, state: 'waiting' as const, error: null, tries: 0 }
      store.dispatch({ do: 'add', item })
      keepItem(place, item)
      void attempt(item.key)
      return item.key
    },
    retry: (key) => void attempt(key),
    discard(key) {
      clearTimeout(timers.get(key))
      store.dispatch({ do: 'remove', key })
      forgetItem(place, key)
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
