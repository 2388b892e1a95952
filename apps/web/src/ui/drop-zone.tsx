import { Loader } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './drop-zone.module.css'

// Without a mouse nobody can drop files.
const canDrop = matchMedia('(any-pointer: fine)').matches

type Props = { isProcessing: boolean; lead: string; children: ReactNode }

/** A dialog's area for choosing files; `lead` is its text where dropping is impossible. */
export function DropZone({ isProcessing, lead, children }: Props) {
  return (
    <div className={classes.zone} aria-busy={isProcessing}>
      {isProcessing ? (
        <div className={classes.processing} role="status">
          <Loader size="sm" />
          <p className={classes.lead}>Processing your files...</p>
        </div>
      ) : (
        <>
          <IconCloudUpload className={classes.icon} size={40} stroke={1.5} aria-hidden />
          <p className={classes.lead}>{canDrop ? 'Drag and drop your files here' : lead}</p>
          {children}
        </>
      )}
    </div>
  )
}
