import { v4 as uuid } from 'uuid'
import {
  aheadOf,
  behind,
  type Kinds,
  queueOf,
  textOf,
  withFollowers,
} from '#web/features/comments/outbox/outbox-queues'
import {
  type End,
  type OutboxAction,
  type OutboxItem,
  type OutboxState,
  outboxReducer,
} from '#web/features/comments/outbox/outbox-state'
import {
  forgetItem,
  isItemKept,
  itemGone,
  keepItem,
  readItems,
} from '#web/features/comments/outbox/outbox-storage'
import { ApiError, isPassing } from '#web/lib/api-error'
import { backOffMs } from '#web/lib/back-off'
import { messageForError } from '#web/lib/error-toast'
import { getSession, subscribeToSession } from '#web/lib/session'
import { createStore, type Store } from '#web/lib/store'
import { toast } from '#web/lib/toast'

/** What a composer hands over: the text with its files, its writer and its target. */
export type Outgoing<Target> = Pick<
  OutboxItem<Target>,
  'target' | 'message' | 'files' | 'mentioned' | 'author' | 'writer' | 'proof'
> & { key?: string }

export type Outbox<Target> = {
  store: Store<OutboxState<Target>, OutboxAction<Target>>
  /** Shows it at once and delivers it when online; returns its key, reusing an earlier try's. */
  send: (outgoing: Outgoing<Target>, key?: string) => string
  /** Tries again, with the same key. */
  retry: (key: string) => void
  /** With all that hangs on it. */
  discard: (key: string) => void
  /** The writer's own text, which they would have to write again. */
  textOf: (item: OutboxItem<Target>) => string
  /** Reads items that other tabs left, and retries refused ones. */
  lookAgain: () => void
  /** Sends what an earlier visit left; the returned function stops all tries. */
  start: () => () => void
}

type Options<Target, At> = {
  /** Names the stored place: a review or conversation. */
  place: string
  kinds: Kinds<Target, At>
  /** What sending needs. */
  at: At
  /** Sends an item as its writer. */
  asWriter?: (item: OutboxItem<Target>, send: () => Promise<void>) => Promise<void>
  /** Called once an item has arrived. */
  onSent?: () => Promise<unknown>
  /** Resolves to the account; null for a guest. */
  whoAmI: () => Promise<string | null>
  /** Whether a refused item's target is gone. Throws if that is unknown now. */
  findEnd?: (item: OutboxItem<Target>, error: unknown) => Promise<End | null>
  /** Announces what has ended, wherever its writer is. */
  say?: (sentence: string) => void
  /** Said of an ended item with text. */
  kept?: string
}

