import { parseJson } from '@wingmark/contract/json'
import type { RouteQuery } from '@wingmark/contract/route'
import type * as contract from '@wingmark/contract/tasks'
import { z } from 'zod'
import { tsqueryOf } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { withMember } from '#server/http/json-text'
import { pageOf } from '#server/http/pages'
import type { ReviewAccess } from '#server/modules/access/policy'
import { listAccess } from '#server/modules/access/service'
import { canEditTasks, canMoveTask, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import { listOwnAccess, requireWorkspace } from '#server/modules/access/workspaces/service'
import { listTaskItems } from '#server/modules/workspaces/listing/json/store'
import { type After, listTaskIds, type TaskOrder } from '#server/modules/workspaces/listing/store'
import { fullCounts } from '#server/modules/workspaces/present'
import { sourceOf } from '#server/modules/workspaces/tasks/present'
import { invalidFields } from '#server/platform/domain-error'

/** `id`: a workspace that the caller is in, or the caller. */
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
    sort = 'rank',
  } = query
  const after = readCursor(cursor, sort)
  const isOwn = id === actor.id
  const accesses = isOwn
    ? await listOwnAccess(deps, actor)
    : [await requireWorkspace(deps, actor, { workspace: id })]
  const words = tsqueryOf(word)
  const isHidden = review !== undefined && !(await listAccess(deps, actor, [review])).has(review)
  // Signs alone are no word.
  if (isHidden || (word !== '' && words === null))
    return { ...pageOf([], { page, limit }, 0), nextCursor: null, counts: fullCounts({}) }
  const filter = {
    workspace: isOwn ? null : id,
    user: actor.id,
    workspaces: accesses.map(({ workspaceId }) => workspaceId),
    assignee: isOwn ? null : (assignee ?? null),
    status: status ?? null,
    parent: parent ?? null,
    review: review ?? null,
    words,
    due: due ?? null,
    today: today ?? null,
  }
  const offset = after ? 0 : (page - 1) * limit
  const { ids, end, counts } = await listTaskIds(deps.db, filter, { sort, limit, offset, after })
  const all = fullCounts(counts)
  const total = Object.entries(all)
    .filter(([name]) => !status || status.some((one) => one === name))
    .reduce((sum, [, many]) => sum + many, 0)
  const results = await writeTasks(deps, actor, ids, accesses)
  const { currentPage, totalPages } = pageOf([], { page, limit }, total)
  const rest = { currentPage, totalPages, total, nextCursor: end && writeCursor(sort, end), counts: all }
  return { jsonText: `"results":${results},${JSON.stringify(rest).slice(1, -1)}` }
}

/** Tasks as JSON, in their order. Of reviews that the reader may not see, nothing is told. */
async function writeTasks(
  deps: Deps,
  actor: UserActor,
  ids: readonly string[],
  accesses: readonly WorkspaceAccess[],
): Promise<string> {
  const where = (may: (access: WorkspaceAccess) => boolean) =>
    accesses.filter(may).map(({ workspaceId }) => workspaceId)
  const rows =
    ids.length === 0
      ? []
      : await listTaskItems.rows(deps.db.pool, {
          ids,
          user: actor.id,
          edited: where(canEditTasks),
          moved: where((access) => canMoveTask(access, { assigneeId: actor.id }, actor.id)),
        })
  const made = rows.flatMap(({ comment }) => comment?.reviewId ?? [])
  const reviews = made.length === 0 ? new Map<string, ReviewAccess>() : await listAccess(deps, actor, made)
  const roles = new Map(accesses.map(({ workspaceId, role }) => [workspaceId, role]))
  const items = rows.map(({ item, ...row }) => {
    const role = roles.get(row.workspaceId)
    const review = reviews.get(row.comment?.reviewId ?? '') ?? null
    const source = role && row.comment ? sourceOf(deps, actor, { ...row, role }, review) : null
    return withMember(item, 'source', JSON.stringify(source))
  })
  return `[${items.join(',')}]`
}

const Cursor = z.union([
  z.tuple([z.literal('rank'), z.string().regex(/^[\x20-\x7e]{1,100}$/), z.uuid()]),
  z.tuple([z.string(), z.string().regex(/^-?\d{1,17}$/), z.uuid()]),
])

const writeCursor = (sort: TaskOrder, { key, id }: After): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')

/** Throws INVALID_FIELDS for one of another order, too. */
function readCursor(cursor: string | undefined, sort: TaskOrder) {
  if (cursor === undefined || cursor === '') return null
  const read = parseJson(Buffer.from(cursor, 'base64url').toString(), Cursor)
  if (read?.[0] !== sort) throw invalidFields({ cursor: 'Unknown cursor.' })
  const [, key, id] = read
  return { key, id }
}
