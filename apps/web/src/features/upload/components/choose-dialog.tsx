import { acceptedTypeNames } from '@wingmark/contract/file-types'
import { Dialog } from '#web/ui/dialog'
import { DropZone } from '#web/ui/drop-zone'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import dialog from '../upload-dialog.module.css'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './choose-dialog.module.css'
import { PickFiles } from './pick-files.tsx'
import { StorageLeft } from './storage-left.tsx'
import { UploadNotices } from './upload-notices.tsx'
import { UploadPurpose } from './upload-purpose.tsx'

/** Upload dialog 1: choose files, by picker or by dropping anywhere. */
export function ChooseDialog() {
  const opened = useUploads((session) => session.view === 'choose')
  const processing = useUploads((session) => session.processing)
  const isAsking = useUploads((session) => session.confirm !== null || session.conflict !== null)
  const isNarrow = useIsNarrow()
  return (
    <Dialog
      opened={opened}
      onClose={uploads.close}
      title="Upload Files"
      size="var(--wm-dialog-width)"
      fullScreen={isNarrow}
      trapFocus={!isAsking}
      closeOnEscape={!isAsking}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: dialog.content, title: dialog.title, body: dialog.body }}
    >
      <UploadPurpose />
      <DropZone isProcessing={processing} lead="Choose the files to review">
        <PickFiles isMain>Select Files</PickFiles>
      </DropZone>
      {/* Below the zone: on a phone, toasts appear at the top. */}
      <UploadNotices />
      <StorageLeft />
      <p className={classes.formats}>Supported formats: {acceptedTypeNames('REVIEW')}. Up to 500 MB each.</p>
    </Dialog>
  )
}
