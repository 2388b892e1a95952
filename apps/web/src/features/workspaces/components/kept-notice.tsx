import { useKeptAt, workspaceAddress } from '#web/lib/cached-answers'
import { formatRelativeTime } from '#web/lib/format'
import { useIsOnline } from '#web/ui/use-is-online'
import classes from './workspace-frame.module.css'

/** Says that the screen shows cached answers. */
export function KeptNotice({ workspaceId }: { workspaceId: string }) {
  const isOnline = useIsOnline()
  const keptAt = useKeptAt(workspaceAddress(workspaceId))
  const age = keptAt === null ? '' : ` Last updated ${formatRelativeTime(new Date(keptAt).toISOString())}.`
  const words = isOnline ? age && `The server can’t be reached.${age}` : `You’re offline.${age}`
  return (
    <div role="status" className={classes.kept} hidden={words === ''}>
      {words} Your changes are saved and will be sent later.
    </div>
  )
}
