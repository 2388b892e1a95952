import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type RoundItem, withChanges } from '#web/features/room/round/round-changes'
import { roundOutbox } from '#web/features/room/round/round-outbox'
import { useRoom } from '#web/features/room/state/room-context'
import { roundsQuery } from '#web/features/rounds/queries'
import { useStore } from '#web/lib/store'

/** Rounds of this review, newest first, with what waits on this device. */
export function useRounds() {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  const { data, isError } = useQuery(roundsQuery(reviewId))
  const items = useRoundItems()
  const rounds = useMemo(() => {
    const targets = items.filter(({ state }) => state !== 'failed').map(({ target }) => target)
    return data?.map((round) => withChanges(round, targets))
  }, [data, items])
  return { rounds, items, isError, outbox: roundOutbox(client, reviewId) }
}

function useRoundItems(): readonly RoundItem[] {
  const { reviewId } = useRoom()
  return useStore(roundOutbox(useQueryClient(), reviewId).store, (state) => state)
}
