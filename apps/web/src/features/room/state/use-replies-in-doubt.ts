import type { Comment } from '@wingmark/contract/comments'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMoreReplies } from '#web/features/comments/queries'
import { useRoom } from '#web/features/room/state/room-context'

/** More are not asked for, and none twice; what is in doubt then stays in the list. */
const askedMax = 100

/** Fetches, one answer after the other, the replies that decide whether these are what is looked for. */
export function useRepliesInDoubt(inDoubt: readonly Comment[]): void {
  const { mutateAsync } = useMoreReplies(useRoom().reviewId)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const next = asked.size < askedMax ? inDoubt.find((one) => !asked.has(keyOf(one))) : undefined
  const key = next && keyOf(next)
  const ask = useEffectEvent(async () => {
    if (!next) return
    // What fails is said where the thread is open.
    await mutateAsync(next).catch(() => {})
    setAsked((before) => new Set(before).add(keyOf(next)))
  })
  useEffect(() => void ask(), [key])
}

const keyOf = ({ _id, repliesCursor }: Comment) => `${_id} ${repliesCursor}`
