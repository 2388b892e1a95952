import { Portal } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import classes from './drop-screen.module.css'

/** Lies over the page while files are dragged over it; the pointer goes through to what is below. */
export function DropScreen({ isForReview }: { isForReview: boolean }) {
  return (
    <Portal>
      <div className={classes.screen}>
        <div className={classes.frame}>
          <IconCloudUpload size={40} stroke={1.5} aria-hidden />
          <p className={classes.text}>
            {isForReview ? 'Drop your files to add them to this review' : 'Drop your files to upload them'}
          </p>
        </div>
      </div>
    </Portal>
  )
}
