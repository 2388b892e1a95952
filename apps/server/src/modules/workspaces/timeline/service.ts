import { Id } from '@wingmark/contract/ids'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import type { listWorkspaceTimeline, TimelineKind, writeOnTask } from '@wingmark/contract/timelines'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canWriteIn, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import { formerName } from '#server/modules/users/service'
import { listIn } from '#server/modules/workspaces/store'
import { presentItem } from '#server/modules/workspaces/timeline/present'
import {
  changeMessage,
  deleteMessage,
  findItem,
  insertItem,
  leaveTimelines,
  listItems,
} from '#server/modules/workspaces/timeline/store'
import { forbidden, invalidFields, notFound } from '#server/platform/domain-error'

export { exportMessages } from '#server/modules/workspaces/timeline/store'

type Happening = {
  workspaceId: string
  taskId?: string
  kind: Exclude<TimelineKind, 'MESSAGE'>
  /** A member's name, and who that is. */
  message?: string
  mentions?: string[]
  before?: string | null
  after?: string | null
}

/** Notes what happened, in the transaction that does it. */
export async function note(
  tx: Queryable,
  actor: Pick<UserActor, 'id' | 'name'>,
  happening: Happening,
): Promise<void> {
  const { before = null, after = null, message = '', ...rest } = happening
  const cut = (text: string | null) => text && [...text].slice(0, 300).join('')
  await insertItem(tx, {
    id: uuid(),
    actorId: actor.id,
    actorName: actor.name,
    message,
    before: cut(before),
    after: cut(after),
    ...rest,
  })
}

type Place = { workspace: string } | { task: string }

/** Newest first; the cursor is the last id of the page before. */
export async function listTimeline(
  deps: Deps,
  actor: UserActor,
  place: Place,
  { cursor, limit, kind }: RouteQuery<typeof listWorkspaceTimeline>,
) {
  const access = await requireWorkspace(deps, actor, place)
  if (cursor !== undefined && !Id.safeParse(cursor).success)
    throw invalidFields({ cursor: 'Unknown cursor.' })
  const rows = await listItems(deps.db, place, { before: cursor ?? null, limit, kind: kind ?? null })
  return {
    results: rows.map((row) => presentItem(row, access, actor.id)),
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

type Words = Pick<RouteBody<typeof writeOnTask>, 'message' | 'mentions'>

export async function write(
  deps: Deps,
  actor: UserActor,
  place: Place,
  words: Words,
  idempotencyKey: string | null,
) {
  const access = await requireWorkspace(deps, actor, place, canWriteIn)
  await deps.limits.consume({ timelineByUser: actor.id })
  const id = uuid()
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    await requireMentioned(tx, access, words.mentions)
    await insertItem(tx, {
      id,
      workspaceId: access.workspaceId,
      taskId: 'task' in place ? place.task : null,
      kind: 'MESSAGE',
      actorId: actor.id,
      actorName: actor.name,
      message: words.message,
      mentions: words.mentions,
    })
    return id
  })
  return getItem(deps, actor, access, made)
}

/** Throws FORBIDDEN for what is not one's own words. */
export async function editMessage(deps: Deps, actor: UserActor, id: string, words: Words) {
  const access = await requireWorkspace(deps, actor, { item: id })
  await deps.limits.consume({ timelineByUser: actor.id })
  await requireMentioned(deps.db.orm, access, words.mentions)
  const { message, mentions } = words
  if (!canWriteIn(access) || !(await changeMessage(deps.db.orm, id, actor.id, { message, mentions })))
    throw forbidden()
  return getItem(deps, actor, access, id)
}

export async function removeMessage(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const access = await requireWorkspace(deps, actor, { item: id })
  if (!canWriteIn(access) || !(await deleteMessage(deps.db.orm, id, actor.id))) throw forbidden()
}

async function getItem(deps: Deps, actor: UserActor, access: WorkspaceAccess, id: string) {
  const row = await findItem.first(deps.db.pool, { id })
  if (!row) throw notFound()
  return presentItem(row, access, actor.id)
}

async function requireMentioned(
  tx: Queryable,
  { workspaceId }: WorkspaceAccess,
  mentions: readonly string[],
): Promise<void> {
  const wanted = new Set(mentions)
  const found = await listIn(tx, workspaceId, [...wanted])
  if (found.length < wanted.size) throw invalidFields({ mentions: 'Choose somebody of this workspace.' })
}

/** What somebody did and said stays without their name. */
export const leaveNameless = (tx: Transaction, userId: string): Promise<void> =>
  leaveTimelines(tx, userId, formerName)
