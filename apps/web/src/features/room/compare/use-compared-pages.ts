import { useQuery } from '@tanstack/react-query'
import type { Comparison } from '@wingmark/contract/compare'
import { useState } from 'react'
import { comparisonQuery } from '#web/features/room/compare/comparison-query'
import { type PagePair, pairAt, pairsInOrder } from '#web/features/room/compare/page-pairs'
import type { Side } from '#web/features/room/compare/use-sides'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'

export type ComparedPages = {
  /** Names what is compared. */
  both: string
  pairs: readonly PagePair[]
  at: number
  pair: PagePair
  /** Of the shown pair; null until it is computed, or without a page on one side. */
  found: Comparison | null
  /** Why nothing will be found, if so. */
  error: Error | null
  show: (at: number) => void
}

/** The pages of both sides beside each other, and the shown ones. */
export function useComparedPages(from: Side, to: Side): ComparedPages {
  const { reviewId, store } = useRoom()
  const page = useRoomState((state) => state.page)
  const both = `${from.file.key} ${to.file.key}`
  const [gone, setGone] = useState<{ both: string; page: number } | null>(null)
  const { data, error } = useQuery(
    comparisonQuery(reviewId, {
      file: from.file._id,
      from: from.version,
      with: from.file._id === to.file._id ? null : to.file._id,
      to: to.version,
      page: Math.min(page, pageCount(to.file)),
    }),
  )
  const pairs = data?.pages ?? pairsInOrder(pageCount(from.file), pageCount(to.file))
  const at = pairAt(pairs, page, gone?.both === both ? gone.page : null)
  const pair = pairs[at] ?? [1, 1]
  const show = (next: number) => {
    const [older, newer] = pairs[Math.min(pairs.length - 1, Math.max(0, next))] ?? [1, 1]
    setGone(newer === null && older !== null ? { both, page: older } : null)
    if (newer !== null) store.dispatch({ do: 'showPage', page: newer })
  }
  const hasBoth = pair[0] !== null && pair[1] !== null
  return { both, pairs, at, pair, found: hasBoth ? (data ?? null) : null, error, show }
}
