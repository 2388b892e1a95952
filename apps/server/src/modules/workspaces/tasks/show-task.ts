import type { Task } from '@wingmark/contract/tasks'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import { presentTasks } from '#server/modules/workspaces/tasks/present'
import { findTask } from '#server/modules/workspaces/tasks/store'
import { notFound } from '#server/platform/domain-error'

/** A task as it is by now, for who was let in already: each request asks that once. */
export async function showTask(
  deps: Deps,
  actor: UserActor,
  { workspaceId, role }: WorkspaceAccess,
  id: string,
): Promise<Task> {
  const row = await findTask.first(deps.db.pool, { id })
  if (row?.workspaceId !== workspaceId) throw notFound()
  const [shown] = await presentTasks(deps, actor, [{ ...row, role }])
  if (!shown) throw notFound()
  return shown
}
