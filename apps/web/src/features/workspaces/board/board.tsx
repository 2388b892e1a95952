import { VisuallyHidden } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus, Workspace } from '@wingmark/contract/workspaces'
import { useRef, useState } from 'react'
import { BoardColumn } from '#web/features/workspaces/board/board-column'
import { useBoardDrag } from '#web/features/workspaces/board/use-board-drag'
import { useBoardKeys } from '#web/features/workspaces/board/use-board-keys'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { columnsOf, statuses, taskAbove } from '#web/features/workspaces/task-lists'
import classes from './board.module.css'

type Props = {
  workspace: Workspace
  tasks: readonly Task[]
  changes: TaskChanges
  /** The one in the panel. */
  openTask: string | null
  /** All that are, also those that are too many to be shown. */
  counts: Partial<Record<TaskStatus, number>> | null
}

/** Columns by status. Cards are dragged, or lifted with M and moved by arrows. */
export function Board({ workspace, tasks, changes, openTask, counts }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [isFolded, setFolded] = useState(true)
  const columns = columnsOf(tasks)
  const drop = (task: Task, status: TaskStatus, index: number) => {
    const after = taskAbove(columns[status], index, task._id)
    const at = columns[status].findIndex((one) => one._id === task._id)
    const isSame = at !== -1 && taskAbove(columns[status], at, task._id) === after
    if (!isSame) changes.move(task, status, after)
  }
  const order = () => statuses.flatMap((status) => columns[status].map(({ _id }) => _id))
  const over = useBoardDrag(root, tasks, drop)
  const keys = useBoardKeys({ root, columns, drop, unfold: () => setFolded(false) })
  return (
    <>
      <VisuallyHidden role="status">{keys.said}</VisuallyHidden>
      <div
        ref={root}
        role="group"
        aria-label="Board"
        className={classes.board}
        onKeyDown={keys.onKeyDown}
        data-lifting={keys.lifted !== null}
      >
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            workspace={workspace}
            status={status}
            tasks={keys.columns[status]}
            count={counts?.[status] ?? keys.columns[status].length}
            changes={changes}
            openTask={openTask}
            lifted={keys.lifted}
            over={over?.status === status ? over : null}
            order={order}
            fold={status === 'CANCELLED' ? { isFolded, toggle: () => setFolded(!isFolded) } : null}
          />
        ))}
      </div>
    </>
  )
}
