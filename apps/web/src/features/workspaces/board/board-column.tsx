import { ActionIcon } from '@mantine/core'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus, Workspace } from '@wingmark/contract/workspaces'
import { NewTask } from '#web/features/workspaces/board/new-task'
import { TaskCard } from '#web/features/workspaces/board/task-card'
import { dropColumn, type Over } from '#web/features/workspaces/board/use-board-drag'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { statusNames } from '#web/features/workspaces/task-lists'
import classes from './board.module.css'

type Props = {
  workspace: Workspace
  status: TaskStatus
  tasks: readonly Task[]
  count: number
  changes: TaskChanges
  openTask: string | null
  lifted: { task: Task } | null
  /** Where in it the dragged card would lie. */
  over: Over | null
  /** The ids of all cards, in their order. */
  order: () => readonly string[]
  fold: { isFolded: boolean; toggle: () => void } | null
}

export function BoardColumn({
  workspace,
  status,
  tasks,
  count,
  changes,
  openTask,
  lifted,
  over,
  order,
  fold,
}: Props) {
  const isFolded = fold?.isFolded ?? false
  const name = statusNames[status]
  return (
    <section
      ref={dropColumn}
      aria-label={name}
      className={classes.column}
      data-status={status}
      data-folded={isFolded || undefined}
      data-over={over !== null || undefined}
    >
      <div className={classes.head}>
        <h2 className={classes.name}>
          <span className={classes.dot} aria-hidden />
          {name} <span className={classes.count}>{count.toLocaleString('en')}</span>
        </h2>
        {fold && (
          <ActionIcon
            size="sm"
            aria-label={isFolded ? `Show ${name}` : `Fold ${name}`}
            aria-expanded={!isFolded}
            onClick={fold.toggle}
          >
            {isFolded ? <IconChevronsLeft size={16} /> : <IconChevronsRight size={16} />}
          </ActionIcon>
        )}
      </div>
      {!isFolded && (
        <div className={classes.body}>
          <ul className={classes.cards}>
            {withMark(tasks, over).map((task) =>
              task === null ? (
                <li key="mark" className={classes.mark} aria-hidden />
              ) : (
                <TaskCard
                  key={task._id}
                  task={task}
                  changes={changes}
                  order={order}
                  isOpen={task._id === openTask}
                  isLifted={task._id === lifted?.task._id}
                />
              ),
            )}
          </ul>
          {workspace.can.editTasks && <NewTask status={status} onMake={changes.create} />}
        </div>
      )}
    </section>
  )
}

function withMark(tasks: readonly Task[], over: Over | null): (Task | null)[] {
  if (!over) return [...tasks]
  const at = tasks.findIndex((task) => task._id === over.before)
  return at === -1 ? [...tasks, null] : [...tasks.slice(0, at), null, ...tasks.slice(at)]
}
