import { Button } from '@mantine/core'
import { IconShare3, IconUserCheck, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { CheckAndExport } from '#web/features/room/bar/check-and-export'
import { FileSteps } from '#web/features/room/bar/file-steps'
import { MarkTools } from '#web/features/room/bar/mark-tools'
import { RoomPages } from '#web/features/room/bar/room-pages'
import { ViewMenu } from '#web/features/room/bar/view-menu'
import { ZoomControls } from '#web/features/room/bar/zoom-controls'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { VersionPicker } from '#web/features/room/versions/version-picker'
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
        <VersionPicker />
        <FileSteps />
        {token && review.commentsUntil && review.round?.state !== 'OPEN' && (
          <CommentsUntil day={review.commentsUntil} className={classes.until} />
        )}
      </div>
      <RoomPages />
      <div className={classes.tools}>
        <MarkTools />
        <div role="group" aria-label="View">
          {file && <ZoomControls />}
          <ViewMenu />
        </div>
        <div role="group" aria-label="Review">
          <CheckAndExport />
          <OwnerTools />
        </div>
      </div>
    </div>
  )
}

function OwnerTools() {
  const { review, files } = useReviewData()
  const { tools } = useRoom()
  return (
    <>
      {tools}
      {review.can.startRound && files.length > 0 && review.round?.state !== 'OPEN' && <StartRound />}
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

function StartRound() {
  const { commands } = useRoom()
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={classes.menu}
      leftSection={<IconUserCheck size={17} />}
      aria-label="Start a round"
      title="Start a round: ask for decisions (S)"
      onClick={() => commands.run('round')}
    >
      Start a round
    </Button>
  )
}
