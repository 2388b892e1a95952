import type { QueryClient } from '@tanstack/react-query'
import type { Sending } from '#web/features/comments/outbox/changes/comment-change'
import { type CommentTarget, commentKinds } from '#web/features/comments/outbox/comment-changes'
import { asWriter } from '#web/features/comments/outbox/guest-identity'
import { createOutbox, type Outbox } from '#web/features/comments/outbox/outbox'
import { type Opening, outboxPerSession } from '#web/features/comments/outbox/session-outbox'
import { sendingOf } from '#web/features/room/state/comment-sending'
import { findEnd } from '#web/features/room/state/find-end'
import { rememberShareToken, shareTokenOf } from '#web/lib/share-token'

const open = outboxPerSession(makeOutbox)

/** A review's pending changes. */
export const reviewOutbox = (client: QueryClient, reviewId: string, isOnDevice = false) =>
  open(client, reviewId, isOnDevice)

function makeOutbox({ client, id, whoAmI }: Opening, isOnDevice: boolean): Outbox<CommentTarget> {
  const made = createOutbox<CommentTarget, Sending>({
    place: id,
    kinds: commentKinds,
    at: sendingOf(client, id),
    asWriter(item, send) {
      // Another tab, perhaps closed, had opened the link.
      if (item.proof && !shareTokenOf(id)) rememberShareToken(id, item.proof)
      return isOnDevice ? send() : asWriter(send)
    },
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
