import { getTask } from '@wingmark/contract/tasks'
import { getWorkspace } from '@wingmark/contract/workspaces'
import type { End } from '#web/features/comments/outbox/outbox-state'
import { call } from '#web/lib/api'
import { isMissing, missingAsNull } from '#web/lib/api-error'
import { isKnownDeleted } from '#web/lib/known-deleted'

type About = {
  workspace: string
  /** The tasks that it depends on. */
  tasks: readonly string[]
  /** As in: the task you moved. */
  thing: string
}

/** What a refused item lost: one of its tasks, or the workspace. */
export async function findEnd({ workspace, tasks, thing }: About, error: unknown): Promise<End | null> {
  if (!isMissing(error)) return null
  // Not from the cached answers.
  const asked = (id: string) => ({ params: { id }, isShown: true })
  if (!(await missingAsNull(call(getWorkspace, asked(workspace))))) {
    const why = isKnownDeleted(workspace)
      ? `The workspace with the ${thing} was deleted.`
      : `You no longer have access to the workspace with the ${thing}.`
    return { of: 'place', why }
  }
  for (const task of tasks)
    if (!(await missingAsNull(call(getTask, asked(task)))))
      return { of: 'part', why: `The ${thing} has been deleted.` }
  return null
}
