import type { QueryClient } from '@tanstack/react-query'
import {
  type CommentTarget,
  lineOfComment,
  parseCommentTarget,
} from '#web/features/comments/outbox/comment-target'
import { asWriter } from '#web/features/comments/outbox/guest-identity'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import { type Opening, outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { deliver } from '#web/features/room/state/deliver'
import { rememberShareProof, shareProofOf } from '#web/lib/share-proof'

const open = outboxPerSession((opening) => makeOutbox(opening, false))
/** Of a review that only this device has: whatever is written in it is nobody's yet. */
const openOnDevice = outboxPerSession((opening) => makeOutbox({ ...opening, whoAmI: async () => null }, true))

/** What was written and done in a review and is not sent yet. */
export const reviewOutbox = (client: QueryClient, reviewId: string, isOnDevice = false) =>
  (isOnDevice ? openOnDevice : open)(client, reviewId)

function makeOutbox({ client, id, whoAmI }: Opening, isOnDevice: boolean): Outbox<CommentTarget> {
  const made = createOutbox<CommentTarget>({
    place: id,
    parseTarget: parseCommentTarget,
    deliver(item) {
      // Another tab, or one that was closed, had opened the link.
      if (item.proof && !shareProofOf(id)) rememberShareProof(id, item.proof)
      const send = () => deliver(client, id, item)
      return isOnDevice ? send() : asWriter(send)
    },
    lineOf: lineOfComment,
    whoAmI,
  })
  return {
    ...made,
    send: (outgoing, key) => made.send({ ...outgoing, proof: shareProofOf(id) ?? null }, key),
  }
}
