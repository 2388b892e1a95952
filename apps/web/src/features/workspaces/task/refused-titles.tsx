import { Button } from '@mantine/core'
import type { useNewTitles } from '#web/features/workspaces/task/use-new-titles'
import classes from './task-panel.module.css'

type Props = Pick<ReturnType<typeof useNewTitles>, 'refused' | 'again' | 'drop'>

/** A title that was refused keeps its text beside the field. */
export function RefusedTitles({ refused, again, drop }: Props) {
  return refused.map((words) => (
    <p key={words} role="alert" className={classes.unsaved}>
      Not created: {words}{' '}
      <Button size="compact-xs" variant="default" onClick={() => again(words)}>
        Try again
      </Button>{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => drop(words)}>
        Discard
      </Button>
    </p>
  ))
}
