import type { Presence } from '#web/features/workspaces/live/use-workspace-live'
import classes from './workspace-frame.module.css'

/** How many are looking at this workspace, if there are others. */
export function WhoIsHere({ presence: { viewers, names } }: { presence: Presence }) {
  if (viewers < 2) return null
  return (
    <span className={classes.here} title={names.join(', ')}>
      <span className={classes.dot} aria-hidden />
      {viewers} here
    </span>
  )
}
