import { ActionIcon, Button } from '@mantine/core'
import { IconEye, IconEyeOff, IconKeyboard, IconMaximize, IconShare3, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { FileSteps } from '#web/features/room/bar/file-steps'
import { MarkTools } from '#web/features/room/bar/mark-tools'
import { RoomPages } from '#web/features/room/bar/room-pages'
import { SeeAs } from '#web/features/room/bar/see-as'
import { ZoomControls } from '#web/features/room/bar/zoom-controls'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { useSession } from '#web/lib/session'
import { requestShare } from '#web/lib/share-request'
import { CommentsUntil } from '#web/ui/comments-until'
import { lazily } from '#web/ui/lazily'
import classes from './bar.module.css'

export const JoinButton = lazily(
  () => import('#web/features/room/bar/join-button').then((button) => button.JoinButton),
  (late) => (
    <Button size="xs" className={classes.add} onClick={late.again}>
      Join
    </Button>
  ),
)

/** Above the stage: the current file, its zoom, and the owner's actions. */
export function RoomBar() {
  const { commands } = useRoom()
  const { review } = useReviewData()
  const file = useCurrentFile()
  // Visitors see it in the header, beside its sender.
  const { token } = useSession()
  return (
    <div className={classes.bar}>
      <div className={classes.names}>
        {token && (
          <h1 className={classes.review} title={review.name}>
            {review.name}
          </h1>
        )}
        {file && (
          <span className={classes.file} title={file.name}>
            {file.name}
          </span>
        )}
        <FileSteps />
        {token && review.commentsUntil && (
          <CommentsUntil day={review.commentsUntil} className={classes.until} />
        )}
      </div>
      <RoomPages />
      <div className={classes.tools}>
        <MarkTools />
        {file && <StageTools />}
        <ActionIcon
          size={30}
          className={classes.tool}
          data-for-keys
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => commands.run('help')}
        >
          <IconKeyboard size={17} />
        </ActionIcon>
        <OwnerTools />
      </div>
    </div>
  )
}

/** Tools for looking at a design. */
function StageTools() {
  const { commands } = useRoom()
  const arePinsHidden = useRoomState((state) => state.arePinsHidden)
  return (
    <>
      <ZoomControls />
      <SeeAs />
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Hide pins"
        aria-pressed={arePinsHidden}
        title={arePinsHidden ? 'Show pins (H)' : 'Hide pins (H)'}
        onClick={() => commands.run('pins')}
      >
        {arePinsHidden ? <IconEyeOff size={17} /> : <IconEye size={17} />}
      </ActionIcon>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Full screen"
        title="Full screen (F)"
        onClick={() => commands.run('fullScreen')}
      >
        <IconMaximize size={16} />
      </ActionIcon>
    </>
  )
}

function OwnerTools() {
  const { review, files } = useReviewData()
  const { tools } = useRoom()
  return (
    <>
      {tools}
      {review.can.share && (
        <Button
          size="xs"
          // Without files another button is the main one.
          className={files.length === 0 ? classes.add : classes.share}
          leftSection={<IconShare3 size={14} />}
          onClick={() => requestShare(review)}
        >
          Share
        </Button>
      )}
      {review.role !== null && !review.can.share && (
        <Button
          size="xs"
          className={classes.add}
          leftSection={<IconUsers size={14} />}
          onClick={() => requestShare(review)}
        >
          People
        </Button>
      )}
      {review.can.join && (
        <Suspense>
          <JoinButton />
        </Suspense>
      )}
    </>
  )
}
