import type { QueryClient } from '@tanstack/react-query'
import {
  type CommentTarget,
  parseCommentTarget,
  queueOf,
} from '#web/features/comments/outbox/comment-changes'
import { wordsOf } from '#web/features/comments/outbox/comment-target'
import { asWriter } from '#web/features/comments/outbox/guest-identity'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import { type Opening, outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { deliver } from '#web/features/room/state/deliver'
import { findEnd } from '#web/features/room/state/find-end'
import { rememberShareToken, shareTokenOf } from '#web/lib/share-token'

const open = outboxPerSession(makeOutbox)

/** A review's pending changes. */
export const reviewOutbox = (client: QueryClient, reviewId: string, isOnDevice = false) =>
  open(client, reviewId, isOnDevice)

function makeOutbox({ client, id, whoAmI }: Opening, isOnDevice: boolean): Outbox<CommentTarget> {
  const made = createOutbox<CommentTarget>({
    place: id,
    parseTarget: parseCommentTarget,
    deliver(item) {
      // Another tab, perhaps closed, had opened the link.
      if (item.proof && !shareTokenOf(id)) rememberShareToken(id, item.proof)
      const send = () => deliver(client, id, item)
      return isOnDevice ? send() : asWriter(send)
    },
    lineOf: queueOf,
    wordsOf,
    // Device-only items end with their file or comment, which says so itself.
    findEnd: async (item, error) => (isOnDevice ? null : findEnd(id, item, error)),
    // Text in a device-only review has no writer yet.
    whoAmI: isOnDevice ? async () => null : whoAmI,
  })
  return {
    ...made,
    send: (outgoing, key) => made.send({ ...outgoing, proof: shareTokenOf(id) ?? null }, key),
  }
}
