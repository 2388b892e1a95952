import { Button, CloseButton } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import { type MouseEvent, useDeferredValue, useEffect } from 'react'
import { chosenTasks, type PickedField, picking } from '#web/features/workspaces/task/chosen-tasks'
import { formatCount } from '#web/lib/format'
import { keepListed, noSelection } from '#web/lib/selection'
import { useStore } from '#web/lib/store'
import classes from './chosen-bar.module.css'

type Props = { tasks: readonly Task[]; onRemove: (tasks: readonly Task[]) => void }

/** Actions for several tasks at once. */
export function ChosenBar({ tasks, onRemove }: Props) {
  const selection = useStore(chosenTasks, (one) => one)
  const listed = keepListed(
    selection,
    tasks.map(({ _id }) => _id),
  )
  useEffect(() => {
    if (listed !== selection) chosenTasks.dispatch(listed)
  }, [listed, selection])
  useEffect(() => () => chosenTasks.dispatch(noSelection), [])
  // The selected cards paint before their actions.
  const shown = useDeferredValue(listed)
  const chosen = tasks.filter(({ _id }) => shown.ids.has(_id))
  if (chosen.length === 0) return null
  const ask = (field: PickedField) => (event: MouseEvent<HTMLElement>) =>
    picking.dispatch({ field, ids: [...shown.ids], at: event.currentTarget })
  const mayMove = chosen.every(({ can }) => can.move)
  const mayEdit = chosen.every(({ can }) => can.edit)
  const mayDelete = chosen.every(({ can }) => can.delete)
  return (
    <div role="toolbar" aria-label="Selected tasks" className={classes.root}>
      <span aria-live="polite" className={classes.count}>
        {formatCount(chosen.length, 'task')} selected
      </span>
      <Button size="compact-sm" variant="default" disabled={!mayMove} onClick={ask('status')}>
        Status
      </Button>
      <Button size="compact-sm" variant="default" disabled={!mayEdit} onClick={ask('assignee')}>
        Assignee
      </Button>
      <Button size="compact-sm" variant="default" disabled={!mayMove} onClick={ask('dueOn')}>
        Due
      </Button>
      <Button size="compact-sm" variant="default" disabled={!mayEdit} onClick={ask('priority')}>
        Priority
      </Button>
      <Button size="compact-sm" variant="default" disabled={!mayEdit} onClick={ask('labels')}>
        Labels
      </Button>
      <Button size="compact-sm" variant="default" disabled={!mayDelete} onClick={() => onRemove(chosen)}>
        Delete
      </Button>
      <CloseButton
        size="sm"
        aria-label="Clear selection"
        title="Clear selection"
        onClick={() => chosenTasks.dispatch(noSelection)}
      />
    </div>
  )
}
