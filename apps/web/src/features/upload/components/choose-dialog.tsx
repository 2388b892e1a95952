import { Loader, Modal } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { acceptedTypeNames } from '@wingmark/contract/file-types'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './choose-dialog.module.css'
import { PickFiles } from './pick-files.tsx'
import { UploadNotices } from './upload-notices.tsx'

// Where there is no mouse, nobody can drop.
const canDrop = matchMedia('(any-pointer: fine)').matches

/** Upload dialog 1: choose files, by picker or by dropping them anywhere. */
export function ChooseDialog() {
  const opened = useUploads((session) => session.view === 'choose')
  const processing = useUploads((session) => session.processing)
  const isAsking = useUploads((session) => session.confirm !== null || session.conflict !== null)
  const isNarrow = useIsNarrow()
  return (
    <Modal
      opened={opened}
      onClose={uploads.close}
      title="Upload Files"
      size="var(--wm-dialog-width)"
      fullScreen={isNarrow}
      trapFocus={!isAsking}
      closeOnEscape={!isAsking}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, title: classes.title, body: classes.body }}
    >
      <div className={classes.zone} aria-busy={processing}>
        {processing ? (
          <div className={classes.processing} role="status">
            <Loader size="sm" />
            <p className={classes.lead}>Processing your files...</p>
          </div>
        ) : (
          <>
            <IconCloudUpload className={classes.icon} size={40} stroke={1.5} aria-hidden />
            <p className={classes.lead}>
              {canDrop ? 'Drag and drop your files here' : 'Choose the files to review'}
            </p>
            <PickFiles isMain>Select Files</PickFiles>
          </>
        )}
      </div>
      {/* Below the zone: toasts come from above on a phone. */}
      <UploadNotices />
      <p className={classes.formats}>Supported formats: {acceptedTypeNames('REVIEW')}. Up to 500 MB each.</p>
    </Modal>
  )
}
