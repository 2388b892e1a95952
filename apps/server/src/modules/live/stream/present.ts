import { pageBytesMax } from '@wingmark/contract/limits'
import type { StoredReviewEventName } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { encodeEventText } from '#server/http/event-stream'
import { canEditReview, type ReviewAccess } from '#server/modules/access/policy'
import { readRuns } from '#server/modules/checks/service'
import {
  hasAttachments,
  presentComment,
  presentReply,
  readComments,
  readReplies,
  type StoredComment,
  type StoredReply,
  writersOf,
} from '#server/modules/comments/service'
import type { StoredEvent } from '#server/modules/events/service'
import { presentReviewFile, readReviewFiles } from '#server/modules/files/service'
import { presentReview, readReview } from '#server/modules/reviews/service'

export type Viewpoint = { actor: Actor; access: ReviewAccess }

/** What one viewer is told, as JSON text; null when there is nothing left to tell. */
type Presenter = (viewpoint: Viewpoint) => string | null

export type LoadedEvent = {
  seq: number
  event: StoredReviewEventName | null
  /** Ids of those who wrote something in it: they may do more with it than others. */
  writers: readonly string[]
  /** True where it holds addresses of files, which are each viewer's own. */
  hasAddresses: boolean
  /** About how many bytes it takes on the wire. */
  bytes: number
  present: Presenter
}

type Source = 'comment' | 'reply' | 'file' | 'review' | 'check' | 'gone'

/** What each event is read from when it is sent; of what is gone only the ids are left. */
const sources: Record<StoredReviewEventName, Source> = {
  'comment.created': 'comment',
  'comment.updated': 'comment',
  'comment.status': 'comment',
  'comment.task': 'gone',
  'comment.deleted': 'gone',
  'reply.created': 'reply',
  'reply.updated': 'reply',
  'reply.deleted': 'gone',
  'file.added': 'file',
  'file.ready': 'file',
  'file.removed': 'gone',
  'review.updated': 'review',
  'check.progress': 'check',
  'check.done': 'check',
}

/** Reads what the events are about, for all viewers at once: at most five queries. */
export async function loadEvents(
  deps: Deps,
  reviewId: string,
  events: readonly StoredEvent[],
): Promise<LoadedEvent[]> {
  const about = (source: Source) => [
    ...new Set(events.flatMap((one) => (sources[one.event] === source ? one.targetId : []))),
  ]
  const [comments, replies, files, review, runs] = await Promise.all([
    readComments(deps, about('comment')),
    readReplies(deps, about('reply')),
    about('file').length > 0 ? readReviewFiles(deps, reviewId) : [],
    about('review').length > 0 ? readReview(deps, reviewId) : null,
    readRuns(deps, about('check')),
  ])

  return events.map(({ seq, event, targetId, parentId }): LoadedEvent => {
    const none: LoadedEvent = {
      seq,
      event: null,
      writers: [],
      hasAddresses: false,
      bytes: 100,
      present: () => null,
    }
    switch (sources[event]) {
      case 'comment': {
        const comment = comments.find((one) => one._id === targetId)
        if (!comment) return none
        const present: Presenter = ({ access, actor }) =>
          JSON.stringify(presentComment(deps, comment, access, actor))
        return { ...none, ...factsOf(comment), event, present }
      }
      case 'reply': {
        const reply = replies.find((one) => one._id === targetId)
        if (!reply) return none
        const present: Presenter = ({ access, actor }) =>
          JSON.stringify(presentReply(deps, reply, access, actor))
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
      // Written by a newer or older version of this program.
      default:
        return none
    }
  })
}

const addressBytes = 1_000
const bytesOf = (stored: object) => Buffer.byteLength(JSON.stringify(stored)) + addressBytes

function factsOf(stored: StoredComment | StoredReply) {
  const hasAddresses = hasAttachments(stored)
  // Signed addresses are about three times as long as what they are made of.
  const bytes = Buffer.byteLength(JSON.stringify(stored)) * (hasAddresses ? 4 : 1)
  return { writers: writersOf(stored), hasAddresses, bytes }
}

/** The first of the events, at least one, that are together no larger than a page may be; the others come with the next write. */
export function asManyAsFit(events: readonly LoadedEvent[]): readonly LoadedEvent[] {
  let bytes = 0
  const end = events.findIndex((one, n) => {
    bytes += one.bytes
    return n > 0 && bytes > pageBytesMax
  })
  return end === -1 ? events : events.slice(0, end)
}

/**
 * Writes events for viewers, each text once: viewers with the same rights get the same bytes, except for those who
 * wrote something in it.
 */
export function createEncoder(events: readonly LoadedEvent[]) {
  const texts = new Map<string, Buffer>()
  return (viewpoint: Viewpoint, after: number): Buffer => {
    const { actor, access } = viewpoint
    const own = actor.kind === 'visitor' ? '' : actor.id
    const due = events.filter((one) => one.seq > after)
    const rights = `${access.role} ${access.via} ${access.mayDownload} ${access.mayJoin} ${access.endsAt?.getTime()}`
    const grant = due.some((one) => one.hasAddresses) ? `${access.grant.via} ${access.grant.stamp}` : ''
    const key = `${after} ${rights} ${grant} ${due.some((one) => one.writers.includes(own)) ? own : ''}`
    const known = texts.get(key)
    if (known) return known
    const made = Buffer.from(due.map((one) => encode(one, viewpoint)).join(''))
    texts.set(key, made)
    return made
  }
}

// What is gone by now still moves the reader's `Last-Event-ID`.
function encode({ seq, event, present }: LoadedEvent, viewpoint: Viewpoint): string {
  const json = present(viewpoint)
  if (event === null || json === null) return `id: ${seq}\n\n`
  return encodeEventText({ name: event, json, id: seq })
}
