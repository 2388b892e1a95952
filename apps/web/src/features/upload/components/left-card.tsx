import { Button } from '@mantine/core'
import { leftWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './transfer-overlay.module.css'
import { useUploadTarget } from './use-upload-target.ts'

/** Where an upload would go on: that one has been left, and what it lacks. */
export function LeftCard({ isRoom }: { isRoom: boolean }) {
  const { takesFiles, reviewId } = useUploadTarget()
  const queue = useUploads((session) => session.queue)
  const missing = useUploads((session) => session.missing)
  const busy = useUploads(isUploading)
  const words = leftWords({ queue, missing })
  const isHere = takesFiles && (!isRoom || queue.reviewId === reviewId)
  if (!words || busy || !isHere) return null
  return (
    <section
      className={classes.overlay}
      data-place={isRoom ? 'room' : 'list'}
      aria-labelledby="unfinished-upload"
    >
      <h2 id="unfinished-upload" className={classes.title}>
        Unfinished upload
      </h2>
      <div className={classes.left}>
        <p>{words}</p>
        <Button size="xs" variant="default" onClick={uploads.keepEarlier}>
          Show files
        </Button>
      </div>
    </section>
  )
}
