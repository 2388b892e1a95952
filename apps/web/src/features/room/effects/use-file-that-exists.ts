import { useEffect } from 'react'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'

/** Shows another file when the open one is gone, and the first file once there is one. */
export function useFileThatExists(): void {
  const { store } = useRoom()
  const { files } = useReviewData()
  const fileId = useRoomState((state) => state.fileId)
  const page = useRoomState((state) => state.page)
  useEffect(() => {
    const file = files.find((one) => one._id === fileId)
    const first = files[0]
    if (!file && first) store.dispatch({ do: 'showFile', fileId: first._id })
    if (file && file.state === 'READY' && page > pageCount(file))
      store.dispatch({ do: 'showPage', page: pageCount(file) })
  }, [files, fileId, page, store])
}
