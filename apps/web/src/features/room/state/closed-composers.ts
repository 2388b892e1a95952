import { draftsChanged, isEmptyDraft, readDraft } from '#web/features/comments/outbox/drafts'
import { useReviewData } from '#web/features/room/state/room-data'
import { useStore } from '#web/lib/store'

const noLonger = 'You can no longer comment in this review. Your text stays here until you discard it.'

/** Why this review's composers can no longer send; null if they can. */
export function useWhyClosed(): string | null {
  const { review } = useReviewData()
  return review.can.comment ? null : noLonger
}

/** A closed composer stays while it has text. */
export function useIsComposerThere(slot: string, isClosed: boolean): boolean {
  useStore(draftsChanged, (count) => count)
  return !isClosed || !isEmptyDraft(readDraft(slot))
}
