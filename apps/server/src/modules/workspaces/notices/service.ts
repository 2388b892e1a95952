import type { Transaction } from '#server/db/client'
import type { UserActor } from '#server/http/actor'
import { type Notice, notifyMembers } from '#server/modules/workspaces/notices/store'

type About = Pick<Notice, 'action' | 'title'> & { workspaceId: string; taskId: string | null }

/** Notifies people, never of their own actions. Must come last in the transaction; pass the result to `signalInboxes`. */
export async function tell(
  tx: Transaction,
  actor: Pick<UserActor, 'id' | 'name'>,
  { workspaceId, taskId, ...about }: About,
  whom: readonly (string | null)[],
): Promise<string[]> {
  const people = whom.flatMap((one) => (one === null || one === actor.id ? [] : one))
  if (people.length === 0) return []
  const notice = { ...about, by: actor.name, actor: actor.id, workspace: workspaceId, task: taskId }
  return notifyMembers(tx, notice, people)
}
