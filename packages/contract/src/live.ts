import { z } from 'zod'
import { Comment, Reply } from './comments.ts'
import { File } from './files.ts'
import { Id } from './ids.ts'
import { Review } from './reviews.ts'

/** Path of the server-sent event stream of a review. */
export const liveReviewPath = (reviewId: string) => `/live/api/v1/review/${reviewId}`

/** What each `event:` of the stream carries as JSON in `data:`. */
export const liveEvents = {
  'comment.created': Comment,
  'comment.updated': Comment,
  'comment.deleted': z.object({ _id: Id, file: Id }),
  'comment.status': Comment,
  'reply.created': Reply,
  'reply.updated': Reply,
  'reply.deleted': z.object({ _id: Id, comment: Id }),
  'file.added': File,
  'file.ready': File,
  'file.removed': z.object({ _id: Id }),
  'review.updated': Review,
  presence: z.object({ viewers: z.int(), names: z.array(z.string()) }),
} as const

export type LiveEventName = keyof typeof liveEvents
export type LiveEvent = {
  [N in LiveEventName]: { event: N; data: z.infer<(typeof liveEvents)[N]>; id?: string }
}[LiveEventName]
