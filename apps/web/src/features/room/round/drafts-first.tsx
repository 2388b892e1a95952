import { Button, Checkbox } from '@mantine/core'
import type { Deciding } from '#web/features/room/round/use-deciding'
import { formatCount } from '#web/lib/format'
import classes from './decide-dialog.module.css'

/** Comments that were written and not sent go with the decision, before it, or stay. */
export function DraftsFirst({ form: { drafts, isNameless } }: { form: Deciding }) {
  const { count } = drafts
  if (count === 0) return null
  return (
    <div className={classes.drafts}>
      <Checkbox
        label={`Send ${formatCount(count, 'unsent comment')} with it`}
        description={count === 1 ? 'It goes first.' : 'They go first, in order.'}
        checked={drafts.isTaken}
        onChange={(event) => drafts.take(event.currentTarget.checked)}
      />
      {!isNameless && (
        <Button size="compact-xs" variant="default" onClick={() => void drafts.send()}>
          Send {count === 1 ? 'it' : 'them'} now
        </Button>
      )}
    </div>
  )
}
