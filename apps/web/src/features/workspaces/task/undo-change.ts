import { getTask, type Task } from '@wingmark/contract/tasks'
import { listTaskTimeline } from '@wingmark/contract/timelines'
import type { Step } from '#web/features/workspaces/task/changes-together'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { toast } from '#web/lib/toast'

/** Runs `undo` while the task still is as this change has left it; else says who has changed it, and leaves it. */
export async function undoIfUntouched(id: string, left: Partial<Task>, undo: () => void): Promise<void> {
  try {
    const touched = await findTouched(id, left)
    if (touched) toast(`${touched.by} has changed #${touched.number} since; it stays.`)
    else undo()
  } catch (error) {
    toastForError(error)
  }
}

/** Those that still are as they were left; of the others it says who has changed them. */
export async function withoutTouched(steps: readonly Step[]): Promise<Step[]> {
  try {
    const found = await Promise.all(
      steps.map(async (step) => ({
        step,
        touched: step.left && (await findTouched(step.task._id, step.left)),
      })),
    )
    const touched = found.flatMap((one) => one.touched ?? [])
    if (touched.length > 0) {
      const names = [...new Set(touched.map(({ by }) => by))].join(', ')
      const numbers = touched.map(({ number }) => `#${number}`).join(', ')
      toast(`Changed since by ${names}: ${numbers}. What others have changed stays.`)
    }
    return found.flatMap((one) => (one.touched ? [] : one.step))
  } catch (error) {
    toastForError(error)
    return []
  }
}

/** Null while it still is as it was left. */
async function findTouched(id: string, left: Partial<Task>): Promise<{ by: string; number: number } | null> {
  const { result } = await call(getTask, { params: { id } })
  if (isAsLeft(result, left)) return null
  const { results } = await call(listTaskTimeline, { params: { id }, query: { limit: 1, kind: 'EVENT' } })
  return { by: results[0]?.actor.name ?? 'Somebody', number: result.number }
}

export function isAsLeft(task: Task, left: Partial<Task>): boolean {
  if (left.assignee !== undefined && left.assignee?._id !== task.assignee?._id) return false
  const fields = ['title', 'description', 'status', 'parent', 'startsOn', 'dueOn'] as const
  return fields.every((field) => left[field] === undefined || left[field] === task[field])
}
