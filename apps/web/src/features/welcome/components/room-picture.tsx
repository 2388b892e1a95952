import { DarkSource } from '#web/features/welcome/components/dark-source'
import roomDark from '#web/features/welcome/room-dark.webp'
import roomLight from '#web/features/welcome/room-light.webp'
import classes from './landing.module.css'

/** A screenshot of the room, with a review of the demo studio. */
export function RoomPicture() {
  return (
    <picture className={classes.room}>
      <DarkSource srcSet={roomDark} />
      <img
        src={roomLight}
        alt="A review: the design with three numbered pins, and beside it the comments that belong to them"
        width={1440}
        height={844}
        fetchPriority="high"
        decoding="sync"
      />
    </picture>
  )
}
