import type { StoredReviewEventName } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { encodeEventText } from '#server/http/event-stream'
import type { ReviewAccess } from '#server/modules/access/policy'
import {
  hasAttachments,
  presentCommentText,
  presentReplyText,
  readComments,
  readReplies,
  writersOf,
} from '#server/modules/comments/service'
import { presentReviewFile, readReviewFiles } from '#server/modules/files/service'
import type { StoredEvent } from '#server/modules/live/stream/store'
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
  present: Presenter
}

type Source = 'comment' | 'reply' | 'file' | 'review' | 'gone'

/** What each event is read from when it is sent; of what is gone only the ids are left. */
const sources: Record<StoredReviewEventName, Source> = {
  'comment.created': 'comment',
  'comment.updated': 'comment',
  'comment.status': 'comment',
  'comment.deleted': 'gone',
  'reply.created': 'reply',
  'reply.updated': 'reply',
  'reply.deleted': 'gone',
  'file.added': 'file',
  'file.ready': 'file',
  'file.removed': 'gone',
  'review.updated': 'review',
}

/** Reads what the events are about, for all viewers at once: at most four queries. */
export async function loadEvents(
  deps: Deps,
  reviewId: string,
  events: readonly StoredEvent[],
): Promise<LoadedEvent[]> {
  const about = (source: Source) => [
    ...new Set(events.flatMap((one) => (sources[one.event] === source ? one.targetId : []))),
  ]
  const [comments, replies, files, review] = await Promise.all([
    readComments(deps, about('comment')),
    readReplies(deps, about('reply')),
    about('file').length > 0 ? readReviewFiles(deps, reviewId) : [],
    about('review').length > 0 ? readReview(deps, reviewId) : null,
  ])

  return events.map(({ seq, event, targetId, parentId }): LoadedEvent => {
    const none: LoadedEvent = { seq, event: null, writers: [], hasAddresses: false, present: () => null }
    switch (sources[event]) {
      case 'comment':
      case 'reply': {
        const isReply = sources[event] === 'reply'
        const stored = (isReply ? replies : comments).find((one) => one.id === targetId)?.item
        if (stored === undefined) return none
        const presentText = isReply ? presentReplyText : presentCommentText
        const present: Presenter = ({ access, actor }) => presentText(deps, stored, access, actor)
        return { seq, event, writers: writersOf(stored), hasAddresses: hasAttachments(stored), present }
      }
      case 'file': {
        const file = files.find((one) => one.id === targetId)
        if (!file) return none
        const present: Presenter = ({ access }) => JSON.stringify(presentReviewFile(deps, file, access))
        return { ...none, event, hasAddresses: true, present }
      }
      case 'review': {
        if (!review) return none
        const present: Presenter = ({ access }) => JSON.stringify(presentReview(deps, review, access))
        return { ...none, event, hasAddresses: true, present }
      }
      case 'gone': {
        const parent = event === 'comment.deleted' ? 'file' : 'comment'
        const data = { _id: targetId, ...(event === 'file.removed' ? {} : { [parent]: parentId }) }
        return { ...none, event, present: () => JSON.stringify(data) }
      }
      // Written by a newer or older version of this program.
      default:
        return none
    }
  })
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
