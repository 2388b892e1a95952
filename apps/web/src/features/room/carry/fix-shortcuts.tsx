import { fixShortcuts } from '#web/features/room/carry/fix-keys'
import classes from './carry.module.css'

/** The `?` sheet of the queue. */
export function FixShortcuts() {
  return (
    <dl className={classes.keys} aria-label="Keyboard shortcuts">
      {fixShortcuts.map(({ keys, what }) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
