import { Checkbox } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import { chosenTasks } from '#web/features/workspaces/task/chosen-tasks'
import { choose } from '#web/lib/selection'
import { useStore } from '#web/lib/store'

export const useIsChosen = (id: string): boolean => useStore(chosenTasks, ({ ids }) => ids.has(id))

/** One more or one less; with `isRange` all from the one before. */
export function chooseTask(id: string, order: readonly string[], isRange: boolean): void {
  chosenTasks.dispatch(choose(chosenTasks.get(), order, { id, isRange, isMore: true }))
}

type Props = { task: Task; order: () => readonly string[]; className?: string }

export function ChooseTask({ task, order, className = '' }: Props) {
  const isChosen = useIsChosen(task._id)
  return (
    <Checkbox
      size="xs"
      className={className}
      aria-label={`Choose #${task.number}`}
      checked={isChosen}
      onChange={(event) => {
        const { nativeEvent } = event
        chooseTask(task._id, order(), nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }}
    />
  )
}
