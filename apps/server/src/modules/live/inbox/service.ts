import { liveSignMs } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { Authenticate, UserActor } from '#server/http/actor'
import { type EventStream, encodeEvent } from '#server/http/event-stream'
import { onHint, type UserEventReaders } from '#server/modules/events/service'
import { loadInboxEvents, requireEveryReader } from '#server/modules/live/inbox/present'
import { type Inbox, readInboxes } from '#server/modules/live/inbox/store'

type Reader = {
  actor: UserActor
  token: string
  stream: EventStream
  /** Number of the last event sent, or `unknown`. */
  seq: number
}

export type InboxStreams = {
  add(reader: { actor: UserActor; token: string; stream: EventStream; lastEventId: string | null }): void
  close(): void
}

const retryMs = 1_000
const batchSize = 50
/** A client that missed more must reload everything instead. */
const replayMax = 500
const backlogMaxBytes = 64 * 1024
/** Above every existing number, to request only the newest. */
const unknown = Number.MAX_SAFE_INTEGER

/** Each user's own events, for all their open pages. One query for all readers in this process. */
export function createInboxStreams(
  deps: Deps,
  { authenticate, readers: moduleReaders }: { authenticate: Authenticate; readers: UserEventReaders },
): InboxStreams {
  requireEveryReader(moduleReaders)
  const byUser = new Map<string, Set<Reader>>()
  let due: Set<string> | 'all' = new Set()
  let isRunning = false

  const unsubscribe = onHint(deps, (hint) => {
    if (hint.kind === 'inbox' && byUser.has(hint.id)) schedule(hint.id)
    if (hint.kind === 'all') schedule('all')
    if (hint.kind === 'user') void checkTokens([...(byUser.get(hint.id) ?? [])])
  })
  const heart = setInterval(() => void beat(), liveSignMs)
  heart.unref()

  function add({ lastEventId, ...given }: Parameters<InboxStreams['add']>[0]): void {
    const seq = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : unknown
    const reader: Reader = { ...given, seq }
    const { id } = reader.actor
    const ofUser = byUser.get(id) ?? new Set()
    byUser.set(id, ofUser.add(reader))
    reader.stream.onClose(() => {
      ofUser.delete(reader)
      if (ofUser.size === 0 && byUser.get(id) === ofUser) byUser.delete(id)
    })
    schedule(id)
  }

  function schedule(user: string): void {
    if (user === 'all') due = 'all'
    else if (due !== 'all') due.add(user)
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (due === 'all' || due.size > 0) {
        // Users scheduled in the same turn are read together.
        await Promise.resolve()
        const users = due === 'all' ? [...byUser.keys()] : [...due]
        due = new Set()
        await step(users.flatMap((user) => [...(byUser.get(user) ?? [])]))
      }
    } catch (error) {
      // The rows wait.
      deps.log.warn({ err: error }, 'events of people could not be read')
      setTimeout(() => schedule('all'), retryMs).unref()
    } finally {
      isRunning = false
    }
  }

  async function step(readers: readonly Reader[]): Promise<void> {
    const keyOf = (user: string, after: number) => `${user} ${after}`
    const waiting = new Map<string, Reader[]>()
    for (const reader of readers) {
      const key = keyOf(reader.actor.id, reader.seq)
      waiting.set(key, [...(waiting.get(key) ?? []), reader])
    }
    const wanted = [...waiting.values()].flatMap(([one]) =>
      one ? [{ user: one.actor.id, after: one.seq }] : [],
    )
    if (wanted.length === 0) return
    const inboxes = await readInboxes(deps.db, wanted, batchSize)
    const encode = await loadInboxEvents(
      deps,
      moduleReaders,
      inboxes.filter((one) => !isLost(one)),
    )
    for (const inbox of inboxes) {
      const last = isLost(inbox) ? inbox.current : (inbox.events.at(-1)?.seq ?? inbox.current)
      for (const reader of waiting.get(keyOf(inbox.user, inbox.after)) ?? []) {
        const text = isLost(inbox)
          ? encodeEvent({ name: 'reset', data: {}, id: last })
          : inbox.events.map((event) => encode(reader.actor, event)).join('')
        send(reader, text)
        reader.seq = last
      }
      if (last < inbox.current) schedule(inbox.user)
    }
  }

  // They reconnect with the number of the last one received.
  function send({ stream }: Reader, text: string): void {
    if (stream.backlog() > backlogMaxBytes) stream.end()
    else stream.send(text)
  }

  async function beat(): Promise<void> {
    const readers = [...byUser.values()].flatMap((some) => [...some])
    for (const reader of readers) send(reader, ':\n\n')
    schedule('all')
    await checkTokens(readers)
  }

  async function checkTokens(readers: readonly Reader[]): Promise<void> {
    for (const reader of readers) {
      const isLive = await authenticate(reader.token).then(
        (actor) => actor !== null,
        () => true,
      )
      if (!isLive) reader.stream.end()
    }
  }

  function close(): void {
    clearInterval(heart)
    unsubscribe()
    for (const some of byUser.values()) for (const { stream } of some) stream.end()
  }

  return { add, close }
}

/** The client missed too much, or has no number or another database's. */
function isLost({ after, current, events }: Inbox): boolean {
  const oldest = events[0]?.seq ?? current + 1
  return after > current || current - after > replayMax || oldest !== after + 1
}
