import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredEventName, UserEventData, UserEventName } from '@wingmark/contract/live'
import { Subject } from '@wingmark/contract/subjects'
import type { Database, Queryable } from '#server/db/client'
import { insertUserEvents } from '#server/db/user-events'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import {
  deleteOldEvents,
  type EventBatch,
  findEvents,
  insertEvents,
  type Listener,
  openListener,
  sendHints,
} from '#server/modules/events/store'

export type { EventBatch, StoredEvent } from '#server/modules/events/store'

export type NewEvent = {
  event: StoredEventName
  targetId: string
  /** Parents of subjects that may be gone: the comment's file, the reply's comment. */
  parentId?: string | undefined
}

/** A user who gets an event on their own stream, and what it is about. */
export type UserEventTarget = { user: string; target: string }

/** Loads the targets of one event kind for all readers. The result presents one; null if gone or hidden. */
export type ReadUserEvents<N extends UserEventName> = (
  deps: Deps,
  notified: readonly UserEventTarget[],
) => Promise<(reader: UserActor, target: string) => UserEventData<N> | null>

/** A module's events on users' own streams, in its `module.ts`. */
export type UserEventReaders = { [N in UserEventName]?: ReadUserEvents<N> }

/** A signal between processes after a commit; losing one loses nothing, since events are rows. */
export type Hint =
  | { kind: 'subject'; subject: Subject }
  /** Sessions of this user have ended. */
  | { kind: 'user'; id: string }
  /** They have new events. */
  | { kind: 'inbox'; id: string }
  | { kind: 'presence'; text: string }
  /** A process with viewers lives, and has sent this many reports of presence. */
  | { kind: 'alive'; sent: number }
  /** The process `of` reports all its viewers again. */
  | { kind: 'report'; of: string }
  /** What someone is doing there now. */
  | { kind: 'here'; text: string }
  /** Hints may have been lost: check everything. */
  | { kind: 'all' }

type Hints = {
  origin: string
  pending: Set<string>
  isSending: boolean
  hearers: Set<(hint: Hint, from: string) => void>
  listener: Listener | null
  isStopped: boolean
}

/** Sends hints about one subject within this time as one. */
const gatherMs = 10
const retryMs = 500

const hintsByDatabase = new WeakMap<Database, Hints>()

function hintsOf(deps: Deps): Hints {
  const known = hintsByDatabase.get(deps.db)
  if (known) return known
  const made: Hints = {
    origin: randomBytes(6).toString('hex'),
    pending: new Set(),
    isSending: false,
    hearers: new Set(),
    listener: null,
    isStopped: false,
  }
  hintsByDatabase.set(deps.db, made)
  return made
}

/** Records an event in the transaction that causes it; call `signalSubject` after the commit. */
export async function addEvent(tx: Queryable, subject: Subject, event: NewEvent): Promise<void> {
  await insertEvents(tx, subject, [event])
}

/** Like `addEvent`, for several in one statement. */
export async function addEvents(tx: Queryable, subject: Subject, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await insertEvents(tx, subject, events)
}

/**
 * Records events on people's own streams, about `target`. Must come last in the transaction; it locks their counters.
 * Then `signalInboxes`.
 */
export async function addUserEvents(
  tx: Queryable,
  event: UserEventName,
  notified: readonly UserEventTarget[],
): Promise<void> {
  await insertUserEvents(tx, event, notified)
}

/** Signals all processes that these people have new events; never fails, never waits. */
export function signalInboxes(deps: Deps, users: Iterable<string>): void {
  for (const id of users) tell(deps, { kind: 'inbox', id })
}

/** Like `signalInboxes`, for a command outside the server, without streams of its own. Waits, and may fail. */
export async function signalInboxesFromCommand(
  { db }: Pick<Deps, 'db'>,
  users: readonly string[],
): Promise<void> {
  await sendHints(
    db,
    users.map((id) => `command|${payloadOf({ kind: 'inbox', id })}`),
  )
}

/** Events after number `after`; null if the subject is gone. */
export function readEvents(
  deps: Deps,
  subject: Subject,
  after: number,
  limit: number,
): Promise<EventBatch | null> {
  return findEvents(deps.db, subject, after, limit)
}

/** For the nightly sweep. */
export function sweepEvents(deps: Deps, keptDays: number): Promise<void> {
  return deleteOldEvents(deps.db, keptDays)
}

/** Signals the viewers' processes that a subject has new events; never fails, never waits. */
export function signalSubject(deps: Deps, subject: Subject): void {
  tell(deps, { kind: 'subject', subject })
}

/** Signals all processes that sessions of a user have ended. */
export function signalUser(deps: Deps, userId: string): void {
  tell(deps, { kind: 'user', id: userId })
}

