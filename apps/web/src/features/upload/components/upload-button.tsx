import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { requestUpload } from '#web/lib/upload-request'
import { uploadTotals } from '../upload-progress.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './upload-button.module.css'

/** Header: disabled and counting during an upload. Floating: counts as well, and shows the uploads. */
export function UploadButton({ look }: { look: 'header' | 'floating' }) {
  const busy = useUploads(isUploading)
  const { uploaded, total, percent } = uploadTotals(useUploads((session) => session.queue.items))
  const label = busy ? `${uploaded}/${total} uploaded` : 'Upload file'
  if (look === 'header') {
    return (
      <Button
        size="xs"
        disabled={busy}
        className={classes.header}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => requestUpload()}
      >
        {label}
      </Button>
    )
  }
  return (
    <Tooltip label={label} position="left">
      <ActionIcon
        className={classes.floating}
        variant="filled"
        color="pin"
        size={52}
        radius="xl"
        data-busy={busy || undefined}
        style={{ '--wm-upload-percent': `${percent}%` }}
        aria-label={busy ? `${label}, show uploads` : label}
        onClick={() => (busy ? uploads.show() : requestUpload())}
      >
        {busy ? (
          <span className={classes.count}>
            {uploaded}/{total}
          </span>
        ) : (
          <IconUpload size={22} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
