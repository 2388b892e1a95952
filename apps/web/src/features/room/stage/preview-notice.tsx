import { IconInfoCircle } from '@tabler/icons-react'
import { useCurrentFile } from '#web/features/room/state/room-data'
import classes from './stage.module.css'

/** Above a design: what the preview leaves out. */
export function PreviewNotice() {
  const file = useCurrentFile()
  if (file?.state !== 'READY' || !file.notice) return null
  return (
    <p className={classes.previewNotice}>
      <IconInfoCircle size={16} aria-hidden />
      {file.notice}
    </p>
  )
}
