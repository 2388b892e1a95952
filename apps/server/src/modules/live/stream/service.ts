import { liveSignMs, type StoredEventName } from '@wingmark/contract/live'
import type { Subject } from '@wingmark/contract/subjects'
import type { Deps } from '#server/deps'
import type { Actor, Authenticate } from '#server/http/actor'
import { type EventStream, encodeEvent } from '#server/http/event-stream'
import { allowsAsMuch, type ReviewAccess } from '#server/modules/access/policy'
import {
  type EventBatch,
  type Hint,
  onHint,
  readEvents,
  type StoredEvent,
} from '#server/modules/events/service'
import { type Awareness, createAwareness, readHereReport } from '#server/modules/live/awareness/service'
import { type Processes, processesOf } from '#server/modules/live/presence/processes'
import {
  createPresence,
  type Person,
  type Presence,
  readPresenceReport,
} from '#server/modules/live/presence/service'
import { asManyAsFit, createEncoder, type LoadedEvent } from '#server/modules/live/stream/present'

type Access = Pick<ReviewAccess, 'role' | 'endsAt' | 'epoch'> & Partial<Pick<ReviewAccess, 'mayDownload'>>

/** What streams need of one kind of subject: how callers `C` get access `A`, and what they see. */
export type StreamKind<C extends { actor: Actor }, A extends Access> = {
  kind: Subject['kind']
  /** Nobody sees who else is here. */
  hidesPresence?: true
  /** Writers, in the order of their colours. */
  writers?: (deps: Deps, id: string) => Promise<readonly string[]>
  /** An event after which everyone's access is checked again. */
  recheckedAfter: StoredEventName
  /** What each may see now; null for nothing. */
  recheck: (deps: Deps, callers: readonly C[], id: string) => Promise<(A | null)[]>
  /** Viewers with equal rights get the same bytes; for addresses, the grant must be equal too. */
  rightsOf: (access: A) => string
  grantOf: (access: A) => string
  load: (deps: Deps, id: string, events: readonly StoredEvent[]) => Promise<LoadedEvent<C & { access: A }>[]>
}

type Viewer<C, A> = {
  caller: C
  /** Bearer token; null for a visitor. */
  token: string | null
  access: A
  stream: EventStream
  /** Number of the last event sent; null until the first read. */
  seq: number | null
  mustRecheck: boolean
  /** Until the first recheck. */
  isNew: boolean
  /** Since when the reader has been too slow to get more. */
  behindSince: number | null
}

type Channel<C, A> = {
  id: string
  viewers: Set<Viewer<C, A>>
  presence: Presence
  together: Awareness
  isRunning: boolean
  isDirty: boolean
}

type Newcomer<C, A> = Pick<Viewer<C, A>, 'caller' | 'token' | 'access' | 'stream'> & {
  lastEventId: string | null
}

export type SubjectStreams<C, A> = {
  add(id: string, viewer: Newcomer<C, A>): void
  close(): void
}

const retryMs = 1_000
const batchSize = 50
/** A client that missed more must reload everything instead. */
const replayMax = 500
const backlogMaxBytes = 256 * 1024
const behindMaxMs = 10_000

