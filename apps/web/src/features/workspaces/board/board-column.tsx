import { ActionIcon } from '@mantine/core'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { memo, useEffect, useRef } from 'react'
import { useDragging } from '#web/features/workspaces/board/dragging'
import { NewTask } from '#web/features/workspaces/board/new-task'
import { TaskCard } from '#web/features/workspaces/board/task-card'
import { useHeldTask, useRenderedTasks } from '#web/features/workspaces/task/use-rendered-tasks'
import type { NewTask as NewTaskWords, TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { statusNames } from '#web/features/workspaces/task-lists'
import classes from './board.module.css'

type Props = {
  status: TaskStatus
  tasks: readonly Task[]
  count: number
  changes: TaskChanges
  canAdd: boolean
  openTask: string | null
  lifted: string | null
  /** The card before which the dragged one would land, null at the end; undefined if elsewhere. */
  over: string | null | undefined
  /** The ids of all cards, in order. */
  order: () => readonly string[]
  /** A task's address is this and its id. */
  address: string
  isFolded: boolean
  onFold: ((isFolded: boolean) => void) | null
}

export const BoardColumn = memo(function BoardColumn(props: Props) {
  const { status, count, isFolded, onFold, over, canAdd, changes } = props
  const name = statusNames[status]
  const root = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const dragging = useDragging()
  useEffect(
    () => (root.current ? dragging?.dropTargetForElements({ element: root.current }) : undefined),
    [dragging],
  )
  const make = (task: NewTaskWords) => {
    body.current?.scrollTo({ top: 0 })
    return changes.create({ ...task, after: null })
  }
  return (
    <section
      ref={root}
      aria-label={name}
      className={classes.column}
      data-status={status}
      data-folded={isFolded || undefined}
      data-over={over !== undefined || undefined}
    >
      <div className={classes.head}>
        <h2 className={classes.name}>
          <span className={classes.dot} aria-hidden />
          {name} <span className={classes.count}>{count.toLocaleString('en')}</span>
        </h2>
        {onFold && (
          <ActionIcon
            size="sm"
            aria-label={isFolded ? `Show ${name}` : `Collapse ${name}`}
            aria-expanded={!isFolded}
            onClick={() => onFold(!isFolded)}
          >
            {isFolded ? <IconChevronsLeft size={16} /> : <IconChevronsRight size={16} />}
          </ActionIcon>
        )}
      </div>
      {!isFolded && (
        <>
          {canAdd && (
            <div className={classes.new}>
              <NewTask status={status} onMake={make} />
            </div>
          )}
          <div ref={body} className={classes.body}>
            <Cards {...props} />
          </div>
        </>
      )}
    </section>
  )
})

function Cards({ tasks, changes, openTask, lifted, over, order, address }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const held = useHeldTask(list)
  const drawn = useRenderedTasks(list, tasks, [...held, openTask, lifted])
  const mark = <li key="mark" className={classes.mark} aria-hidden />
  return (
    <ul ref={list} className={classes.cards}>
      {drawn.flatMap((one) => {
        if (one.task === null)
          return <li key={`room ${one.index}`} role="presentation" aria-hidden style={{ height: one.room }} />
        const { task } = one
        const card = (
          <TaskCard
            key={task._id}
            task={task}
            place={one.index + 1}
            total={tasks.length}
            changes={changes}
            order={order}
            address={address}
            isOpen={task._id === openTask}
            isLifted={task._id === lifted}
          />
        )
        return task._id === over ? [mark, card] : card
      })}
      {over === null && mark}
    </ul>
  )
}
