import { SegmentedControl } from '@mantine/core'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useSearchParams } from 'react-router'
import { Timeline } from '#web/features/workspaces/activities/timeline'
import type { TimelineFilter } from '#web/features/workspaces/activities/timeline-queries'
import { useUndo } from '#web/lib/undo'
import { focusHeading } from '#web/ui/focus-heading'
import classes from './activities.module.css'

const choices = [
  { value: 'all', label: 'All' },
  { value: 'MESSAGE', label: 'Comments' },
  { value: 'EVENT', label: 'Updates' },
]

export function Activities({ workspace }: { workspace: Workspace }) {
  useUndo(() => void focusHeading())
  const [params, setParams] = useSearchParams()
  const asked = params.get('kind')
  const kind: TimelineFilter = asked === 'MESSAGE' || asked === 'EVENT' ? asked : undefined
  const choose = (value: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (value === 'all') next.delete('kind')
      else next.set('kind', value)
      return next
    })
  return (
    <div className={classes.root}>
      <SegmentedControl
        aria-label="Show"
        value={kind ?? 'all'}
        onChange={choose}
        data={choices}
        className={classes.filter}
      />
      <Timeline workspace={workspace} of={{ workspace: workspace._id }} kind={kind} hasDays />
    </div>
  )
}