/** All streams of one kind in this process: one database read per subject and signal, however many viewers. */
export function createSubjectStreams<C extends { actor: Actor }, A extends Access>(
  deps: Deps,
  of: StreamKind<C, A>,
  { authenticate }: { authenticate: Authenticate },
): SubjectStreams<C, A> {
  type OneViewer = Viewer<C, A>
  type OneChannel = Channel<C, A>
  const channels = new Map<string, OneChannel>()
  const processes = processesOf(deps)

  const unsubscribe = onHint(deps, (hint, from) => {
    if (hint.kind === 'subject') schedule(channels.get(hint.subject._id))
    if (hint.kind === 'all') for (const channel of channels.values()) schedule(channel)
    if (hint.kind === 'user') void checkTokens((viewer) => actorId(viewer.caller) === hint.id)
    hearPresence(hint, { from, processes, channels })
    if (hint.kind === 'here') {
      const report = readHereReport(hint.text)
      if (report) channels.get(report.subject)?.together.hear(report.here)
    }
  })
  const heart = setInterval(() => void beat(), liveSignMs)
  const clock = setInterval(endExpired, 1_000)
  heart.unref()
  clock.unref()

  function add(id: string, { lastEventId, ...given }: Newcomer<C, A>): void {
    const channel = channels.get(id) ?? openChannel(id)
    // An invalid number is as unknown as one from the future.
    const isNumber = lastEventId !== null && /^\d{1,15}$/.test(lastEventId)
    const seq = isNumber ? Number(lastEventId) : lastEventId === null ? null : Number.MAX_SAFE_INTEGER
    // Access may have changed between its check and now.
    const viewer: OneViewer = { ...given, seq, mustRecheck: true, isNew: true, behindSince: null }
    channel.viewers.add(viewer)
    viewer.stream.onClose(() => remove(channel, viewer))
    viewer.stream.onDrain(() => {
      if (viewer.behindSince === null) return
      viewer.behindSince = null
      schedule(channel)
    })
    schedule(channel)
  }

  function openChannel(id: string): OneChannel {
    const viewers = new Set<OneViewer>()
    const send = (text: string) => {
      if (of.hidesPresence) return
      for (const viewer of viewers) if (!viewer.isNew && canTakeMore(viewer)) viewer.stream.send(text)
    }
    const presence = createPresence(deps, id, {
      people: () => (of.hidesPresence ? [] : [...viewers].map((viewer) => personOf(viewer.caller))),
      send,
      ...(of.writers ? { writers: () => of.writers?.(deps, id) ?? Promise.resolve([]) } : {}),
    })
    const together = createAwareness({ viewers: () => viewers.size, send })
    const channel: OneChannel = { id, viewers, presence, together, isRunning: false, isDirty: false }
    channels.set(id, channel)
    return channel
  }

  function remove(channel: OneChannel, viewer: OneViewer): void {
    channel.viewers.delete(viewer)
    if (channel.viewers.size > 0) return channel.presence.changed(false)
    channel.presence.close()
    channel.together.close()
    channels.delete(channel.id)
  }

  function schedule(channel: OneChannel | undefined): void {
    if (!channel) return
    channel.isDirty = true
    if (!channel.isRunning) void run(channel)
  }

  async function run(channel: OneChannel): Promise<void> {
    channel.isRunning = true
    try {
      while (channel.isDirty && channel.viewers.size > 0) {
        channel.isDirty = false
        await step(channel)
      }
    } catch (error) {
      // Unchecked events are never sent; the rows wait.
      deps.log.warn({ err: error }, 'live events could not be read')
      setTimeout(() => schedule(channel), retryMs).unref()
    } finally {
      channel.isRunning = false
    }
  }

  async function step(channel: OneChannel): Promise<void> {
    const ready = [...channel.viewers].filter((viewer) => isReady(viewer) || viewer.mustRecheck)
    if (ready.length === 0) return
    const known = ready.flatMap((viewer) => viewer.seq ?? [])
    const after = known.length > 0 ? Math.min(...known) : Number.MAX_SAFE_INTEGER
    const batch = await readEvents(deps, { kind: of.kind, _id: channel.id }, after, batchSize)
    if (!batch) return endDeleted(channel.viewers)
    if (batch.events.some((one) => one.event === of.recheckedAfter)) recheckAll(channel)
    await recheck(channel, batch)
    // First-time writers get their colour now.
    if (of.writers && batch.events.some(({ event }) => event.endsWith('.created')))
      channel.presence.changed(false)
    if (welcome(ready, batch) || sendReset(ready, batch)) {
      channel.isDirty = true
      return
    }
    const loaded = asManyAsFit(await of.load(deps, channel.id, batch.events))
    const encode = createEncoder<A, C & { access: A }>(loaded, of)
    const isAll = loaded.length === batch.events.length
    const last = (isAll ? batch.events : loaded).at(-1)?.seq ?? batch.current
    for (const viewer of ready) {
      if (!isReady(viewer) || viewer.seq === null || viewer.seq >= last) continue
      viewer.stream.send(encode({ ...viewer.caller, access: viewer.access }, viewer.seq))
      viewer.seq = last
    }
    if (last < batch.current) channel.isDirty = true
  }

  /** Starts clients without a number at the newest event. True if there were any. */
  function welcome(viewers: readonly OneViewer[], batch: EventBatch): boolean {
    const fresh = viewers.filter((viewer) => viewer.seq === null)
    for (const viewer of fresh) {
      viewer.seq = batch.current
      viewer.stream.send(`id: ${batch.current}\n\n`)
    }
    return fresh.length > 0
  }

  async function recheck(channel: OneChannel, batch: EventBatch): Promise<void> {
    const doubtful = [...channel.viewers].filter(
      (viewer) => viewer.mustRecheck || viewer.access.epoch !== batch.epoch,
    )
    if (doubtful.length === 0) return
    const callers = doubtful.map((viewer) => viewer.caller)
    const decisions = await of.recheck(deps, callers, channel.id)
    for (const [n, viewer] of doubtful.entries()) {
      const access = decisions[n]
      viewer.mustRecheck = false
      // Viewers with fewer rights must reconnect, so that nothing continues under the old ones.
      if (access && allowsAsMuch(access, viewer.access)) viewer.access = access
      else viewer.stream.end()
    }
    const newcomers = doubtful.filter((viewer) => viewer.isNew)
    for (const viewer of newcomers) viewer.isNew = false
    if (newcomers.length === 0) return
    channel.presence.changed(true)
    const everybody = of.hidesPresence ? null : channel.together.everybody()
    if (everybody !== null) for (const viewer of newcomers) viewer.stream.send(everybody)
  }

  function recheckAll(channel: OneChannel): void {
    for (const viewer of channel.viewers) viewer.mustRecheck = true
  }

  async function checkTokens(isMeant: (viewer: OneViewer) => boolean): Promise<void> {
    const answers = new Map<string, boolean>()
    for (const channel of channels.values()) {
      for (const viewer of channel.viewers) {
        const { token } = viewer
        if (token === null || !isMeant(viewer)) continue
        const isLive = answers.get(token) ?? (await isStillLive(token))
        answers.set(token, isLive)
        if (!isLive) viewer.stream.end()
      }
    }
  }

  // Without the database nothing is sent anyway.
  async function isStillLive(token: string): Promise<boolean> {
    return authenticate(token).then(
      (actor) => actor !== null,
      () => true,
    )
  }

  async function beat(): Promise<void> {
    const now = performance.now()
    if (channels.size > 0) processes.sign()
    for (const channel of channels.values()) {
      for (const viewer of channel.viewers) {
        const isGone = viewer.behindSince !== null && now - viewer.behindSince > behindMaxMs
        if (isGone) viewer.stream.end()
        else if (isReady(viewer)) viewer.stream.send(':\n\n')
      }
      channel.presence.beat()
      recheckAll(channel)
      schedule(channel)
    }
    await checkTokens(() => true)
  }

  function endExpired(): void {
    const now = Date.now()
    for (const channel of channels.values()) {
      for (const { access, stream } of channel.viewers) {
        if (access.endsAt && access.endsAt.getTime() <= now) stream.end()
      }
    }
  }

  function close(): void {
    clearInterval(heart)
    clearInterval(clock)
    unsubscribe()
    for (const channel of channels.values()) for (const viewer of channel.viewers) viewer.stream.end()
  }

  return { add, close }
}

