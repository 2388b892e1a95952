import { VisuallyHidden } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus, Workspace } from '@wingmark/contract/workspaces'
import { useRef, useState } from 'react'
import { BoardColumn } from '#web/features/workspaces/board/board-column'
import { type Over, useBoardDrag } from '#web/features/workspaces/board/use-board-drag'
import { useBoardKeys } from '#web/features/workspaces/board/use-board-keys'
import { useBoardTop } from '#web/features/workspaces/board/use-board-top'
import { useColumns } from '#web/features/workspaces/board/use-columns'
import { useFirstTask } from '#web/features/workspaces/board/use-first-task'
import { useGlide } from '#web/features/workspaces/board/use-glide'
import { chosenTasks } from '#web/features/workspaces/task/chosen-tasks'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { beginTask } from '#web/features/workspaces/task/use-task-keys'
import { useTaskLinks } from '#web/features/workspaces/task/use-task-links'
import { statuses, taskAbove } from '#web/features/workspaces/task-lists'
import { useNewTaskRequest } from '#web/lib/new-task-request'
import { useStore } from '#web/lib/store'
import { useStable } from '#web/ui/use-stable'
import classes from './board.module.css'

type Props = {
  workspace: Workspace
  tasks: readonly Task[]
  changes: TaskChanges
  /** The task in the panel. */
  openTask: string | null
  /** All tasks, including those beyond the shown ones. */
  counts: Partial<Record<TaskStatus, number>> | null
}

/** Columns by status. Cards are dragged, or lifted with M and moved by arrows. */
export function Board({ workspace, tasks, changes, openTask, counts }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [isFolded, setFolded] = useState(true)
  const isChoosing = useStore(chosenTasks, ({ ids }) => ids.size > 0)
  const columns = useColumns(tasks)
  const { address, onClick } = useTaskLinks()
  const drop = (task: Task, status: TaskStatus, index: number) => {
    const after = taskAbove(columns[status], index, task._id)
    const at = columns[status].findIndex((one) => one._id === task._id)
    const isSame = at !== -1 && taskAbove(columns[status], at, task._id) === after
    if (!isSame) changes.move(task, status, after)
  }
  const dropBefore = (task: Task, { status, before }: Over) => {
    const others = columns[status].filter((one) => one._id !== task._id)
    const at = others.findIndex((one) => one._id === before)
    drop(task, status, at === -1 ? others.length : at)
  }
  const { order } = useStable({
    order: () => statuses.flatMap((status) => columns[status].map(({ _id }) => _id)),
  })
  const over = useBoardDrag(root, tasks, dropBefore)
  useBoardTop(root)
  useGlide(root, tasks)
  useFirstTask(order)
  useNewTaskRequest(workspace._id, beginTask)
  const keys = useBoardKeys({ columns, drop, expand: () => setFolded(false) })
  return (
    <>
      <VisuallyHidden role="status">{keys.said}</VisuallyHidden>
      <div
        ref={root}
        role="group"
        aria-label="Board"
        className={classes.board}
        onKeyDown={keys.onKeyDown}
        onClick={onClick}
        data-lifting={keys.lifted !== null}
        data-choosing={isChoosing || undefined}
        data-folded={isFolded || undefined}
        data-open={openTask !== null || undefined}
      >
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            tasks={keys.columns[status]}
            count={counts?.[status] ?? keys.columns[status].length}
            changes={changes}
            canAdd={workspace.can.editTasks}
            openTask={openTask}
            lifted={keys.lifted?.status === status ? keys.lifted.task._id : null}
            over={over?.status === status ? over.before : undefined}
            order={order}
            address={address}
            isFolded={status === 'CANCELLED' && isFolded}
            onFold={status === 'CANCELLED' ? setFolded : null}
          />
        ))}
      </div>
    </>
  )
}
