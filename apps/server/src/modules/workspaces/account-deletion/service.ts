import { formatCount } from '@wingmark/contract/formats'
import type { Transaction } from '#server/db/client'
import type { Departure } from '#server/module-parts'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { formerName } from '#server/modules/users/service'
import { listJoined } from '#server/modules/workspaces/account-deletion/store'
import { tell } from '#server/modules/workspaces/notices/service'
import { raiseEpoch } from '#server/modules/workspaces/store'
import { type Unassigned, unassign } from '#server/modules/workspaces/tasks/store'
import { leaveTimelines, note } from '#server/modules/workspaces/timeline/service'

type Leaver = { id: string; name: string }

/** Notifies the owner once of unassigned tasks; must come last in the transaction. Returns who was notified. */
export function notifyUnassigned(
  tx: Transaction,
  leaver: Leaver,
  workspace: { id: string; ownerId: string },
  tasks: readonly Unassigned[],
): Promise<string[]> {
  const open = tasks.filter(({ isOpen }) => isOpen).length
  if (open === 0) return Promise.resolve([])
  const title = `${leaver.name} left: ${formatCount(open, 'task')} ${open === 1 ? 'is' : 'are'} now unassigned`
  const about = { action: 'TASKS_UNASSIGNED', title, workspaceId: workspace.id, taskId: null } as const
  return tell(tx, leaver, about, [workspace.ownerId])
}

/** For a deleted account: removes the name from what stays, records the departure and unassigns tasks. */
export async function leaveWorkspaces(
  tx: Transaction,
  { user: id, name }: { user: string; name: string },
): Promise<Departure> {
  const leaver = { id, name }
  await leaveTimelines(tx, id, formerName)
  const left: { workspace: { id: string; ownerId: string }; tasks: Unassigned[] }[] = []
  for (const workspace of await listJoined(tx, id)) {
    const workspaceId = workspace.id
    const tasks = await unassign(tx, workspaceId, id)
    await raiseEpoch(tx, workspaceId)
    const what = { kind: 'MEMBER_LEFT', after: 'ACCOUNT_DELETED' } as const
    await note(tx, leaver, { workspaceId, ...what, message: name, mentions: [id] }, [
      ...tasks.map((task) => ({ event: 'task.updated', targetId: task.id }) as const),
      { event: 'member.changed', targetId: workspaceId },
    ])
    left.push({ workspace, tasks })
  }
  return {
    subjects: left.map(({ workspace }) => ofWorkspace(workspace.id)),
    async tell(last) {
      const notified: string[] = []
      for (const { workspace, tasks } of left)
        notified.push(...(await notifyUnassigned(last, leaver, workspace, tasks)))
      return notified
    },
  }
}
