import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import {
  type CommentTarget,
  lineOfComment,
  parseCommentTarget,
} from '#web/features/comments/outbox/comment-target'
import { asWriter } from '#web/features/comments/outbox/guest-identity'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import { deliver } from '#web/features/room/state/deliver'
import { getSession } from '#web/lib/session'
import { rememberShareProof, shareProofOf } from '#web/lib/share-proof'

type Opened = { token: string | null; outbox: Outbox<CommentTarget>; stop: () => void }
const opened = new Map<string, Opened>()

/** What was written and done in a review and is not sent yet; it goes on whatever page one is on. */
export function reviewOutbox(
  client: QueryClient,
  reviewId: string,
  isOnDevice = false,
): Outbox<CommentTarget> {
  const { token } = getSession()
  const known = opened.get(reviewId)
  if (known?.token === token) return known.outbox
  known?.stop()
  const made = createOutbox<CommentTarget>({
    place: reviewId,
    parseTarget: parseCommentTarget,
    deliver(item) {
      // Another tab, or one that was closed, had opened the link.
      if (item.proof && !shareProofOf(reviewId)) rememberShareProof(reviewId, item.proof)
      const send = () => deliver(client, reviewId, item)
      return isOnDevice ? send() : asWriter(send)
    },
    lineOf: lineOfComment,
    whoAmI: async () =>
      isOnDevice || token === null
        ? null
        : client.ensureQueryData(profileQuery).then(
            ({ user }) => user._id,
            () => null,
          ),
  })
  const outbox: Outbox<CommentTarget> = {
    ...made,
    send: (outgoing, key) => made.send({ ...outgoing, proof: shareProofOf(reviewId) ?? null }, key),
  }
  opened.set(reviewId, { token, outbox, stop: made.start() })
  return outbox
}
