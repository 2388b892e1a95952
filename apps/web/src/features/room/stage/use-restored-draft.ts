import type { File } from '@wingmark/contract/files'
import { useEffect, useRef } from 'react'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { isEmptyDraft, readDraft, takeLeftDrafts } from '#web/features/comments/outbox/drafts'
import { useRoom } from '#web/features/room/state/room-context'
import type { OpenMark } from '#web/features/room/state/room-state'

/** Reopens the composer of an earlier draft on this page. Returns whether one was restored: it must not take focus. */
export function useRestoredDraft(file: File, page: number): (mark: OpenMark) => boolean {
  const { reviewId, store } = useRoom()
  const restored = useRef<OpenMark | null>(null)
  const { _id: fileId, version } = file
  useEffect(() => {
    let isHere = true
    const slot = draftSlots.mark(reviewId, fileId, version)
    const restore = () => {
      const draft = readDraft(slot)
      if (!isHere || isEmptyDraft(draft) || draft.marker?.page !== page || store.get().mark) return
      restored.current = { fileId, version, marker: draft.marker }
      store.dispatch({ do: 'mark', mark: restored.current })
    }
    restore()
    void takeLeftDrafts(slot).then(restore)
    return () => {
      isHere = false
    }
  }, [reviewId, fileId, version, page, store])
  return (mark) => mark === restored.current
}
