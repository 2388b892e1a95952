import { IconCheck } from '@tabler/icons-react'
import classes from './done-mark.module.css'

/** The tick after publishing, sending and accepting, drawn once as it appears. Size in pixels. */
export function DoneMark({ size }: { size: number }) {
  return (
    <span className={classes.disc} style={{ width: size, height: size }} aria-hidden>
      <span className={classes.tick}>
        <IconCheck size={size / 2} stroke={2.5} />
      </span>
    </span>
  )
}
