import type { MemberRole } from '@wingmark/contract/reviews'
import type { RouteQuery } from '@wingmark/contract/route'
import type * as contract from '@wingmark/contract/tasks'
import { z } from 'zod'
import { noWords, soughtBy } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cutToFit, pageOf, readCursor, unknownCursor, writeCursor } from '#server/http/pages'
import { listAccess } from '#server/modules/access/service'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { fullCounts } from '#server/modules/workspaces/present'
import { type ListedRow, listTaskRows, type TaskOrder } from '#server/modules/workspaces/task-lists/store'
import { presentTasks } from '#server/modules/workspaces/tasks/present'

/** `id`: one of the caller's workspaces, or the caller. */
export async function listTasks(
  deps: Deps,
  actor: UserActor,
  id: string,
  query: RouteQuery<typeof contract.listTasks>,
) {
  const {
    page,
    limit,
    cursor,
    status,
    assignee,
    parent,
    review,
    word = '',
    due,
    today,
    label,
    priority,
    sort = 'rank',
  } = query
  const after = placeOf(cursor, sort)
  const isOwn = id === actor.id
  const role = isOwn ? null : (await requireWorkspace(deps, actor, { workspace: id })).role
  const sought = await soughtBy(deps.db, word)
  const isHidden = review !== undefined && !(await listAccess(deps, actor, [review])).has(review)
  // Punctuation alone is no search word.
  if (isHidden || (word !== '' && sought === null))
    return { ...pageOf([], { page, limit }, 0), nextCursor: null, counts: fullCounts({}) }
  const filter = {
    workspace: isOwn ? null : id,
    user: actor.id,
    assignee: isOwn ? null : (assignee ?? null),
    status: status ?? null,
    parent: parent ?? null,
    review: review ?? null,
    ...(sought ?? noWords),
    due: due ?? null,
    today: today ?? null,
    label: label ?? null,
    priority: priority ?? null,
  }
  const offset = after ? 0 : (page - 1) * limit
  const { rows, end, counts } = await listTaskRows(deps.db, filter, { sort, limit, offset, after })
  const all = fullCounts(counts)
  const total = Object.entries(all)
    .filter(([name]) => !status || status.some((one) => one === name))
    .reduce((sum, [, many]) => sum + many, 0)
  const shown = withRoles(rows, role)
  const presented = await presentTasks(deps, actor, shown)
  const cursorOf = ({ id, sortKey }: ListedRow) => writeCursor([sort, sortKey, id])
  const read = { shown, nextCursor: end && writeCursor([sort, end.key, end.id]) }
  const { results, nextCursor } = cutToFit(read, presented, cursorOf)
  return { ...pageOf(results, { page, limit }, total), nextCursor, counts: all }
}

/** Rows without a role are from workspaces they have since left. */
const withRoles = (rows: readonly ListedRow[], known: MemberRole | null) =>
  rows.flatMap((row) => {
    const role = known ?? row.role
    return role === null ? [] : [{ ...row, role }]
  })

const Cursor = z.union([
  z.tuple([z.literal('rank'), z.string().regex(/^[\x20-\x7e]{1,100}$/), z.uuid()]),
  z.tuple([z.string(), z.string().regex(/^-?\d{1,17}$/), z.uuid()]),
])

/** Throws INVALID_FIELDS for a cursor of another order, too. */
function placeOf(cursor: string | undefined, sort: TaskOrder) {
  const parts = readCursor(cursor, Cursor)
  if (!parts) return null
  const [order, key, id] = parts
  if (order !== sort) throw unknownCursor()
  return { key, id }
}
