import type { MemberRole } from '@wingmark/contract/reviews'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { WorkspaceAccess, WorkspaceStanding } from '#server/modules/access/workspaces/policy'
import {
  findStandings,
  findWorkspaceAccess,
  findWorkspaceRole,
  type WorkspaceBy,
} from '#server/modules/access/workspaces/store'
import { forbidden, notFound } from '#server/platform/domain-error'

/** Throws NOT_FOUND for outsiders and hidden workspaces, FORBIDDEN unless `isAllowed`. */
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

/** What each of these people may see of a workspace now; null for nothing. One query. */
export async function recheckWorkspace(
  deps: Deps,
  actors: readonly UserActor[],
  workspaceId: string,
): Promise<(WorkspaceStanding | null)[]> {
  const found = await findStandings(deps.db, workspaceId, [...new Set(actors.map(({ id }) => id))])
  return actors.map(({ id, sessionId }) => {
    const standing = found.find((one) => one.user === id)
    if (!standing) return null
    const { role, epoch } = standing
    return { workspaceId, role, epoch, session: sessionId, endsAt: null }
  })
}

/** A user's role, inside the transaction that relies on it; null for outsiders. */
export async function roleInWorkspace(
  tx: Transaction,
  workspace: string,
  user: string,
): Promise<MemberRole | null> {
  return (await findWorkspaceRole.first(tx, { workspace, user }))?.role ?? null
}
