import type { Task } from '@wingmark/contract/tasks'
import { memo, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { draggableCard } from '#web/features/workspaces/board/use-board-drag'
import { ChooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { TaskCrop } from '#web/features/workspaces/task/task-crop'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import classes from './task-card.module.css'

type Props = {
  task: Task
  /** Where among so many of its column. */
  place: number
  total: number
  changes: TaskChanges
  /** The ids of all cards, in their order. */
  order: () => readonly string[]
  isOpen: boolean
  isLifted: boolean
}

export const TaskCard = memo(function TaskCard(props: Props) {
  const { task, place, total, changes, order, isOpen, isLifted } = props
  const root = useRef<HTMLLIElement>(null)
  const [params] = useSearchParams()
  const isChosen = useIsChosen(task._id)
  useEffect(() => (task.can.move ? draggableCard(root.current) : undefined), [task.can.move])
  const source = task.source && 'comment' in task.source ? task.source : null
  const address = new URLSearchParams(params)
  address.set('task', task._id)
  return (
    <li
      ref={root}
      className={classes.card}
      data-task={task._id}
      aria-posinset={place}
      aria-setsize={total}
      data-open={isOpen || undefined}
      data-lifted={isLifted || undefined}
      data-chosen={isChosen || undefined}
      data-waiting={task.number === 0 || undefined}
    >
      {source && <TaskCrop key={source.cropUrl} source={source} className={classes.crop} />}
      <div className={classes.head}>
        <ChooseTask task={task} isChosen={isChosen} order={order} className={classes.choose ?? ''} />
        <Link
          to={{ search: `?${address}` }}
          preventScrollReset
          draggable={false}
          className={classes.title}
          aria-current={isOpen || undefined}
        >
          {task.title}
        </Link>
        <TaskMenu task={task} changes={changes} className={classes.menu} />
      </div>
      <TaskFacts task={task} />
    </li>
  )
})
