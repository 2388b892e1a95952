import { restoreHours, workspacesMax } from '@wingmark/contract/limits'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import type * as contract from '@wingmark/contract/workspaces'
import type { Workspace, WorkspacePage } from '@wingmark/contract/workspaces'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { asShortAsNeeded, pageOf } from '#server/http/pages'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import {
  canEditWorkspace,
  canOwnWorkspace,
  type WorkspaceAccess,
} from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import {
  addEvent,
  addUserEvents,
  type ReadUserEvents,
  signalInboxes,
  signalSubject,
} from '#server/modules/events/service'
import { lockUser } from '#server/modules/users/service'
import { canBeRestored, requireLocked } from '#server/modules/workspaces/deletion'
import { sweepLabels } from '#server/modules/workspaces/labels/store'
import { presentListed, presentWorkspace } from '#server/modules/workspaces/present'
import { listLinked } from '#server/modules/workspaces/reviews/store'
import {
  changeWorkspace,
  countOwned,
  findAnyWorkspace,
  findWorkspace,
  hasMember,
  insertWorkspace,
  listWorkspaceRows,
  lockWorkspace,
  lookAt,
  raiseEpoch,
  sweepWorkspaces,
  type WorkspaceRow,
} from '#server/modules/workspaces/store'
import { note } from '#server/modules/workspaces/timeline/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { unguessableId } from '#server/platform/ids'

export { exportWorkspaces } from '#server/modules/workspaces/store'

export async function createWorkspace(
  deps: Deps,
  actor: UserActor,
  input: RouteBody<typeof contract.createWorkspace>,
  idempotencyKey: string | null,
) {
  await deps.limits.consume({ workspaceByUser: actor.id })
  const id = unguessableId()
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    await requireBelowLimit(tx, actor.id)
    const { name, description = '' } = input
    await insertWorkspace(tx, { id, ownerId: actor.id, name, description })
    await note(tx, actor, { workspaceId: id, kind: 'WORKSPACE_CREATED', after: name })
    return id
  })
  return getWorkspace(deps, actor, made)
}

/** Throws NOT_FOUND for outsiders. */
export async function getWorkspace(deps: Deps, actor: UserActor, id: string) {
  const row = await findWorkspace(deps.db, id, actor.id)
  if (!row) throw notFound()
  return presentWorkspace(row)
}

/** With its reviews that the caller is in. */
export async function openWorkspace(deps: Deps, actor: UserActor, id: string): Promise<WorkspacePage> {
  const [workspace, reviews] = await Promise.all([
    getWorkspace(deps, actor, id),
    listLinked(deps.db, id, actor.id),
  ])
  return { ...workspace, reviews }
}

/** For the live stream, the same for all listeners. */
export const readWorkspace = (deps: Deps, id: string) => findAnyWorkspace(deps.db, id)

export const presentWorkspaceFor = (row: WorkspaceRow, { role }: WorkspaceAccess): Workspace =>
  presentWorkspace({ ...row, role })

export async function listWorkspaces(
  deps: Deps,
  actor: UserActor,
  { page, limit, sort = '-updatedAt' }: RouteQuery<typeof contract.listWorkspaces>,
) {
  const paging = { sort, limit, offset: (page - 1) * limit }
  const { rows, total } = await listWorkspaceRows(deps.db, actor.id, paging)
  const results = asShortAsNeeded(
    rows.map(presentListed),
    ({ description, members, ...one }, { many, cut }) => ({
      ...one,
      description: cut(description),
      members: members.slice(0, many),
    }),
  )
  return pageOf(results, { page, limit }, total)
}

/** Marks everything in it as seen, on all of the caller's devices. */
export async function look(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await requireWorkspace(deps, actor, { workspace: id })
  await deps.limits.consume({ readMarksByUser: actor.id })
  const isNews = await deps.db.orm.transaction(async (tx) => {
    const isLater = await lookAt(tx, actor.id, id)
    if (isLater) await addUserEvents(tx, 'workspace.looked', [{ user: actor.id, target: id }])
    return isLater
  })
  if (isNews) signalInboxes(deps, [actor.id])
}

/** For the reader's own stream. */
export const readLook: ReadUserEvents<'workspace.looked'> = async () => (_reader, target) => ({ _id: target })

export async function editWorkspace(
  deps: Deps,
  actor: UserActor,
  id: string,
  input: RouteBody<typeof contract.editWorkspace>,
) {
  const { workspace, ...change } = input
  if (workspace !== undefined && !(typeof workspace === 'string' && workspace.toLowerCase() === id))
    throw invalidFields({ workspace: 'This isn’t the workspace in the address.' })
  await requireWorkspace(deps, actor, { workspace: id }, canEditWorkspace)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    const before = await requireLocked(tx, id)
    await changeWorkspace(tx, id, change)
    if (change.name !== undefined && change.name !== before.name)
      await note(tx, actor, {
        workspaceId: id,
        kind: 'WORKSPACE_RENAMED',
        before: before.name,
        after: change.name,
      })
    await addEvent(tx, ofWorkspace(id), { event: 'workspace.updated', targetId: id })
  })
  signalSubject(deps, ofWorkspace(id))
  return getWorkspace(deps, actor, id)
}

/** It can be restored for 24 hours. */
export async function deleteWorkspace(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await requireWorkspace(deps, actor, { workspace: id }, canOwnWorkspace)
  await deps.limits.consume({ workspaceByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    await requireLocked(tx, id)
    await changeWorkspace(tx, id, { deletedAt: new Date() })
    await raiseEpoch(tx, id)
  })
  signalSubject(deps, ofWorkspace(id))
}

/** Throws FORBIDDEN for members, NOT_FOUND for others and when too late, INVALID_FIELDS with too many others. */
export async function restoreWorkspace(deps: Deps, actor: UserActor, id: string) {
  await deps.limits.consume({ workspaceByUser: actor.id })
  await deps.db.orm.transaction(async (tx) => {
    await lockUser(tx, actor.id)
    const before = await lockWorkspace(tx, id)
    if (before?.ownerId !== actor.id)
      throw (await hasMember(tx, id, actor.id)) ? new DomainError('FORBIDDEN') : notFound()
    if (!canBeRestored(before)) throw notFound()
    await requireBelowLimit(tx, actor.id)
    await changeWorkspace(tx, id, { deletedAt: null })
  })
  return getWorkspace(deps, actor, id)
}

/** Parallel requests of a user wait on their account's lock. */
async function requireBelowLimit(tx: Transaction, owner: string): Promise<void> {
  await lockUser(tx, owner)
  if ((await countOwned(tx, owner)) >= workspacesMax)
    throw invalidFields({ name: `You can have at most ${workspacesMax} workspaces.` })
}

/** Hourly: removes what was deleted and can no longer be restored. */
export async function sweep(deps: Deps): Promise<void> {
  await sweepLabels(deps.db.orm, restoreHours)
  await sweepWorkspaces(deps.db.orm, restoreHours)
}
