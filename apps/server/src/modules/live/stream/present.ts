import type { LiveEvent } from '@wingmark/contract/live'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { encodeEvent } from '#server/http/event-stream'
import type { ReviewAccess } from '#server/modules/access/policy'
import { presentComment, presentReply, readComments, readReplies } from '#server/modules/comments/service'
import { presentReviewFile, readReviewFiles } from '#server/modules/files/service'
import type { StoredEvent } from '#server/modules/live/stream/store'
import { presentReview, readReview } from '#server/modules/reviews/service'

export type Viewpoint = { actor: Actor; access: ReviewAccess }

/** Presents one event to one viewer; null when there is nothing left to tell. */
type Presenter = (viewpoint: Viewpoint) => LiveEvent | null

export type LoadedEvent = {
  seq: number
  /** Ids of those who wrote something in it: they may do more with it than others. */
  writers: readonly string[]
  present: Presenter
}

/** Reads what the events are about, for all viewers at once: at most four queries. */
export async function loadEvents(
  deps: Deps,
  reviewId: string,
  events: readonly StoredEvent[],
): Promise<LoadedEvent[]> {
  const about = (...names: string[]) => [
    ...new Set(events.flatMap((one) => (names.includes(one.event) ? one.subjectId : []))),
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
    const { seq, event, subjectId, parentId } = stored
    const plain = (present: Presenter): LoadedEvent => ({ seq, writers: [], present })
    switch (event) {
      case 'comment.created':
      case 'comment.updated':
      case 'comment.status': {
        const view = comments.find((one) => one._id === subjectId)
        if (!view) return plain(() => null)
        const writers = [view.author._id, ...(view.replies ?? []).map((reply) => reply.author._id)]
        const present: Presenter = ({ access, actor }) => ({
          event,
          data: presentComment(deps, view, access, actor),
        })
        return { seq, writers, present }
      }
      case 'reply.created':
      case 'reply.updated': {
        const view = replies.find((one) => one._id === subjectId)
        if (!view) return plain(() => null)
        const present: Presenter = ({ access, actor }) => ({
          event,
          data: presentReply(deps, view, access, actor),
        })
        return { seq, writers: [view.author._id], present }
      }
      case 'comment.deleted':
        return plain(() => (parentId ? { event, data: { _id: subjectId, file: parentId } } : null))
      case 'reply.deleted':
        return plain(() => (parentId ? { event, data: { _id: subjectId, comment: parentId } } : null))
      case 'file.added':
      case 'file.ready': {
        const view = files.find((one) => one.id === subjectId)
        return plain(({ access }) => (view ? { event, data: presentReviewFile(deps, view, access) } : null))
      }
      case 'file.removed':
        return plain(() => ({ event, data: { _id: subjectId } }))
      case 'review.updated':
        return plain(({ access }) => review && { event, data: presentReview(deps, review, access) })
      default:
        return plain(() => null)
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
    const rights = `${access.role} ${access.via} ${access.mayDownload} ${access.epoch} ${access.endsAt?.getTime()}`
    const key = `${after} ${rights} ${due.some((one) => one.writers.includes(own)) ? own : ''}`
    const known = texts.get(key)
    if (known) return known
    const made = Buffer.from(due.map((one) => encode(one, viewpoint)).join(''))
    texts.set(key, made)
    return made
  }
}

// What is gone by now still moves the reader's `Last-Event-ID`.
function encode(loaded: LoadedEvent, viewpoint: Viewpoint): string {
  const presented = loaded.present(viewpoint)
  if (!presented) return `id: ${loaded.seq}\n\n`
  return encodeEvent({ name: presented.event, data: presented.data, id: loaded.seq })
}
