import type { Review } from '@wingmark/contract/reviews'
import { Face } from '#web/ui/face'
import classes from './owner-face.module.css'

/** The owner's face beside the name, in a line of text. */
export function OwnerFace({ owner: { _id, name, avatar } }: { owner: Review['owner'] }) {
  return (
    <span className={classes.face}>
      <Face connectionId={_id} name={name} src={avatar} size={18} />
    </span>
  )
}
