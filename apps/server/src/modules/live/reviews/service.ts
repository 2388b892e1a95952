import type { StoredReviewEventName } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import { canEditReview, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, recheckAccess } from '#server/modules/access/service'
import { readRuns } from '#server/modules/checks/service'
import {
  hasAttachments,
  presentComment,
  presentReactions,
  presentReply,
  readComments,
  readFilesOf,
  readReplies,
  type StoredComment,
  type StoredReply,
  unsafeListWriters,
  writersOf,
} from '#server/modules/comments/service'
import type { StoredEvent } from '#server/modules/events/service'
import { presentReviewFile, readReviewFiles } from '#server/modules/files/service'
import { bytesOf, type LoadedEvent as Loaded, nothingLeft } from '#server/modules/live/stream/present'
import type { StreamKind } from '#server/modules/live/stream/service'
import { presentReview, readReview } from '#server/modules/reviews/service'

type LoadedEvent = Loaded<Caller & { access: ReviewAccess }>
type Presenter = LoadedEvent['present']

type Source = 'comment' | 'reply' | 'file' | 'review' | 'check' | 'gone'

/** How to load each event's target when sending; for deleted ones only ids are left. */
const sources: Record<StoredReviewEventName, Source> = {
  'comment.created': 'comment',
  'comment.updated': 'comment',
  'comment.status': 'comment',
  'comment.task': 'gone',
  'comment.deleted': 'gone',
  'comment.reactions': 'comment',
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
    `${access.role} ${access.via} ${access.mayDownload} ${access.onlyCurrent} ${access.mayJoin} ${access.endsAt?.getTime()}`,
  grantOf: ({ grant }) => `${grant.via} ${grant.stamp}`,
  load,
}

/** Loads the events' targets for all viewers at once: at most six queries. */
async function load(deps: Deps, reviewId: string, events: readonly StoredEvent[]): Promise<LoadedEvent[]> {
  const about = (source: Source) => [
    ...new Set(events.flatMap((one) => (sourceOf[one.event] === source ? one.targetId : []))),
  ]
  const answered = events.flatMap((one) => (one.event === 'reply.created' ? (one.parentId ?? []) : []))
  const [comments, replies, fileOf, files, review, runs] = await Promise.all([
    readComments(deps, about('comment')),
    readReplies(deps, about('reply')),
    readFilesOf(deps, answered),
    about('file').length > 0 ? readReviewFiles(deps, reviewId) : [],
    about('review').length > 0 ? readReview(deps, reviewId) : null,
    readRuns(deps, about('check')),
  ])

  return events.map(({ seq, event, targetId, parentId }): LoadedEvent => {
    const none = nothingLeft(seq)
    switch (sourceOf[event]) {
      case 'comment': {
        const comment = comments.find((one) => one._id === targetId)
        if (!comment) return none
        if (event === 'comment.reactions') {
          const present: Presenter = ({ actor }) =>
            JSON.stringify({ ...presentReactions(comment, actor), file: comment.file })
          return { ...none, ...factsOfReactions(comment), event, present }
        }
        const present: Presenter = ({ access, actor }) =>
          JSON.stringify(presentComment(deps, comment, access, actor))
        return { ...none, ...factsOf(comment), event, present }
      }
      case 'reply': {
        const reply = replies.find((one) => one._id === targetId)
        if (!reply) return none
        if (event === 'reply.reactions') {
          const present: Presenter = ({ actor }) =>
            JSON.stringify({ ...presentReactions(reply, actor), comment: reply.comment })
          return { ...none, ...factsOfReactions(reply), event, present }
        }
        const file = event === 'reply.created' && { file: fileOf.get(reply.comment) }
        const present: Presenter = ({ access, actor }) =>
          JSON.stringify({ ...presentReply(deps, reply, access, actor), ...file })
        return { ...none, ...factsOf(reply), event, present }
      }
      case 'file': {
        const file = files.find((one) => one.id === targetId)
        if (!file) return none
        const present: Presenter = ({ access }) => JSON.stringify(presentReviewFile(deps, file, access))
        return { ...none, event, hasAddresses: true, bytes: bytesOf(file), present }
      }
      case 'review': {
        if (!review) return none
        const present: Presenter = ({ access }) => JSON.stringify(presentReview(deps, review, access))
        return { ...none, event, hasAddresses: true, bytes: bytesOf(review), present }
      }
      case 'check': {
        const run = runs.find((one) => one._id === targetId)
        if (!run) return none
        const present: Presenter = ({ access }) => (canEditReview(access) ? JSON.stringify(run) : null)
        return { ...none, event, bytes: bytesOf(run), present }
      }
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
