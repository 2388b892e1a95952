import type { Round } from '@wingmark/contract/rounds'
import { changesOf } from '#web/lib/changes/change'

/** What sending needs of the app. */
export type Sending = {
  reviewId: string
  /** Shows what the server made of it. */
  keep: (round: Round) => void
  /** Resolves once these comments, by key, have arrived; rejects if one of them was refused. */
  afterComments: (keys: readonly string[]) => Promise<void>
}

/** One kind of change of a round. */
export const change = changesOf<Round, object, Sending>()

/** Changes of one round go in order. */
export const queueOfRound = ({ round }: { round: string }) => round
