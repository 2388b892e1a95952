import type { CheckRun } from '@wingmark/contract/checks'
import type { StoredReviewEventName } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import { canEditReview, mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, recheckAccess } from '#server/modules/access/service'
import { readRuns } from '#server/modules/checks/service'
import { presentFix, readCarryStates, readFixes } from '#server/modules/comments/carry/fixes/service'
import {
  type CommentFile,
  hasAttachments,
  presentComment,
  presentReactions,
  presentReply,
  readComments,
  readPlacesOf,
  readReplies,
  type StoredComment,
  type StoredReply,
  unsafeListWriters,
  writersOf,
} from '#server/modules/comments/service'
import type { StoredEvent } from '#server/modules/events/service'
import { presentReviewFile, readReviewFiles, readWithoutEarlier } from '#server/modules/files/service'
import { bytesOf, type LoadedEvent as Loaded, nothingLeft } from '#server/modules/live/stream/present'
import type { StreamKind } from '#server/modules/live/stream/service'
import { presentReview, readReview } from '#server/modules/reviews/service'
import { presentChange, presentMade, readRounds } from '#server/modules/rounds/service'

type LoadedEvent = Loaded<Caller & { access: ReviewAccess }>
type Presenter = LoadedEvent['present']

type Source = 'comment' | 'reply' | 'file' | 'review' | 'round' | 'check' | 'fix' | 'carry' | 'gone'

/** How to load each event's target when sending; for deleted ones only ids are left. */
const sources: Record<StoredReviewEventName, Source> = {
  'comment.created': 'comment',
  'comment.updated': 'comment',
  'comment.status': 'comment',
  'comment.task': 'gone',
  'comment.deleted': 'gone',
  'comment.reactions': 'comment',
  'comment.fix': 'fix',
  'carry.ready': 'carry',
  'reply.created': 'reply',
  'reply.updated': 'reply',
  'reply.deleted': 'gone',
  'reply.reactions': 'reply',
  'file.added': 'file',
  'file.ready': 'file',
  'file.removed': 'gone',
  'version.added': 'file',
  'version.ready': 'file',
  'version.changed': 'file',
  'version.removed': 'file',
  'review.updated': 'review',
  'round.changed': 'round',
  'decision.made': 'round',
  'check.progress': 'check',
  'check.done': 'check',
  'check.changed': 'check',
}

const sourceOf: Partial<Record<string, Source>> = sources

export const reviewStreams: StreamKind<Caller, ReviewAccess> = {
  kind: 'REVIEW',
  recheckedAfter: 'review.updated',
  recheck: recheckAccess,
  writers: unsafeListWriters,
  rightsOf: (access) =>
    `${access.role} ${access.via} ${access.mayDownload} ${access.onlyCurrent} ${access.mayDecide} ${access.mayJoin} ${access.endsAt?.getTime()}`,
  grantOf: ({ grant }) => `${grant.via} ${grant.stamp}`,
  load,
}

/** Loads the events' targets for all viewers at once: at most nine queries. */
async function load(deps: Deps, reviewId: string, events: readonly StoredEvent[]): Promise<LoadedEvent[]> {
  const about = (source: Source) => [
    ...new Set(events.flatMap((one) => (sourceOf[one.event] === source ? one.targetId : []))),
  ]
  const answered = events.flatMap((one) => (sourceOf[one.event] === 'reply' ? (one.parentId ?? []) : []))
  const [comments, replies, places, files, review, runs, fixes, carries, rounds] = await Promise.all([
    readComments(deps, about('comment')),
    readReplies(deps, about('reply')),
    readPlacesOf(deps, [...new Set([...answered, ...about('comment')])]),
    about('file').length > 0 ? readReviewFiles(deps, reviewId) : [],
    about('review').length > 0 ? readReview(deps, reviewId) : null,
    readRuns(deps, about('check')),
    readFixes(deps, about('fix')),
    readCarryStates(deps, about('carry')),
    readRounds(deps, about('round')),
  ])

  const currentOnly = await readWithoutEarlier(deps, files)
  return events.map((stored): LoadedEvent => {
    const { seq, event, targetId, parentId } = stored
    const none = nothingLeft(seq)
    switch (sourceOf[event]) {
      case 'comment': {
        const comment = comments.find((one) => one._id === targetId)
        return comment ? commentEvent(deps, stored, comment, places.get(targetId)) : none
      }
      case 'reply': {
        const reply = replies.find((one) => one._id === targetId)
        return reply ? replyEvent(deps, stored, reply, places.get(reply.comment)) : none
      }
      case 'file':
        return fileEvent(deps, stored, { files, currentOnly })
      case 'review': {
        if (!review) return none
        const present: Presenter = ({ access }) => JSON.stringify(presentReview(deps, review, access))
        return { ...none, event, hasAddresses: true, bytes: bytesOf(review), present }
      }
      case 'round':
        return roundEvent(stored, rounds)
      case 'check':
        return checkEvent(stored, runs)
      case 'fix':
        return fixEvent(stored, fixes)
      case 'carry':
        return carryEvent(stored, carries)
      case 'gone': {
        const parent = event === 'reply.deleted' ? 'comment' : 'file'
        const data = { _id: targetId, ...(event === 'file.removed' ? {} : { [parent]: parentId }) }
        return { ...none, event, present: () => JSON.stringify(data) }
      }
      // A newer or older version wrote it.
      default:
        return none
    }
  })
}

