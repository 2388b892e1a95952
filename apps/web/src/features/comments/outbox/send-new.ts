import type { QueryClient } from '@tanstack/react-query'
import { createComment, createReply, editComment, editReply } from '@wingmark/contract/comments'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { applyToComments } from '#web/features/comments/queries'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
import { shareTokenOf } from '#web/lib/share-token'

type Sent<T> = { key: string; reviewId: string; body: T }

/** Not hooks: the outbox calls these, with the same key on every try. */
export async function sendComment(client: QueryClient, sent: Sent<RouteBodyInput<typeof createComment>>) {
  const share = shareTokenOf(sent.reviewId)
  const { message, marker, files, mentions } = sent.body
  const words = { message, files, mentions, ...(marker && { marker }) }
  const { result } = await makeOrChange(
    () => call(createComment, { body: sent.body, share, idempotencyKey: sent.key }),
    (id) => call(editComment, { params: { id }, body: words, share }),
  )
  applyToComments(client, { event: 'comment.created', data: result })
  return result
}

export async function sendReply(client: QueryClient, sent: Sent<RouteBodyInput<typeof createReply>>) {
  const share = shareTokenOf(sent.reviewId)
  const { comment: _, ...words } = sent.body
  const { result } = await makeOrChange(
    () => call(createReply, { body: sent.body, share, idempotencyKey: sent.key }),
    (id) => call(editReply, { params: { id }, body: words, share }),
  )
  applyToComments(client, { event: 'reply.created', data: result })
  return result
}
