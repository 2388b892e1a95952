import { PrintedFile } from '#web/features/room/print/printed-file'
import { useRoomState } from '#web/features/room/state/room-context'
import { useComments, useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { formatCount } from '#web/lib/format'
import classes from './print.module.css'

/** The room on paper: the current page, and all comments of its file. */
export function RoomPaper() {
  const { review } = useReviewData()
  const file = useCurrentFile()
  const { comments } = useComments()
  const page = useRoomState((state) => state.page)
  return (
    <div data-paper className={classes.print}>
      <h1>{review.name}</h1>
      <p className={classes.facts}>{formatCount(comments.length, 'comment')}</p>
      {file && <PrintedFile file={file} comments={comments} pictured={page} />}
    </div>
  )
}
