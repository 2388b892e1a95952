import { useEffect, useState } from 'react'
import {
  type Draft,
  draftsChanged,
  draftsOf,
  emptyDraft,
  keepDraft,
  takeLeftDrafts,
} from '#web/features/comments/outbox/drafts'
import { forgetKept } from '#web/features/comments/outbox/kept-files'

export type LeftDraft = { slot: string; draft: Draft; discard: () => void }

/** Drafts of a review or workspace whose composers are gone, from this tab or a closed one. */
export function useLeftDrafts(place: string): LeftDraft[] {
  const begun = `${place}.`
  const [drafts, setDrafts] = useState(() => draftsOf(begun))
  useEffect(() => {
    // Composers that just closed have stored their text before this.
    const look = () => setDrafts(draftsOf(begun))
    look()
    void takeLeftDrafts(begun)
    return draftsChanged.subscribe(look)
  }, [begun])
  const discard = (slot: string, { files }: Draft) => {
    keepDraft(slot, emptyDraft)
    void forgetKept(files)
  }
  return drafts.map(({ slot, draft }) => ({ slot, draft, discard: () => discard(slot, draft) }))
}
