import { liveSignMs, type StoredEventName } from '@wingmark/contract/live'
import type { Subject } from '@wingmark/contract/subjects'
import type { Deps } from '#server/deps'
import type { Actor, Authenticate } from '#server/http/actor'
import { type EventStream, encodeEvent } from '#server/http/event-stream'
import { allowsAsMuch, type ReviewAccess } from '#server/modules/access/policy'
import { type EventBatch, onHint, readEvents, type StoredEvent } from '#server/modules/events/service'
import {
  createPresence,
  type Person,
  type Presence,
  readPresenceReport,
} from '#server/modules/live/presence/service'
import { asManyAsFit, createEncoder, type LoadedEvent } from '#server/modules/live/stream/present'
import { createTogether, readHereReport, type Together } from '#server/modules/live/together/service'

type Access = Pick<ReviewAccess, 'role' | 'endsAt' | 'epoch'> & Partial<Pick<ReviewAccess, 'mayDownload'>>

/** What the streams of one kind of subject need to know of it: how callers `C` have access `A`, and what is told. */
export type StreamKind<C extends { actor: Actor }, A extends Access> = {
  kind: Subject['kind']
  /** Nobody is told who else is here. */
  hidesPresence?: true
  /** Who has written, in the order of their colours. */
  writers?: (deps: Deps, id: string) => Promise<readonly string[]>
  /** An event after which everybody's access is looked at again. */
  recheckedAfter: StoredEventName
  /** What each may see now; null for nothing. */
  recheck: (deps: Deps, callers: readonly C[], id: string) => Promise<(A | null)[]>
  /** Whoever has the same gets the same bytes; of addresses, whoever also has the same grant. */
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
  /** Number of the last event that was sent; null until the first look at the subject. */
  seq: number | null
  mustRecheck: boolean
  /** Until the first recheck. */
  isNew: boolean
  /** Since when the reader has been too far behind to be sent more. */
  behindSince: number | null
}

type Channel<C, A> = {
  id: string
  viewers: Set<Viewer<C, A>>
  presence: Presence
  together: Together
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
/** Who missed more than this is told to read everything anew instead. */
const replayMax = 500
const backlogMaxBytes = 256 * 1024
const behindMaxMs = 10_000

/** All streams of one kind in this process: one read of the database for each subject and wake, however many viewers. */
export function createSubjectStreams<C extends { actor: Actor }, A extends Access>(
  deps: Deps,
  of: StreamKind<C, A>,
  { authenticate }: { authenticate: Authenticate },
): SubjectStreams<C, A> {
  type OneViewer = Viewer<C, A>
  type OneChannel = Channel<C, A>
  const channels = new Map<string, OneChannel>()

  const unsubscribe = onHint(deps, (hint, from) => {
    if (hint.kind === 'subject') wake(channels.get(hint.subject._id))
    if (hint.kind === 'all') for (const channel of channels.values()) wake(channel)
    if (hint.kind === 'user') void checkTokens((viewer) => actorId(viewer.caller) === hint.id)
    if (hint.kind === 'presence') {
      const report = readPresenceReport(hint.text)
      if (report) channels.get(report.subject)?.presence.hear(from, report)
    }
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
    // A number that cannot be one is as little known as one of the future.
    const isNumber = lastEventId !== null && /^\d{1,15}$/.test(lastEventId)
    const seq = isNumber ? Number(lastEventId) : lastEventId === null ? null : Number.MAX_SAFE_INTEGER
    // Access may have changed between its check and now.
    const viewer: OneViewer = { ...given, seq, mustRecheck: true, isNew: true, behindSince: null }
    channel.viewers.add(viewer)
    viewer.stream.onClose(() => remove(channel, viewer))
    viewer.stream.onDrain(() => {
      if (viewer.behindSince === null) return
      viewer.behindSince = null
      wake(channel)
    })
    wake(channel)
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
    const together = createTogether({ viewers: () => viewers.size, send })
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

  function wake(channel: OneChannel | undefined): void {
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
      // Nobody is sent anything that was not checked; the rows wait.
      deps.log.warn({ err: error }, 'live events could not be read')
      setTimeout(() => wake(channel), retryMs).unref()
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
    // Who writes for the first time has their colour from then on.
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

  /** Those who came without a number start at the newest event. True when there were any. */
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
      // Who may do less than before comes anew, so that nothing of what they were given goes on.
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

  // While the database is away nobody is sent anything anyway.
  async function isStillLive(token: string): Promise<boolean> {
    return authenticate(token).then(
      (actor) => actor !== null,
      () => true,
    )
  }

  async function beat(): Promise<void> {
    const now = performance.now()
    for (const channel of channels.values()) {
      for (const viewer of channel.viewers) {
        const isGone = viewer.behindSince !== null && now - viewer.behindSince > behindMaxMs
        if (isGone) viewer.stream.end()
        else if (isReady(viewer)) viewer.stream.send(':\n\n')
      }
      channel.presence.beat()
      recheckAll(channel)
      wake(channel)
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

/** Whoever was let in is told that it is gone; of somebody who has only come it is not known what they might see. */
function endDeleted(viewers: Iterable<AnyViewer>): void {
  for (const { stream, isNew } of viewers) {
    if (!isNew) stream.send(encodeEvent({ name: 'deleted', data: {} }))
    stream.end()
  }
}

/** What is sent must be allowed now. A reader who is behind gets nothing more until they have caught up, so that little is held for them. */
function isReady(viewer: AnyViewer): boolean {
  return !viewer.mustRecheck && canTakeMore(viewer)
}

function canTakeMore(viewer: AnyViewer): boolean {
  if (!viewer.stream.isOpen()) return false
  if (viewer.stream.backlog() <= backlogMaxBytes) return true
  viewer.behindSince ??= performance.now()
  return false
}

/** Who missed too much, or comes with a number of another database, is told to read everything anew. True if any. */
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
