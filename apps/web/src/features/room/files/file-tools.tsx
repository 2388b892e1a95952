import type { File } from '@wingmark/contract/files'
import { FileMenu } from '#web/features/room/files/file-menu'
import { useFileActions } from '#web/features/room/files/use-file-actions'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { paths } from '#web/lib/paths'

type Props = {
  file: File
  className?: string | undefined
  opened: boolean
  onChange: (isOpened: boolean) => void
  isTabStop: boolean
}

/** A file's menu in the room's strip. */
export function FileTools(props: Props) {
  const { store, removals, announce } = useRoom()
  const { review, files } = useReviewData()
  const hide = (id: string, isHidden: boolean) => store.dispatch({ do: 'hide', id, isHidden })
  const desk = { review, files, removals, hide, announce }
  const actions = useFileActions(desk)
  return <FileMenu {...props} desk={desk} actions={actions} editor={paths.editor(review._id)} />
}
