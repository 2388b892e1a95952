import { useQueryClient } from '@tanstack/react-query'
import { errorCatalogue } from '@wingmark/contract/errors'
import { useEffect } from 'react'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { slotOf } from '#web/features/comments/outbox/comment-target'
import { giveBack } from '#web/features/comments/outbox/drafts'
import { notEnded } from '#web/features/comments/outbox/outbox-state'
import { reviewKeys } from '#web/features/reviews/queries'
import { useRoom } from '#web/features/room/state/room-context'

const isRefused = (item: CommentItem) =>
  item.state === 'failed' && notEnded(item) && item.error === errorCatalogue.FORBIDDEN.message

/** Reopens the composer of a new pin that the server refused because the writer had lost the right. */
export function useRefusedMark(fileId: string): void {
  const { reviewId, store, outbox } = useRoom()
  const client = useQueryClient()
  useEffect(() => {
    const look = () => {
      if (store.get().mark !== null) return
      for (const item of outbox.store.get()) {
        const { target, key, message: text, files, mentioned } = item
        if (!isRefused(item) || target.kind !== 'comment' || !target.marker || target.file !== fileId)
          continue
        const { marker, version = 1 } = target
        if (!giveBack(slotOf(reviewId, target), { text, files, unfinished: [], marker, mentioned, key }))
          return
        store.dispatch({ do: 'mark', mark: { fileId, version, marker } })
        outbox.discard(key)
        void client.invalidateQueries({ queryKey: reviewKeys.page(reviewId) })
        return
      }
    }
    look()
    return outbox.store.subscribe(look)
  }, [reviewId, store, outbox, client, fileId])
}
