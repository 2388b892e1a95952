import { ActionIcon, Button } from '@mantine/core'
import { IconMessage, IconShare3, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { JoinButton } from '#web/features/room/bar/room-bar'
import { RoomPages } from '#web/features/room/bar/room-pages'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { VersionPicker } from '#web/features/room/versions/version-picker'
import { formatCount } from '#web/lib/format'
import { useSession } from '#web/lib/session'
import { requestShare } from '#web/lib/share-request'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import classes from './bar.module.css'

/** The bottom bar of a phone: the file, and its comments. */
export function PhoneBar() {
  const { store, tools } = useRoom()
  const { review, files } = useReviewData()
  const file = useCurrentFile()
  const open = file?.openCount ?? 0
  const isNarrow = useIsNarrow()
  // Visitors see the review's name in the header, beside its sender.
  const { token } = useSession()
  return (
    <div className={classes.phoneBar}>
      <div className={classes.phoneNames}>
        {token && <h1 className={classes.phoneReview}>{review.name}</h1>}
        {file && (
          <span className={classes.phoneLine}>
            <span className={token ? classes.phoneFile : classes.phoneReview}>{file.name}</span>
            <VersionPicker isOnPhone />
          </span>
        )}
      </div>
      {!isNarrow && <RoomPages />}
      {tools}
      {review.can.share && <ShareButton isMain={files.length > 0} onShare={() => requestShare(review)} />}
      {review.role !== null && !review.can.share && (
        <ActionIcon size={40} aria-label="People" onClick={() => requestShare(review)}>
          <IconUsers size={19} />
        </ActionIcon>
      )}
      {review.can.join && (
        <Suspense>
          <JoinButton />
        </Suspense>
      )}
      <Button
        size="sm"
        variant="default"
        leftSection={<IconMessage size={17} />}
        aria-label={`Comments, ${formatCount(open, 'open comment')}`}
        onClick={() => store.dispatch({ do: 'sheet', isOpen: true })}
      >
        {open}
      </Button>
    </div>
  )
}

function ShareButton({ isMain, onShare }: { isMain: boolean; onShare: () => void }) {
  if (useIsNarrow()) {
    return (
      <ActionIcon size={40} aria-label="Share" onClick={onShare}>
        <IconShare3 size={19} />
      </ActionIcon>
    )
  }
  return (
    <Button
      size="sm"
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconShare3 size={17} aria-hidden />}
      onClick={onShare}
    >
      Share
    </Button>
  )
}

/** For short bars: pages are turned over the stage. */
export function PhonePages() {
  if (!useIsNarrow()) return null
  return (
    <div className={classes.phonePages} data-over-stage>
      <RoomPages />
    </div>
  )
}
