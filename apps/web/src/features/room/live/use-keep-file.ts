import { useQueryClient } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useCallback } from 'react'
import { reviewKeys } from '#web/features/reviews/queries'
import { applyToPage } from '#web/features/room/live/apply-to-page'
import { useRoom } from '#web/features/room/state/room-context'

/** Puts a newer state of a file where the room reads it. */
export function useKeepFile(): (file: File) => void {
  const client = useQueryClient()
  const { reviewId } = useRoom()
  return useCallback(
    (file) =>
      client.setQueryData<ReviewPage>(reviewKeys.page(reviewId), (page) =>
        page ? applyToPage(page, { event: 'file.ready', data: file }) : page,
      ),
    [client, reviewId],
  )
}
