import type { Task } from '@wingmark/contract/tasks'
import { useState } from 'react'
import { type Columns, columnsOf, statuses } from '#web/features/workspaces/task-lists'

/** Tasks by status; an unchanged column stays the same list, and does not render again. */
export function useColumns(tasks: readonly Task[]): Columns {
  const [before, setBefore] = useState(() => ({ tasks, columns: columnsOf(tasks) }))
  if (before.tasks === tasks) return before.columns
  const columns = columnsOf(tasks)
  for (const status of statuses)
    if (isSame(columns[status], before.columns[status])) columns[status] = before.columns[status]
  setBefore({ tasks, columns })
  return columns
}

const isSame = (some: readonly Task[], others: readonly Task[]) =>
  some.length === others.length && some.every((task, index) => task === others[index])
