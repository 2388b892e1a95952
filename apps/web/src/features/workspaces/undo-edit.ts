import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import { getWorkspace, type Workspace } from '@wingmark/contract/workspaces'
import { call } from '#web/lib/api'
import { isPassing } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { toast } from '#web/lib/toast'

export type Edit = Partial<Pick<Workspace, 'name' | 'description' | 'hidesStatus'>>

const fields = ['name', 'description', 'hidesStatus'] as const

/** The part of a workspace that an edit concerns. */
export function partOf(workspace: Workspace, edit: Edit): Edit {
  const { name, description, hidesStatus } = workspace
  return {
    ...(edit.name === undefined ? {} : { name }),
    ...(edit.description === undefined ? {} : { description }),
    ...(edit.hidesStatus === undefined ? {} : { hidesStatus }),
  }
}

/** Runs `undo` if the workspace is still as left; otherwise says who changed it, if recorded. False: try again. */
export async function undoEdit(id: string, left: Edit, undo: () => unknown): Promise<boolean> {
  try {
    const { result } = await call(getWorkspace, { params: { id } })
    const other = fields.find((field) => left[field] !== undefined && left[field] !== result[field])
    if (other)
      toast(
        `${await changerOf(id, other)} has changed the workspace since then, so your change wasn’t undone.`,
      )
    else await undo()
    return true
  } catch (error) {
    toastForError(error)
    return !isPassing(error)
  }
}

async function changerOf(id: string, field: (typeof fields)[number]): Promise<string> {
  if (field !== 'name') return 'Someone'
  const query = { limit: 50, kind: 'EVENT' } as const
  const { results } = await call(listWorkspaceTimeline, { params: { id }, query })
  return results.find(({ kind }) => kind === 'WORKSPACE_RENAMED')?.actor.name ?? 'Someone'
}
