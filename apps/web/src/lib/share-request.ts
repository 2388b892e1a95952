import type { Review } from '@wingmark/contract/reviews'
import type { Workspace } from '@wingmark/contract/workspaces'
import { createValue, useStore } from '#web/lib/store'

/** The subject whose people are shown, and for a review also its links. */
export type ShareRequest =
  | { kind: 'REVIEW'; review: Review; isForPeople: boolean }
  | { kind: 'WORKSPACE'; workspace: Pick<Workspace, '_id' | 'name'> }

const wanted = createValue<ShareRequest | null>(null)

/** Opens a review's share dialog from anywhere, at its links or people; null closes it. */
export const requestShare = (review: Review | null, isForPeople = false): void =>
  wanted.dispatch(review && { kind: 'REVIEW', review, isForPeople })

/** Opens a workspace's people in the same dialog. */
export const requestPeople = (workspace: Pick<Workspace, '_id' | 'name'>): void =>
  wanted.dispatch({ kind: 'WORKSPACE', workspace })

/** For the one mounted share dialog. */
export function useShareRequest(): ShareRequest | null {
  return useStore(wanted, (request) => request)
}