type Files = Awaited<ReturnType<typeof readReviewFiles>>

function fileEvent(
  deps: Deps,
  { seq, event, targetId }: StoredEvent,
  { files, currentOnly }: { files: Files; currentOnly: Files },
): LoadedEvent {
  const file = files.find((one) => one.id === targetId)
  if (!file) return nothingLeft(seq)
  const alone = currentOnly.find((one) => one.id === targetId) ?? file
  const present: Presenter = ({ access }) =>
    JSON.stringify(presentReviewFile(deps, mayReadEarlierVersions(access) ? file : alone, access))
  return { ...nothingLeft(seq), event, hasAddresses: true, bytes: bytesOf(file), present }
}

function checkEvent({ seq, event, targetId }: StoredEvent, runs: readonly CheckRun[]): LoadedEvent {
  const run = runs.find((one) => one._id === targetId)
  if (!run) return nothingLeft(seq)
  const present: Presenter = ({ access }) => (canEditReview(access) ? JSON.stringify(run) : null)
  return { ...nothingLeft(seq), event, bytes: bytesOf(run), present }
}

type Rounds = Awaited<ReturnType<typeof readRounds>>

function roundEvent({ seq, event, targetId, parentId }: StoredEvent, rounds: Rounds): LoadedEvent {
  const round = rounds.find((one) => one.id === targetId)
  if (!round) return nothingLeft(seq)
  const present: Presenter = ({ access }) => {
    const made = event === 'decision.made'
    const data = made ? presentMade(round, parentId, access) : presentChange(round, access)
    return data && JSON.stringify(data)
  }
  return { ...nothingLeft(seq), event, bytes: 1_000, present }
}

type Fixes = Awaited<ReturnType<typeof readFixes>>

function fixEvent({ seq, event, targetId }: StoredEvent, fixes: Fixes): LoadedEvent {
  const fix = fixes.find((one) => one.id === targetId)
  if (!fix) return nothingLeft(seq)
  const present: Presenter = ({ access, actor }) => JSON.stringify(presentFix(fix, access, actor))
  return { ...nothingLeft(seq), event, bytes: bytesOf(fix), present: unlessOnlyCurrent(present) }
}

function carryEvent({ seq, event, targetId }: StoredEvent, carries: CarryStates): LoadedEvent {
  const carry = carries.find((one) => one._id === targetId)
  if (!carry) return nothingLeft(seq)
  const present = unlessOnlyCurrent(() => JSON.stringify(carry))
  return { ...nothingLeft(seq), event, bytes: bytesOf(carry), present }
}

type CarryStates = Awaited<ReturnType<typeof readCarryStates>>

/** Nothing for those who see only current versions. */
const unlessOnlyCurrent =
  (present: Presenter): Presenter =>
  (viewer) =>
    mayReadEarlierVersions(viewer.access) ? present(viewer) : null

/** Nothing for those who may not see comments on earlier versions. */
const unlessEarlier =
  (place: CommentFile | undefined, present: Presenter): Presenter =>
  (viewer) =>
    place?.isEarlier && !mayReadEarlierVersions(viewer.access) ? null : present(viewer)

function commentEvent(
  deps: Deps,
  { seq, event }: StoredEvent,
  comment: StoredComment,
  place: CommentFile | undefined,
): LoadedEvent {
  const isReaction = event === 'comment.reactions'
  const present: Presenter = ({ access, actor }) =>
    JSON.stringify(
      isReaction
        ? { ...presentReactions(comment, actor), file: comment.file }
        : presentComment(deps, comment, access, actor),
    )
  const facts = isReaction ? factsOfReactions(comment) : factsOf(comment)
  return { ...nothingLeft(seq), ...facts, event, present: unlessEarlier(place, present) }
}

function replyEvent(
  deps: Deps,
  { seq, event }: StoredEvent,
  reply: StoredReply,
  place: CommentFile | undefined,
): LoadedEvent {
  const isReaction = event === 'reply.reactions'
  const file = event === 'reply.created' && { file: place?.file }
  const present: Presenter = ({ access, actor }) =>
    JSON.stringify(
      isReaction
        ? { ...presentReactions(reply, actor), comment: reply.comment }
        : { ...presentReply(deps, reply, access, actor), ...file },
    )
  const facts = isReaction ? factsOfReactions(reply) : factsOf(reply)
  return { ...nothingLeft(seq), ...facts, event, present: unlessEarlier(place, present) }
}

function factsOf(stored: StoredComment | StoredReply) {
  const hasAddresses = hasAttachments(stored)
  // Signed addresses are about three times as long as their stored source.
  const bytes = Buffer.byteLength(JSON.stringify(stored)) * (hasAddresses ? 4 : 1)
  return { writers: writersOf(stored), hasAddresses, bytes }
}

const factsOfReactions = ({ reactions }: StoredComment | StoredReply) => ({
  writers: reactions.flatMap(({ by }) => by),
  bytes: Buffer.byteLength(JSON.stringify(reactions)),
})
