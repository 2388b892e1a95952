import type { MemberRole } from '@wingmark/contract/reviews'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import {
  findWorkspaceAccess,
  findWorkspaceRole,
  type WorkspaceBy,
} from '#server/modules/access/workspaces/store'
import { forbidden, notFound } from '#server/platform/domain-error'

/** The workspace of a thing, if the caller is in it. Throws NOT_FOUND, also for what is hidden; FORBIDDEN unless `isAllowed`. */
export async function requireWorkspace(
  deps: Deps,
  actor: UserActor,
  by: WorkspaceBy,
  isAllowed?: (access: WorkspaceAccess) => boolean,
): Promise<WorkspaceAccess> {
  const access = await findWorkspaceAccess(deps.db, by, actor.id)
  if (!access) throw notFound()
  if (isAllowed && !isAllowed(access)) throw forbidden()
  return access
}

/** Somebody's role, in the transaction that acts by it; null for who is not in. */
export async function roleInWorkspace(
  tx: Transaction,
  workspace: string,
  user: string,
): Promise<MemberRole | null> {
  return (await findWorkspaceRole.first(tx, { workspace, user }))?.role ?? null
}
