import type { Task } from '@wingmark/contract/tasks'
import { memo, useEffect, useRef } from 'react'
import { useDragging } from '#web/features/workspaces/board/dragging'
import { draggableCard } from '#web/features/workspaces/board/use-board-drag'
import { LabelChips } from '#web/features/workspaces/labels/label-chips'
import { useLabelsOf } from '#web/features/workspaces/labels/labels-of-tasks'
import { ChooseTask, useIsChosen } from '#web/features/workspaces/task/choose-task'
import { TaskCrop } from '#web/features/workspaces/task/task-crop'
import { TaskFacts } from '#web/features/workspaces/task/task-facts'
import { TaskMenu } from '#web/features/workspaces/task/task-menu'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import classes from './task-card.module.css'

type ContentProps = {
  task: Task
  changes: TaskChanges
  /** The ids of all cards, in order. */
  order: () => readonly string[]
  /** A task's address is this and its id. */
  address: string
  isOpen: boolean
}

type Props = ContentProps & {
  /** Its position in the column, out of `total`. */
  place: number
  total: number
  isLifted: boolean
}

/** Memoized: when a card moves, those below it change only their position. */
export const TaskCard = memo(function TaskCard({ place, total, isLifted, ...content }: Props) {
  const { task, isOpen } = content
  const root = useRef<HTMLLIElement>(null)
  const isChosen = useIsChosen(task._id)
  const dragging = useDragging()
  useEffect(
    () => (task.can.move ? draggableCard(dragging, root.current) : undefined),
    [task.can.move, dragging],
  )
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
      <Content {...content} isChosen={isChosen} />
    </li>
  )
})

const Content = memo(function Content(props: ContentProps & { isChosen: boolean }) {
  const { task, changes, order, address, isOpen, isChosen } = props
  const source = task.source && 'comment' in task.source ? task.source : null
  return (
    <>
      {source && <TaskCrop key={source.cropUrl} source={source} className={classes.crop} />}
      <div className={classes.head}>
        <ChooseTask task={task} isChosen={isChosen} order={order} className={classes.choose ?? ''} />
        {/* The board opens it: a router link would render again with every address. */}
        <a
          href={address + task._id}
          draggable={false}
          className={classes.title}
          aria-current={isOpen || undefined}
        >
          {task.title}
        </a>
        <TaskMenu task={task} changes={changes} className={classes.menu} />
      </div>
      <LabelChips labels={useLabelsOf(task)} />
      <TaskFacts task={task} />
    </>
  )
})
