import type { Presence } from '#web/features/room/live/use-live'
import { formatCount } from '#web/lib/format'
import { Face } from '#web/ui/face'
import classes from './panel.module.css'

const shownMax = 4

/** Who else is here: their faces, and how many more. */
export function Faces({ presence: { viewers, people } }: { presence: Presence }) {
  if (viewers < 2) return null
  const shown = people.slice(0, shownMax)
  const more = viewers - shown.length
  const nameless = viewers - people.length
  const words = [
    ...people.map((one) => one.name),
    ...(nameless > 0 ? [formatCount(nameless, 'visitor')] : []),
  ].join(', ')
  return (
    <span className={classes.presence} role="img" aria-label={`${viewers} here: ${words}`} title={words}>
      <span className={classes.faces}>
        {shown.map(({ _id, name }) => (
          <Face key={_id} connectionId={_id} name={name} src={null} size={24} />
        ))}
        {more > 0 && <span className={classes.more}>+{more}</span>}
      </span>
      <span className={classes.live} aria-hidden />
    </span>
  )
}