type Heard = {
  from: string
  processes: Processes
  channels: ReadonlyMap<string, { presence: Presence }>
}

/** What another process says of its viewers, of itself, or asks. */
function hearPresence(hint: Hint, { from, processes, channels }: Heard): void {
  if (hint.kind === 'alive') processes.hear(from, hint.sent, 'sign')
  if (hint.kind === 'report') for (const { presence } of channels.values()) presence.reportAgain()
  const report = hint.kind === 'presence' && readPresenceReport(hint.text)
  if (!report) return
  processes.hear(from, report.n, 'report')
  channels.get(report.subject)?.presence.hear(from, report)
}

type AnyViewer = Viewer<unknown, unknown>

function personOf({ actor }: { actor: Actor }): Person {
  return actor.kind === 'visitor'
    ? null
    : {
        id: actor.id,
        name: actor.name,
        avatar: (actor.kind === 'user' && actor.avatar) || null,
        isGuest: actor.kind === 'guest',
      }
}

const actorId = ({ actor }: { actor: Actor }) => (actor.kind === 'visitor' ? null : actor.id)

/** Tells admitted viewers of the deletion; newcomers have not been checked, so they learn nothing. */
function endDeleted(viewers: Iterable<AnyViewer>): void {
  for (const { stream, isNew } of viewers) {
    if (!isNew) stream.send(encodeEvent({ name: 'deleted', data: {} }))
    stream.end()
  }
}

/** Sends only what is allowed now. Slow readers get nothing until they catch up, to bound memory. */
function isReady(viewer: AnyViewer): boolean {
  return !viewer.mustRecheck && canTakeMore(viewer)
}

function canTakeMore(viewer: AnyViewer): boolean {
  if (!viewer.stream.isOpen()) return false
  if (viewer.stream.backlog() <= backlogMaxBytes) return true
  viewer.behindSince ??= performance.now()
  return false
}

/** Clients that missed too much, or have another database's number, must reload everything. True if any. */
function sendReset(viewers: readonly AnyViewer[], batch: EventBatch): boolean {
  const oldest = batch.events[0]?.seq ?? batch.current + 1
  const isLost = (seq: number) =>
    seq > batch.current || batch.current - seq > replayMax || (seq < batch.current && seq < oldest - 1)
  const lost = viewers.filter((viewer) => viewer.seq !== null && isLost(viewer.seq))
  for (const viewer of lost) {
    if (!isReady(viewer)) continue
    viewer.stream.send(encodeEvent({ name: 'reset', data: {}, id: batch.current }))
    viewer.seq = batch.current
  }
  return lost.length > 0
}
