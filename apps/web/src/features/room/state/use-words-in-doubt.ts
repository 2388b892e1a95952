import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMoreReplies, wholeQuery } from '#web/features/comments/queries'
import { useRoom } from '#web/features/room/state/room-context'

/** Fetch limit, none twice: beyond it, threads stay listed and long messages match by their loaded part. */
const askedMax = 500

/** Fetches one by one the replies and long messages that decide whether these match. */
export function useWordsInDoubt(inDoubt: readonly Comment[]): void {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  const { mutateAsync } = useMoreReplies(reviewId)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const next = asked.size < askedMax ? inDoubt.find((one) => !asked.has(keyOf(one))) : undefined
  const key = next && keyOf(next)
  const ask = useEffectEvent(async () => {
    if (!next) return
    const cut = next.isCut ? next : next.replies.find((reply) => reply.isCut)
    // The open thread shows failures.
    if (next.repliesCursor === null && cut) await client.fetchQuery(wholeQuery(reviewId, cut)).catch(() => {})
    else await mutateAsync(next).catch(() => {})
    setAsked((before) => new Set(before).add(keyOf(next)))
  })
  useEffect(() => void ask(), [key])
}

const keyOf = ({ _id, repliesCursor, isCut, replies }: Comment) =>
  `${_id} ${repliesCursor} ${isCut} ${replies.filter((reply) => reply.isCut).length}`
