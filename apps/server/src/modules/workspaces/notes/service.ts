import { notesMax } from '@wingmark/contract/limits'
import type {
  createPrivateNote,
  listPrivateNotes,
  PrivateNote,
  updatePrivateNote,
} from '@wingmark/contract/private-notes'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import { soughtBy } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { fromOffset, readOffset } from '#server/http/pages'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { addUserEvents, type ReadUserEvents, signalInboxes } from '#server/modules/events/service'
import { lockUser } from '#server/modules/users/service'
import { canBeRestored } from '#server/modules/workspaces/deletion'
import {
  changeNote,
  countNotes,
  findNotes,
  insertNote,
  listNotes,
  lockNote,
  type NoteRow,
} from '#server/modules/workspaces/notes/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

export { exportNotes, exportTasks } from '#server/modules/workspaces/notes/store'

const present = (row: NoteRow): PrivateNote => ({
  _id: row.id,
  workspace: row.workspaceId,
  note: row.note,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  // Only its author gets this view.
  can: { edit: true, delete: true },
})

export async function createNote(
  deps: Deps,
  actor: UserActor,
  { workspace, note }: RouteBody<typeof createPrivateNote>,
  idempotencyKey: string | null,
): Promise<PrivateNote> {
  await requireWorkspace(deps, actor, { workspace })
  await deps.limits.consume({ noteByUser: actor.id })
  const id = uuid()
  return changing(deps, actor, async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (!earlier) {
      await requireBelowLimit(tx, workspace, actor.id)
      await insertNote(tx, { id, workspaceId: workspace, userId: actor.id, note })
    }
    const row = await lockNote(tx, earlier ?? id, actor.id)
    if (!row) throw notFound()
    return row
  })
}

/** Signals the author's own pages only. */
async function changing(
  deps: Deps,
  actor: UserActor,
  change: (tx: Transaction) => Promise<NoteRow>,
): Promise<PrivateNote> {
  const row = await deps.db.orm.transaction(async (tx) => {
    const changed = await change(tx)
    await addUserEvents(tx, 'note.changed', [{ user: actor.id, target: changed.id }])
    return changed
  })
  signalInboxes(deps, [actor.id])
  return present(row)
}

/** For the author's own stream. */
export const readNotes: ReadUserEvents<'note.changed'> = async (deps, notified) => {
  const ids = [...new Set(notified.map(({ target }) => target))]
  const rows = new Map((await findNotes(deps.db.orm, ids)).map((row) => [row.id, row]))
  return (reader, target) => {
    const row = rows.get(target)
    if (row?.userId !== reader.id) return null
    return { _id: row.id, workspace: row.workspaceId, note: row.deletedAt ? null : present(row) }
  }
}

/** Only the author's own; others' are missing, even for the workspace's owner. Throws CONFLICT for an old `version`. */
export async function updateNote(
  deps: Deps,
  actor: UserActor,
  id: string,
  { note, version }: RouteBody<typeof updatePrivateNote>,
): Promise<PrivateNote> {
  await deps.limits.consume({ noteByUser: actor.id })
  return changing(deps, actor, async (tx) => {
    const before = await lockNote(tx, id, actor.id)
    if (!before || before.deletedAt) throw notFound()
    if (version !== undefined && version !== before.version) throw new DomainError('CONFLICT')
    await changeNote(tx, id, { note, version: before.version + 1 })
    return (await lockNote(tx, id, actor.id)) ?? before
  })
}

/** People keep reading their own after leaving. Throws NOT_FOUND for anyone who was never in it. */
export async function listOwnNotes(
  deps: Deps,
  actor: UserActor,
  workspaceId: string,
  { word = '', cursor }: RouteQuery<typeof listPrivateNotes>,
) {
  const offset = readOffset(cursor)
  const sought = await soughtBy(deps.db, word)
  const isNone = word !== '' && sought === null
  const rows = isNone ? [] : await listNotes(deps.db.orm, workspaceId, actor.id, sought)
  if (rows.length === 0 && (await countNotes(deps.db.orm, workspaceId, actor.id)) === 0)
    await requireWorkspace(deps, actor, { workspace: workspaceId })
  return fromOffset(rows.slice(offset).map(present), offset)
}

/** Parallel requests of a user wait on their account's lock. */
async function requireBelowLimit(tx: Transaction, workspace: string, userId: string): Promise<void> {
  await lockUser(tx, userId)
  if ((await countNotes(tx, workspace, userId)) >= notesMax)
    throw invalidFields({ note: `You can keep at most ${notesMax} notes in one workspace.` })
}

export async function deleteNote(deps: Deps, actor: UserActor, id: string): Promise<void> {
  await deps.limits.consume({ noteByUser: actor.id })
  await changing(deps, actor, async (tx) => {
    const before = await lockNote(tx, id, actor.id)
    if (!before || before.deletedAt) throw notFound()
    await changeNote(tx, id, { deletedAt: new Date() })
    return before
  })
}

/** Throws NOT_FOUND when it is too late, INVALID_FIELDS with too many others. */
export async function restoreNote(deps: Deps, actor: UserActor, id: string): Promise<PrivateNote> {
  await deps.limits.consume({ noteByUser: actor.id })
  return changing(deps, actor, async (tx) => {
    const before = await lockNote(tx, id, actor.id)
    if (!before || !canBeRestored(before)) throw notFound()
    await requireBelowLimit(tx, before.workspaceId, actor.id)
    await changeNote(tx, id, { deletedAt: null })
    return { ...before, deletedAt: null }
  })
}
