import { PageNavigator } from '#web/features/room/bar/page-navigator'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile } from '#web/features/room/state/room-data'

/** The pages of the current file. */
export function RoomPages() {
  const { store } = useRoom()
  const page = useRoomState((state) => state.page)
  const file = useCurrentFile()
  const show = (next: number) => store.dispatch({ do: 'showPage', page: next })
  return <PageNavigator page={page} total={file ? pageCount(file) : 1} onShow={show} />
}
