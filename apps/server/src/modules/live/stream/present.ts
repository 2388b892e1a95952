import type { LiveEventName } from '@wingmark/contract/live'
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
  event: LiveEventName | null
  /** Ids of those who wrote something in it: they may do more with it than others. */
  writers: readonly string[]
  /** True where it holds addresses of files, which are each viewer's own. */
  hasAddresses: boolean
  present: Presenter
}

/** Reads what the events are about, for all viewers at once: at most four queries. */
export async function loadEvents(
  deps: Deps,
  reviewId: string,
  events: readonly StoredEvent[],
): Promise<LoadedEvent[]> {
  const about = (...names: string[]) => [
    ...new Set(events.flatMap((one) => (names.includes(one.event) ? one.targetId : []))),
  ]
  const hasFiles = about('file.added', 'file.ready').length > 0
  const hasReview = about('review.updated').length > 0
  const [comments, replies, files, review] = await Promise.all([
    readComments(deps, about('comment.created', 'comment.updated', 'comment.status')),
    readReplies(deps, about('reply.created', 'reply.updated')),
    hasFiles ? readReviewFiles(deps, reviewId) : [],
    hasReview ? readReview(deps, reviewId) : null,
  ])

  return events.map((stored): LoadedEvent => {
    const { seq, event, targetId, parentId } = stored
    const gone: LoadedEvent = { seq, event: null, writers: [], hasAddresses: false, present: () => null }
    const same = (data: object) => ({ ...gone, present: () => JSON.stringify(data) })
    switch (event) {
      case 'comment.created':
      case 'comment.updated':
      case 'comment.status':
      case 'reply.created':
      case 'reply.updated': {
        const isReply = event.startsWith('reply')
        const stored = (isReply ? replies : comments).find((one) => one.id === targetId)?.item
        if (stored === undefined) return gone
        const presentText = isReply ? presentReplyText : presentCommentText
        const present: Presenter = ({ access, actor }) => presentText(deps, stored, access, actor)
        return { seq, event, writers: writersOf(stored), hasAddresses: hasAttachments(stored), present }
      }
      case 'comment.deleted':
        return { ...same({ _id: targetId, file: parentId }), event }
      case 'reply.deleted':
        return { ...same({ _id: targetId, comment: parentId }), event }
      case 'file.removed':
        return { ...same({ _id: targetId }), event }
      case 'file.added':
      case 'file.ready': {
        const file = files.find((one) => one.id === targetId)
        if (!file) return gone
        const present: Presenter = ({ access }) => JSON.stringify(presentReviewFile(deps, file, access))
        return { ...gone, event, hasAddresses: true, present }
      }
      case 'review.updated': {
        if (!review) return gone
        const present: Presenter = ({ access }) => JSON.stringify(presentReview(deps, review, access))
        return { ...gone, event, hasAddresses: true, present }
      }
      default:
        return gone
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
