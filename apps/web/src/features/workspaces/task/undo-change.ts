import { getTask, type Task } from '@wingmark/contract/tasks'
import { listTaskTimeline } from '@wingmark/contract/timelines'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { toast } from '#web/lib/toast'

/** Runs `undo` while the task still is as this change has left it; else says who has changed it, and leaves it. */
export async function undoIfUntouched(id: string, left: Partial<Task>, undo: () => void): Promise<void> {
  try {
    const { result } = await call(getTask, { params: { id } })
    if (isAsLeft(result, left)) return undo()
    const { results } = await call(listTaskTimeline, {
      params: { id },
      query: { limit: 1, kind: 'EVENT' },
    })
    toast(`${results[0]?.actor.name ?? 'Somebody'} has changed #${result.number} since; it stays.`)
  } catch (error) {
    toastForError(error)
  }
}

export function isAsLeft(task: Task, left: Partial<Task>): boolean {
  if (left.assignee !== undefined && left.assignee?._id !== task.assignee?._id) return false
  const fields = ['title', 'description', 'status', 'startsOn', 'dueOn'] as const
  return fields.every((field) => left[field] === undefined || left[field] === task[field])
}
