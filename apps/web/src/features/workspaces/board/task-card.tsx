import type { Task } from '@wingmark/contract/tasks'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { draggableCard } from '#web/features/workspaces/board/use-board-drag'
import { ChooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { chosenTasks } from '#web/features/workspaces/task/chosen-tasks'
import { TaskCrop } from '#web/features/workspaces/task/task-crop'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { useStore } from '#web/lib/store'
import classes from './task-card.module.css'

type Props = {
  task: Task
  changes: TaskChanges
  /** The ids of all cards, in their order. */
  order: () => readonly string[]
  isOpen: boolean
  isLifted: boolean
}

export function TaskCard({ task, changes, order, isOpen, isLifted }: Props) {
  const root = useRef<HTMLLIElement>(null)
  const [params] = useSearchParams()
  const isChosen = useIsChosen(task._id)
  const isChoosing = useStore(chosenTasks, ({ ids }) => ids.size > 0)
  useEffect(() => (task.can.move ? draggableCard(root.current) : undefined), [task.can.move])
  const source = task.source && 'comment' in task.source ? task.source : null
  const address = new URLSearchParams(params)
  address.set('task', task._id)
  return (
    <li
      ref={root}
      className={classes.card}
      data-task={task._id}
      data-open={isOpen || undefined}
      data-lifted={isLifted || undefined}
      data-chosen={isChosen || undefined}
      data-waiting={task.number === 0 || undefined}
    >
      {source && <TaskCrop key={source.cropUrl} source={source} className={classes.crop} />}
      <div className={classes.head}>
        {isChoosing && task.number > 0 && (
          <ChooseTask task={task} order={order} className={classes.choose ?? ''} />
        )}
        <Link
          to={{ search: `?${address}` }}
          preventScrollReset
          draggable={false}
          className={classes.title}
          aria-current={isOpen || undefined}
        >
          {task.title}
        </Link>
        {task.number > 0 && <TaskMenu task={task} changes={changes} className={classes.menu} />}
      </div>
      <TaskFacts task={task} />
    </li>
  )
}
