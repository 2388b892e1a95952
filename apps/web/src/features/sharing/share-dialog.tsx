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

/** Who can open a review, and with which link. Every change counts at once. */
export function ShareDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const isPhone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`)
  const settings = useShareSettings(review)
  const { visibility, share } = settings.current
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Share “${review.name}”`}
      size="var(--wm-dialog-width)"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: classes.title, body: classes.body }}
    >
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
    </Modal>
  )
}
