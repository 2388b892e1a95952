import { Portal } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import classes from './drop-screen.module.css'

const words = {
  review: 'Drop your files to add them to this review',
  new: 'Drop your files to upload them',
  transfers: 'Drop your files here, or onto a folder',
}

/** Covers the page while files are dragged over it; pointer events pass through. */
export function DropScreen({ place }: { place: keyof typeof words }) {
  return (
    <Portal>
      <div className={classes.screen} data-place={place}>
        <div className={classes.frame}>
          <IconCloudUpload size={40} stroke={1.5} aria-hidden />
          <p className={classes.text}>
            {words[place]}
            {place === 'review' && <small>Or drop one onto a file to add a new version of it</small>}
          </p>
        </div>
      </div>
    </Portal>
  )
}
