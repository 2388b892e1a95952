import type { Deps } from '#server/deps'
import type { Authenticate } from '#server/http/actor'
import { type EventStream, encodeEvent } from '#server/http/event-stream'
import { allowsAsMuch, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, recheckAccess } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { type EventBatch, onHint, readEvents } from '#server/modules/events/service'
import {
  createPresence,
  type Person,
  type Presence,
  readPresenceReport,
} from '#server/modules/live/presence/service'
import { asManyAsFit, createEncoder, loadEvents } from '#server/modules/live/stream/present'

type Viewer = {
  caller: Caller
  /** Bearer token; null for a visitor. */
  token: string | null
  access: ReviewAccess
  stream: EventStream
  /** Number of the last event that was sent; null until the first look at the review. */
  seq: number | null
  mustRecheck: boolean
  /** Until the first recheck. */
  isNew: boolean
  /** Since when the reader has been too far behind to be sent more. */
  behindSince: number | null
}

type Channel = {
  reviewId: string
  viewers: Set<Viewer>
  presence: Presence
  isRunning: boolean
  isDirty: boolean
}

export type ReviewStreams = {
  add(viewer: {
    caller: Caller
    token: string | null
    access: ReviewAccess
    stream: EventStream
    lastEventId: string | null
  }): void
  close(): void
}

const heartbeatMs = 15_000
const retryMs = 1_000
const batchSize = 50
/** Who missed more than this is told to read everything anew instead. */
const replayMax = 500
const backlogMaxBytes = 256 * 1024
const behindMaxMs = 10_000