/** Sends the other processes the viewers here. */
export function sendPresence(deps: Deps, text: string): void {
  tell(deps, { kind: 'presence', text })
}

/** Sends the other processes that this one lives, and how many reports of presence it has sent. */
export function sendAlive(deps: Deps, sent: number): void {
  tell(deps, { kind: 'alive', sent })
}

/** Asks a process to report all its viewers again. */
export function askForReports(deps: Deps, of: string): void {
  tell(deps, { kind: 'report', of })
}

/** Sends all processes, including this one, what someone is doing. */
export function sendHere(deps: Deps, text: string): void {
  tell(deps, { kind: 'here', text })
}

/** Subscribes to the hints of all processes; returns how to unsubscribe. */
export function onHint(deps: Deps, hear: (hint: Hint, from: string) => void): () => void {
  const { hearers } = hintsOf(deps)
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Subscribes to the hints of this process alone; returns how to unsubscribe. */
export function onOwnHint(deps: Deps, hear: (hint: Hint) => void): () => void {
  const { origin } = hintsOf(deps)
  return onHint(deps, (hint, from) => {
    if (from === origin) hear(hint)
  })
}

/** Keeps one listening connection open until `stopEvents`. */
export async function startEvents(deps: Deps): Promise<void> {
  const hints = hintsOf(deps)
  hints.isStopped = false
  await listen(deps, hints)
}

export async function stopEvents(deps: Deps): Promise<void> {
  const hints = hintsOf(deps)
  hints.isStopped = true
  await hints.listener?.close().catch(() => {})
  hints.listener = null
}

async function listen(deps: Deps, hints: Hints): Promise<void> {
  const hint = (payload: string) => {
    const [origin = ''] = payload.split('|', 1)
    if (origin === hints.origin) return
    const heard = readHint(payload.slice(origin.length + 1))
    const isForOthers = heard?.kind === 'report' && heard.of !== hints.origin
    if (heard && !isForOthers) hear(hints, heard, origin)
  }
  const lost = () => {
    hints.listener = null
    deps.log.warn('the connection that hears live events was lost')
    void listenAgain(deps, hints)
  }
  const listener = await openListener(deps.db, { hint, lost })
  if (hints.isStopped) return listener.close()
  hints.listener = listener
}

/** Null for a kind that only newer processes know. */
function readHint(text: string): Hint | null {
  const [kind = '', rest = ''] = text.split('|', 2)
  const subject = Subject.safeParse({ kind, _id: rest })
  if (subject.success) return { kind: 'subject', subject: subject.data }
  if (kind === 'user' || kind === 'inbox') return { kind, id: rest }
  if (kind === 'presence' || kind === 'here') return { kind, text: text.slice(kind.length + 1) }
  if (kind === 'alive') return { kind, sent: Number(rest) }
  return kind === 'report' ? { kind, of: rest } : null
}

async function listenAgain(deps: Deps, hints: Hints): Promise<void> {
  while (!hints.isStopped) {
    await sleep(retryMs, undefined, { ref: false })
    try {
      await listen(deps, hints)
      return hear(hints, { kind: 'all' }, hints.origin)
    } catch (error) {
      deps.log.debug({ err: error }, 'live events: no connection yet')
    }
  }
}

function hear(hints: Hints, hint: Hint, from: string): void {
  for (const one of hints.hearers) one(hint, from)
}

const isForOthersOnly: ReadonlySet<string> = new Set(['presence', 'alive', 'report'])

function tell(deps: Deps, hint: Exclude<Hint, { kind: 'all' }>): void {
  const hints = hintsOf(deps)
  if (!isForOthersOnly.has(hint.kind)) hear(hints, hint, hints.origin)
  hints.pending.add(`${hints.origin}|${payloadOf(hint)}`)
  if (!hints.isSending) void sendPending(deps, hints)
}

function payloadOf(hint: Exclude<Hint, { kind: 'all' }>): string {
  if (hint.kind === 'subject') return `${hint.subject.kind}|${hint.subject._id}`
  if (hint.kind === 'alive') return `alive|${hint.sent}`
  if (hint.kind === 'report') return `report|${hint.of}`
  return `${hint.kind}|${'text' in hint ? hint.text : hint.id}`
}

async function sendPending(deps: Deps, hints: Hints): Promise<void> {
  hints.isSending = true
  while (hints.pending.size > 0) {
    const payloads = [...hints.pending]
    hints.pending.clear()
    try {
      await sendHints(deps.db, payloads)
    } catch (error) {
      // Viewers elsewhere find the events at their next heartbeat.
      deps.log.debug({ err: error }, 'live events: hint not sent')
    }
    await sleep(gatherMs)
  }
  hints.isSending = false
}