/** Delivers messages at once, after a lost connection, and after a reload; never twice, and only as their writer. */
export function createOutbox<Target, At>(options: Options<Target, At>): Outbox<Target> {
  const { place, kinds, whoAmI, say = toast, kept: keptWords = 'Your text is saved here.' } = options
  const store = createStore<OutboxState<Target>, OutboxAction<Target>>(outboxReducer, [])
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const find = (key: string) => store.get().find((item) => item.key === key)
  /** Items stored on the device: those gone from there were sent or discarded by another tab. */
  const kept = new Set<string>()
  const isGone = (key: string) => kept.has(key) && !isItemKept(place, key)
  let isStopped = false
  let sentLast = 0

  const drop = (key: string) => {
    clearTimeout(timers.get(key))
    store.dispatch({ do: 'remove', key })
  }

  const remove = (key: string) => {
    const item = find(key)
    drop(key)
    if (item) goOn(item)
  }

  /** Starts what waited for this one. */
  const goOn = (item: OutboxItem<Target>) => {
    if (!isStopped) for (const { key } of behind(kinds, store.get(), item)) void attempt(key)
  }

  const attempt = async (key: string) => {
    clearTimeout(timers.get(key))
    timers.delete(key)
    const known = find(key)
    if (!known || known.state === 'sending' || known.end?.of === 'part') return
    if (isGone(key)) return remove(key)
    const ahead = aheadOf(kinds, store.get(), known)
    if (ahead?.state === 'failed') {
      store.dispatch({ do: 'fail', key, error: `${heldBack} ${ahead.error ?? ''}`.trim() })
      return known.state === 'waiting' ? goOn(known) : undefined
    }
    if (ahead) return store.dispatch({ do: 'wait', key, error: '' })
    store.dispatch({ do: 'try', key })
    const item = find(key)
    if (!item) return
    try {
      const end = await inTurn(`${place}.${queueOf(kinds, item)}`, async () => {
        if (isGone(key)) return null
        const end = await deliver(options, item)
        if (end) finish(item, end, known.end !== undefined && known.end !== null)
        return end
      })
      if (end) return goOn(item)
      forgetItem(place, key)
      remove(key)
    } catch (error) {
      failed(item, error)
    }
  }

  /** Text stays, to be copied; all else is dropped. Either is reported once. */
  const finish = (item: OutboxItem<Target>, end: End, isKnown: boolean) => {
    const { key } = item
    const hasContent = textOf(kinds, item) !== '' || item.files.length > 0
    if (hasContent) {
      store.dispatch({ do: 'end', key, end })
      if (keepItem(place, { ...item, end })) kept.add(key)
    } else {
      forgetItem(place, key)
      remove(key)
    }
    if (!isKnown) say(hasContent ? `${end.why} ${keptWords}` : end.why)
  }

  const failed = (item: OutboxItem<Target>, error: unknown) => {
    if (isGone(item.key)) return remove(item.key)
    const words = messageForError(error) ?? 'This couldn’t be sent.'
    if (!isPassing(error)) {
      store.dispatch({ do: 'fail', key: item.key, error: words })
      return goOn(item)
    }
    store.dispatch({ do: 'wait', key: item.key, error: words })
    if (item.tries === 1 && !kept.has(item.key)) say(notKept)
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
    for (const item of readItems(place, writer, kinds.read)) {
      kept.add(item.key)
      store.dispatch({ do: 'add', item })
    }
    retryAll()
  }

  const onStorage = (event: StorageEvent) => {
    const key = itemGone(place, event)
    if (key && find(key)?.state !== 'sending') remove(key)
  }

  // Offline, the writer may not have been known.
  const onLine = () => {
    retryAll()
    void readAgain()
  }

  return {
    store,
    send(outgoing, key = outgoing.key ?? uuid()) {
      // Unique times, since items are read back in this order.
      sentLast = Math.max(Date.now(), sentLast + 1)
      const at = new Date(sentLast).toISOString()
      const item = { ...outgoing, key, at, state: 'waiting' as const, error: null, tries: 0 }
      store.dispatch({ do: 'add', item })
      if (keepItem(place, item)) kept.add(item.key)
      else kept.delete(item.key)
      void attempt(item.key)
      return item.key
    },
    retry: (key) => void attempt(key),
    textOf: (item) => textOf(kinds, item),
    discard(key) {
      const item = find(key)
      forgetItem(place, key)
      if (!item) return
      for (const one of withFollowers(kinds, store.get(), item)) {
        forgetItem(place, one.key)
        drop(one.key)
      }
      goOn(item)
    },
    lookAgain() {
      for (const item of store.get()) if (item.state === 'failed') void attempt(item.key)
      // What ended with its place may go now that this opens again.
      void readAgain().then(() => {
        for (const item of store.get()) if (item.end) void attempt(item.key)
      })
    },
    start() {
      isStopped = false
      const { token } = getSession()
      void readAgain()
      window.addEventListener('online', onLine)
      window.addEventListener('storage', onStorage)
      const unsubscribe = subscribeToSession(() => {
        // The next user, in any tab, sends nothing of this tab's memory.
        if (getSession().token !== token) stop()
      })
      const stop = () => {
        isStopped = true
        unsubscribe()
        window.removeEventListener('online', onLine)
        window.removeEventListener('storage', onStorage)
        for (const timer of timers.values()) clearTimeout(timer)
      }
      return stop
    },
  }
}

const heldBack = 'An earlier change was refused.'
const notKept = 'This browser is out of space. Keep this page open until your changes have been sent.'

/** Sends an item; resolves to what it lost if that is gone. */
async function deliver<Target, At>(
  { kinds, at, asWriter = (_item, send) => send(), onSent, findEnd }: Options<Target, At>,
  item: OutboxItem<Target>,
): Promise<End | null> {
  try {
    await asWriter(item, () => kinds.of(item.target).send(at, item.target, item))
    await onSent?.()
    return null
  } catch (error) {
    const end = await findEnd?.(item, error)
    if (!end) throw error
    return end
  }
}

/** Two tabs never send from one queue at once. Pages not served over https have no locks. */
const inTurn = <T>(queue: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`wingmark.outbox.${queue}`, work) : work()

function waitOf(error: unknown, tries: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(asked, backOffMs(tries))
}
