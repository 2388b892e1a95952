import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileCommentsQuery } from '#web/features/comments/queries'
import { previewUrl } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { stepFile, stepPage } from '#web/features/room/state/steps'

const calmMs = 1_200

/** Fetches what the user will most likely look at next, once the page is idle. */
export function usePrefetch(): void {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  const { files } = useReviewData()
  const fileId = useRoomState((state) => state.fileId)
  const page = useRoomState((state) => state.page)
  useEffect(() => {
    const timer = setTimeout(() => {
      const places = [stepPage(files, { fileId, page }, 1), stepFile(files, fileId, 1)]
      for (const place of places) {
        const file = files.find((one) => one._id === place?.fileId)
        // Device-rendered pages are rendered on demand.
        if (!place || file?.state !== 'READY' || file.previewUrl.startsWith('blob:')) continue
        const picture = new Image()
        picture.fetchPriority = 'low'
        picture.src = previewUrl(file, place.page)
      }
      const next = stepFile(files, fileId, 1)
      if (next) void client.prefetchInfiniteQuery(fileCommentsQuery({ reviewId, fileId: next.fileId }))
    }, calmMs)
    return () => clearTimeout(timer)
  }, [files, fileId, page, client, reviewId])
}
