import type { Workspace } from '@wingmark/contract/workspaces'
import { useWorkspaceLive } from '#web/features/workspaces/live/use-workspace-live'
import classes from './workspace-frame.module.css'

/** How many look at this workspace now, where it is not oneself alone. */
export function WhoIsHere({ workspace }: { workspace: Workspace }) {
  const { viewers, names } = useWorkspaceLive(workspace)
  if (viewers < 2) return null
  return (
    <span className={classes.here} title={names.join(', ')}>
      <span className={classes.dot} aria-hidden />
      {viewers} here
    </span>
  )
}
