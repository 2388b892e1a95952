import type {
  createLabel as createLabelRoute,
  Label,
  updateLabel as updateLabelRoute,
} from '@wingmark/contract/labels'
import { labelsMax } from '@wingmark/contract/limits'
import type { RouteBody } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { canEditWorkspace, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { addEvent, type NewEvent, signalSubject } from '#server/modules/events/service'
import { canBeRestored, requireLocked } from '#server/modules/workspaces/deletion'
import { presentLabel } from '#server/modules/workspaces/labels/present'
import {
  changeLabel,
  findLabels,
  insertLabel,
  type LabelRow,
  leaveFullTasks,
  listLabelRows,
} from '#server/modules/workspaces/labels/store'
import { note } from '#server/modules/workspaces/timeline/service'
import { invalidFields, notFound } from '#server/platform/domain-error'

export { presentLabel } from '#server/modules/workspaces/labels/present'

/** By name. */
export async function listLabels(deps: Deps, actor: UserActor, workspace: string): Promise<Label[]> {
  const access = await requireWorkspace(deps, actor, { workspace })
  const rows = await listLabelRows(deps.db.orm, workspace)
  return rows
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map((row) => presentLabel(row, access))
}

/** For the live stream: as stored, also deleted ones. */
export const readLabels = async (deps: Deps, ids: readonly string[]) =>
  ids.length === 0 ? [] : findLabels(deps.db.orm, ids)

/** Throws INVALID_FIELDS for a name that another label has, and for too many. */
export async function createLabel(
  deps: Deps,
  actor: UserActor,
  workspace: string,
  { name, color }: RouteBody<typeof createLabelRoute>,
  idempotencyKey: string | null,
): Promise<Label> {
  const access = await requireWorkspace(deps, actor, { workspace }, canEditWorkspace)
  const id = uuid()
  return changing(deps, actor, access, async (tx, labels) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    requireRoom(labels)
    requireFreeName(labels, id, name)
    await insertLabel(tx, { id, workspaceId: workspace, name, color })
    await noteLabel(tx, actor, access, id, { kind: 'LABEL_CREATED', after: name })
    return id
  })
}

/** Throws INVALID_FIELDS for a name that another label has. */
export async function updateLabel(
  deps: Deps,
  actor: UserActor,
  id: string,
  { name, color }: RouteBody<typeof updateLabelRoute>,
): Promise<Label> {
  const access = await requireWorkspace(deps, actor, { label: id }, canEditWorkspace)
  return changing(deps, actor, access, async (tx, labels) => {
    const before = labels.find((one) => one.id === id)
    if (!before) throw notFound()
    if (name !== undefined) requireFreeName(labels, id, name)
    if (name === undefined && color === undefined) return id
    await changeLabel(tx, id, { name, color })
    if (name !== undefined && name !== before.name)
      await noteLabel(tx, actor, access, id, { kind: 'LABEL_RENAMED', before: before.name, after: name })
    else await addEvent(tx, ofWorkspace(access.workspaceId), labelChanged(id))
    return id
  })
}

/** Its tasks no longer show it; restored within 24 hours, they do again. */
export async function deleteLabel(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const access = await requireWorkspace(deps, actor, { label: id }, canEditWorkspace)
  await changing(deps, actor, access, async (tx, labels) => {
    const before = labels.find((one) => one.id === id)
    if (!before) throw notFound()
    await changeLabel(tx, id, { deletedAt: new Date() })
    await noteLabel(tx, actor, access, id, { kind: 'LABEL_DELETED', before: before.name })
    return id
  })
}

/** Throws NOT_FOUND when it is too late, INVALID_FIELDS with too many others or another of its name. */
export async function restoreLabel(deps: Deps, actor: UserActor, id: string): Promise<Label> {
  const access = await requireWorkspace(deps, actor, { label: id }, canEditWorkspace)
  return changing(deps, actor, access, async (tx, labels) => {
    const [before] = await findLabels(tx, [id])
    if (!before || !canBeRestored(before)) throw notFound()
    requireRoom(labels)
    requireFreeName(labels, id, before.name)
    await leaveFullTasks(tx, before)
    await changeLabel(tx, id, { deletedAt: null })
    await noteLabel(tx, actor, access, id, { kind: 'LABEL_RESTORED', after: before.name })
    return id
  })
}

type Change = (tx: Transaction, labels: readonly LabelRow[]) => Promise<string>

/** `change` gets all labels of the workspace but deleted ones, and returns the id of its own. */
async function changing(
  deps: Deps,
  actor: UserActor,
  access: WorkspaceAccess,
  change: Change,
): Promise<Label> {
  const { workspaceId } = access
  await deps.limits.consume({ workspaceByUser: actor.id })
  const row = await deps.db.orm.transaction(async (tx) => {
    await requireLocked(tx, workspaceId)
    const id = await change(tx, await listLabelRows(tx, workspaceId))
    const [changed] = await findLabels(tx, [id])
    return changed
  })
  signalSubject(deps, ofWorkspace(workspaceId))
  if (!row) throw notFound()
  return presentLabel(row, access)
}

const labelChanged = (targetId: string): NewEvent => ({ event: 'label.changed', targetId })

type Entry = {
  kind: `LABEL_${'CREATED' | 'RENAMED' | 'DELETED' | 'RESTORED'}`
  before?: string
  after?: string
}

const noteLabel = (
  tx: Transaction,
  actor: UserActor,
  { workspaceId }: WorkspaceAccess,
  id: string,
  entry: Entry,
) => note(tx, actor, { workspaceId, ...entry }, [labelChanged(id)])

function requireRoom(labels: readonly LabelRow[]): void {
  if (labels.length >= labelsMax)
    throw invalidFields({ name: `A workspace can have at most ${labelsMax} labels.` })
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase()

function requireFreeName(labels: readonly LabelRow[], id: string, name: string): void {
  const isTaken = labels.some((one) => one.id !== id && folded(one.name) === folded(name))
  if (isTaken) throw invalidFields({ name: 'There’s already a label with this name.' })
}
