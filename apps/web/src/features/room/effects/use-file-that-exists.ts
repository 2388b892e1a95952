import { useEffect } from 'react'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'

/** Shows another file when the open one is gone, and the first file once there is one. */
export function useFileThatExists(): void {
  const { store } = useRoom()
  const { files } = useReviewData()
  const shown = useCurrentFile()
  const fileId = useRoomState((state) => state.fileId)
  const page = useRoomState((state) => state.page)
  useEffect(() => {
    const file = files.find((one) => one._id === fileId)
    const first = files[0]
    if (!file && first) store.dispatch({ do: 'showFile', fileId: first._id })
    if (file && shown?.state === 'READY' && page > pageCount(shown))
      store.dispatch({ do: 'showPage', page: pageCount(shown) })
  }, [files, shown, fileId, page, store])
}
