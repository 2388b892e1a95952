import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { leftWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './upload-overlay.module.css'
import { useUploadTarget } from './use-upload-target.ts'

/** Where an upload would go on: that one has been left, and what it lacks. */
export function LeftCard({ isRoom }: { isRoom: boolean }) {
  const { takesFiles, reviewId } = useUploadTarget()
  const queue = useUploads((session) => session.queue)
  const missing = useUploads((session) => session.missing)
  const busy = useUploads(isUploading)
  const words = leftWords({ queue, missing })
  const isHere = takesFiles && (!isRoom || queue.reviewId === reviewId)
  // Hidden until there is something else to say.
  const [seen, setSeen] = useState<string | null>(null)
  if (!words || words === seen || busy || !isHere) return null
  return (
    <section
      className={classes.overlay}
      data-place={isRoom ? 'room' : 'list'}
      aria-labelledby="unfinished-upload"
    >
      <header className={classes.head}>
        <h2 id="unfinished-upload" className={classes.title}>
          Unfinished upload
        </h2>
        <ActionIcon size={28} aria-label="Hide the unfinished upload" onClick={() => setSeen(words)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.left}>
        <p>{words}</p>
        <Button size="xs" variant="default" onClick={uploads.keepEarlier}>
          Show files
        </Button>
      </div>
    </section>
  )
}
