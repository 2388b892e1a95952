import { taskLabelsMax } from '@wingmark/contract/limits'
import type { Transaction } from '#server/db/client'
import { findLabels } from '#server/modules/workspaces/labels/store'
import { invalidFields } from '#server/platform/domain-error'

/** Labels may have been deleted while the caller was offline. Throws INVALID_FIELDS for those of other workspaces. */
export async function requireLabels(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const found = await findLabels(tx, ids)
  const own = found.filter((one) => one.workspaceId === workspaceId)
  if (own.length < ids.length) throw invalidFields({ labels: 'Choose labels of this workspace.' })
}

/** The given labels, and deleted ones that the task had, as many as it can have: restored, they return. */
export async function labelsToStore(
  tx: Transaction,
  workspaceId: string,
  given: readonly string[],
  before: readonly string[],
): Promise<string[]> {
  const added = given.filter((id) => !before.includes(id))
  await requireLabels(tx, workspaceId, added)
  const left = before.filter((id) => !given.includes(id))
  const deleted = left.length === 0 ? [] : await findLabels(tx, left)
  const lastFirst = deleted
    .filter(({ deletedAt }) => deletedAt !== null)
    .sort((one, other) => Number(other.deletedAt) - Number(one.deletedAt))
  return [...given, ...lastFirst.slice(0, taskLabelsMax).map(({ id }) => id)]
}

/** For each list the names of its labels that are not deleted; null without any. */
export async function nameLabels(
  tx: Transaction,
  lists: readonly (readonly string[])[],
): Promise<(string | null)[]> {
  const all = lists.flat()
  const found = all.length === 0 ? [] : await findLabels(tx, all)
  const there = new Map(found.filter(({ deletedAt }) => deletedAt === null).map(({ id, name }) => [id, name]))
  const names = (ids: readonly string[]) => ids.flatMap((id) => there.get(id) ?? [])
  return lists.map((ids) => names(ids).join('\n') || null)
}