/** All review streams of this process: one read of the database for each review and wake, however many viewers. */
export function createReviewStreams(
  deps: Deps,
  { authenticate }: { authenticate: Authenticate },
): ReviewStreams {
  const channels = new Map<string, Channel>()

  const forget = onHint(deps, (hint, from) => {
    if (hint.kind === 'subject') wake(channels.get(hint.subject._id))
    if (hint.kind === 'all') for (const channel of channels.values()) wake(channel)
    if (hint.kind === 'user') void checkTokens((viewer) => actorId(viewer) === hint.id)
    if (hint.kind === 'presence') {
      const report = readPresenceReport(hint.text)
      if (report) channels.get(report.review)?.presence.hear(from, report)
    }
  })
  const heart = setInterval(() => void beat(), heartbeatMs)
  const clock = setInterval(endExpired, 1_000)
  heart.unref()
  clock.unref()

  function add({ lastEventId, ...given }: Parameters<ReviewStreams['add']>[0]): void {
    const { reviewId } = given.access
    const channel = channels.get(reviewId) ?? openChannel(reviewId)
    // A number that cannot be one is as little known as one of the future.
    const isNumber = lastEventId !== null && /^\d{1,15}$/.test(lastEventId)
    const seq = isNumber ? Number(lastEventId) : lastEventId === null ? null : Number.MAX_SAFE_INTEGER
    // Access may have changed between its check and now.
    const viewer: Viewer = { ...given, seq, mustRecheck: true, isNew: true, behindSince: null }
    channel.viewers.add(viewer)
    viewer.stream.onClose(() => remove(channel, viewer))
    viewer.stream.onDrain(() => {
      if (viewer.behindSince === null) return
      viewer.behindSince = null
      wake(channel)
    })
    wake(channel)
  }

  function openChannel(reviewId: string): Channel {
    const viewers = new Set<Viewer>()
    const presence = createPresence(deps, reviewId, {
      people: () => [...viewers].map(personOf),
      send(text) {
        for (const viewer of viewers) if (!viewer.isNew && hasRoom(viewer)) viewer.stream.send(text)
      },
    })
    const channel: Channel = { reviewId, viewers, presence, isRunning: false, isDirty: false }
    channels.set(reviewId, channel)
    return channel
  }

  function remove(channel: Channel, viewer: Viewer): void {
    channel.viewers.delete(viewer)
    if (channel.viewers.size > 0) return channel.presence.changed(false)
    channel.presence.close()
    channels.delete(channel.reviewId)
  }

  function wake(channel: Channel | undefined): void {
    if (!channel) return
    channel.isDirty = true
    if (!channel.isRunning) void run(channel)
  }

  async function run(channel: Channel): Promise<void> {
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

  async function step(channel: Channel): Promise<void> {
    const ready = [...channel.viewers].filter((viewer) => isReady(viewer) || viewer.mustRecheck)
    if (ready.length === 0) return
    const known = ready.flatMap((viewer) => viewer.seq ?? [])
    const after = known.length > 0 ? Math.min(...known) : Number.MAX_SAFE_INTEGER
    const batch = await readEvents(deps, ofReview(channel.reviewId), after, batchSize)
    if (!batch) {
      for (const viewer of channel.viewers) viewer.stream.end()
      return
    }
    if (batch.events.some((one) => one.event === 'review.updated')) recheckAll(channel)
    await recheck(channel, batch)
    if (welcome(ready, batch) || sendReset(ready, batch)) {
      channel.isDirty = true
      return
    }
    const loaded = asManyAsFit(await loadEvents(deps, channel.reviewId, batch.events))
    const encode = createEncoder(loaded)
    const isAll = loaded.length === batch.events.length
    const last = (isAll ? batch.events : loaded).at(-1)?.seq ?? batch.current
    for (const viewer of ready) {
      if (!isReady(viewer) || viewer.seq === null || viewer.seq >= last) continue
      viewer.stream.send(encode({ actor: viewer.caller.actor, access: viewer.access }, viewer.seq))
      viewer.seq = last
    }
    if (last < batch.current) channel.isDirty = true
  }

  /** Those who came without a number start at the newest event. True when there were any. */
  function welcome(viewers: readonly Viewer[], batch: EventBatch): boolean {
    const fresh = viewers.filter((viewer) => viewer.seq === null)
    for (const viewer of fresh) {
      viewer.seq = batch.current
      viewer.stream.send(`id: ${batch.current}\n\n`)
    }
    return fresh.length > 0
  }

  async function recheck(channel: Channel, batch: EventBatch): Promise<void> {
    const doubtful = [...channel.viewers].filter(
      (viewer) => viewer.mustRecheck || viewer.access.epoch !== batch.epoch,
    )
    if (doubtful.length === 0) return
    const callers = doubtful.map((viewer) => viewer.caller)
    const decisions = await recheckAccess(deps, callers, channel.reviewId)
    for (const [n, viewer] of doubtful.entries()) {
      const access = decisions[n]
      viewer.mustRecheck = false
      // Who may do less than before comes anew, so that nothing of what they were given goes on.
      if (access && allowsAsMuch(access, viewer.access)) viewer.access = access
      else viewer.stream.end()
    }
    const newcomers = doubtful.filter((viewer) => viewer.isNew)
    for (const viewer of newcomers) viewer.isNew = false
    if (newcomers.length > 0) channel.presence.changed(true)
  }

  function recheckAll(channel: Channel): void {
    for (const viewer of channel.viewers) viewer.mustRecheck = true
  }

  async function checkTokens(isMeant: (viewer: Viewer) => boolean): Promise<void> {
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
    forget()
    for (const channel of channels.values()) for (const viewer of channel.viewers) viewer.stream.end()
  }

  return { add, close }
}

function personOf({ caller: { actor } }: Viewer): Person {
  return actor.kind === 'visitor' ? null : { id: actor.id, name: actor.name }
}

const actorId = ({ caller: { actor } }: Viewer) => (actor.kind === 'visitor' ? null : actor.id)

/** What is sent must be allowed now. A reader who is behind gets nothing more until they have caught up, so that little is held for them. */
function isReady(viewer: Viewer): boolean {
  return !viewer.mustRecheck && hasRoom(viewer)
}

function hasRoom(viewer: Viewer): boolean {
  if (!viewer.stream.isOpen()) return false
  if (viewer.stream.backlog() <= backlogMaxBytes) return true
  viewer.behindSince ??= performance.now()
  return false
}

/** Who missed too much, or comes with a number of another database, is told to read everything anew. True if any. */
function sendReset(viewers: readonly Viewer[], batch: EventBatch): boolean {
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
