import { isolated } from '@wingmark/contract/names'
import { useRoom } from '#web/features/room/state/room-context'
import { useStore } from '#web/lib/store'
import classes from './panel.module.css'

/** Who else is typing: in a thread, or on the file without one. */
export function WritingLine({ comment, fileId }: { comment: string | null; fileId: string }) {
  const { others } = useRoom()
  const writing = useStore(others, (state) => state.writing)
  const names = writing.filter((one) => one.comment === comment && one.file === fileId).map((one) => one.name)
  if (names.length === 0) return null
  const who = names.length > 2 ? `${names.length} people` : names.map(isolated).join(' and ')
  return (
    <p className={classes.writing}>
      {who} {names.length > 1 ? 'are' : 'is'} writing…
    </p>
  )
}
