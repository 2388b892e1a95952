import type { Comment } from '@wingmark/contract/comments'
import { useEffect, useState } from 'react'
import { composeProblem, startCompose } from '#web/features/comments/composer/compose-state'
import { stillMentioned } from '#web/features/comments/composer/mention-text'
import type { CommentTarget } from '#web/features/comments/outbox/comment-changes'
import { parseSlot } from '#web/features/comments/outbox/comment-target'
import {
  type Draft,
  draftsChanged,
  draftsOf,
  emptyDraft,
  isEmptyDraft,
  keepDraft,
  readDraft,
  sendFromComposer,
} from '#web/features/comments/outbox/drafts'
import { useWriter } from '#web/features/comments/outbox/use-writer'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'

export type UnsentDraft = { slot: string; draft: Draft }
/** What cannot go, and why. */
export type StayedDraft = { slot: string; reason: string }

/** Comments and replies of this review that were written in this tab and not sent. */
export function useUnsentDrafts(): readonly UnsentDraft[] {
  const { reviewId } = useRoom()
  const [drafts, setDrafts] = useState(() => unsentIn(reviewId))
  useEffect(() => draftsChanged.subscribe(() => setDrafts(unsentIn(reviewId))), [reviewId])
  return drafts
}

export const unsentIn = (reviewId: string): readonly UnsentDraft[] =>
  draftsOf(`${reviewId}.`).filter(({ slot }) => parseSlot(reviewId, slot))

/** Sends drafts, in order; an open composer sends its own. Returns what stays. */
export function useSendDrafts(comments: readonly Comment[]) {
  const { reviewId, outbox, composer } = useRoom()
  const { files } = useReviewData()
  const findWriter = useWriter()

  const targetOf = (slot: string, { marker }: Draft): CommentTarget | null => {
    const about = parseSlot(reviewId, slot)
    if (!about) return null
    const { kind, id, version } = about
    if (kind === 'general') return { kind: 'comment', file: id, type: 'GENERAL', marker: null, version }
    if (kind === 'mark') return marker && { kind: 'comment', file: id, type: 'MARKED', marker, version }
    const file = comments.find((one) => one._id === id)?.file ?? files[0]?._id ?? ''
    return { kind: 'reply', file, comment: id }
  }

  return async (drafts: readonly UnsentDraft[]): Promise<readonly StayedDraft[]> => {
    const writer = composer.writer ?? (await findWriter())
    const stay: StayedDraft[] = []
    for (const { slot } of drafts) {
      if (sendFromComposer(slot)) continue
      // It may have been sent or changed meanwhile.
      const draft = readDraft(slot)
      const target = targetOf(slot, draft)
      const reason = target ? composeProblem(startCompose(draft)) : 'Its place on the design isn’t known.'
      if (isEmptyDraft(draft)) continue
      if (!target || reason !== null) {
        stay.push({ slot, reason: reason ?? '' })
        continue
      }
      const message = draft.text.trim()
      const mentioned = stillMentioned(message, draft.mentioned)
      outbox.send({ target, message, files: draft.files, mentioned, ...writer })
      keepDraft(slot, emptyDraft)
    }
    return stay
  }
}
