import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '@wingmark/contract/limits'
import type { Review } from '@wingmark/contract/reviews'
import { LinkEnd } from './link-end.tsx'
import { LinkKey } from './link-key.tsx'
import { LinkRow } from './link-row.tsx'
import { NewLink } from './new-link.tsx'
import { DownloadSwitch, ShareAccessChoice, VisibilityChoice } from './share-choices.tsx'
import classes from './share-dialog.module.css'
import { useShareSettings } from './use-share-settings.ts'
import { whoCanSee } from './who-can-see.ts'

type Props = {
  review: Review
  opened: boolean
  onClose: () => void
  /** Once it has left the screen: the place to give the focus back. */
  onClosed: () => void
}

/** Who can open a review, and with which link. Every change counts at once. */
export function ShareDialog({ review, opened, onClose, onClosed }: Props) {
  const isPhone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      title={`Share “${review.name}”`}
      size="var(--wm-dialog-width)"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title, body: classes.body }}
    >
      <ShareForm review={review} />
    </Modal>
  )
}

// Drawn anew each time the dialog opens: it starts from the review as it is then.
function ShareForm({ review }: { review: Review }) {
  const settings = useShareSettings(review)
  const { visibility, share } = settings.current
  return (
    <>
      <LinkRow settings={settings} />
      <p className={classes.sentence} role="status">
        {whoCanSee(settings.current)}
      </p>
      <VisibilityChoice value={visibility} onChange={settings.setVisibility} />
      {visibility !== 'PRIVATE' && (
        <>
          <ShareAccessChoice
            value={share.access}
            visibility={visibility}
            onChange={(access) => settings.change({ access })}
          />
          <DownloadSwitch
            value={share.allowDownload}
            onChange={(allowDownload) => settings.change({ allowDownload })}
          />
        </>
      )}
      {visibility === 'UNLISTED' && share.access !== 'NONE' && (
        <>
          <LinkKey settings={settings} />
          <LinkEnd settings={settings} />
        </>
      )}
      {visibility !== 'PUBLIC' && <NewLink settings={settings} />}
    </>
  )
}
