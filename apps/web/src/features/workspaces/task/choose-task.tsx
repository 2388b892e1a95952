import type { Task } from '@wingmark/contract/tasks'
import { chosenTasks } from '#web/features/workspaces/task/chosen-tasks'
import { nameOf } from '#web/features/workspaces/task-lists'
import { choose } from '#web/lib/selection'
import { useStore } from '#web/lib/store'
import classes from './choose-task.module.css'

export const useIsChosen = (id: string): boolean => useStore(chosenTasks, ({ ids }) => ids.has(id))

/** Toggles one; `isRange` adds all from the previous one. */
export function chooseTask(id: string, order: readonly string[], isRange: boolean): void {
  chosenTasks.dispatch(choose(chosenTasks.get(), order, { id, isRange, isMore: true }))
}

type Props = { task: Task; isChosen: boolean; order: () => readonly string[]; className?: string }

export function ChooseTask({ task, isChosen, order, className = '' }: Props) {
  return (
    <input
      type="checkbox"
      className={`${classes.box} ${className}`}
      aria-label={`Select ${nameOf(task)}`}
      checked={isChosen}
      onChange={(event) => {
        const { nativeEvent } = event
        chooseTask(task._id, order(), nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }}
    />
  )
}
