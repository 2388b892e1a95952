import type { Mentionable } from '@wingmark/contract/comments'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import { beginningOf } from '@wingmark/contract/shorten'
import type { listWorkspaceTimeline, TimelineKind, writeOnTask } from '@wingmark/contract/timelines'
import { notAMember } from '@wingmark/contract/workspaces'
import { v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { cut, cutToFit, pageOf, readIdCursor } from '#server/http/pages'
import { ofWorkspace } from '#server/modules/access/subjects/policy'
import { canWriteIn, type WorkspaceAccess } from '#server/modules/access/workspaces/policy'
import { requireWorkspace } from '#server/modules/access/workspaces/service'
import {
  addEvent,
  addEvents,
  type NewEvent,
  signalInboxes,
  signalSubject,
} from '#server/modules/events/service'
import { tell } from '#server/modules/workspaces/notices/service'
import { presentItem } from '#server/modules/workspaces/timeline/present'
import {
  changeMessage,
  countItems,
  countNamed,
  deleteMessage,
  findItem,
  findItems,
  findMentionable,
  insertItem,
  listItems,
} from '#server/modules/workspaces/timeline/store'
import { forbidden, invalidFields, notFound } from '#server/platform/domain-error'

export { presentItem } from '#server/modules/workspaces/timeline/present'
export { exportMessages, leaveTimelines } from '#server/modules/workspaces/timeline/store'

type Entry = {
  workspaceId: string
  taskId?: string
  kind: Exclude<TimelineKind, 'MESSAGE'>
  /** A member's name; `mentions` says who. */
  message?: string
  mentions?: string[]
  before?: string | null
  after?: string | null
}

/** Records an entry and its events in the transaction that causes it; then call `signalSubject`. */
export async function note(
  tx: Queryable,
  actor: Pick<UserActor, 'id' | 'name'>,
  entry: Entry,
  events: readonly NewEvent[] = [],
): Promise<void> {
  const id = uuid()
  const { before = null, after = null, message = '', ...rest } = entry
  const cut = (text: string | null) => text && beginningOf(text, 300)
  await insertItem(tx, {
    id,
    actorId: actor.id,
    actorName: actor.name,
    message,
    before: cut(before),
    after: cut(after),
    ...rest,
  })
  const said = { event: 'timeline.created', targetId: id } as const
  await addEvents(tx, ofWorkspace(entry.workspaceId), [...events, said])
}

type Place = { workspace: string } | { task: string }

/** Nobody can write about a deleted task. */
const byPlace = (place: Place) => ('task' in place ? { taskThere: place.task } : place)

type TimelineQuery = Partial<RouteQuery<typeof listWorkspaceTimeline>> & { limit: number }

/** Newest first; the cursor is the previous page's last id. Counts all only with page numbers. */
export async function listTimeline(deps: Deps, actor: UserActor, place: Place, query: TimelineQuery) {
  return readTimeline(deps, actor, await requireWorkspace(deps, actor, byPlace(place)), place, query)
}

/** The same for who was let in already. */
export async function readTimeline(
  deps: Deps,
  actor: UserActor,
  access: WorkspaceAccess,
  place: Place,
  { cursor, page, limit, kind }: TimelineQuery,
) {
  const before = readIdCursor(cursor)
  const rows = await listItems(deps.db, place, {
    before,
    limit: limit + 1,
    offset: before === null && page !== undefined ? (page - 1) * limit : 0,
    kind: kind ?? null,
  })
  const cursorOf = ({ id }: (typeof rows)[number]) => id
  const read = cut(rows, limit, cursorOf)
  const presented = read.shown.map((row) => presentItem(row, access, actor.id))
  const { results, nextCursor } = cutToFit(read, presented, cursorOf)
  if (page === undefined) return { results, nextCursor }
  const total = await countItems(deps.db, place, kind ?? null)
  return { ...pageOf(results, { page, limit }, total), nextCursor }
}

type Words = Pick<RouteBody<typeof writeOnTask>, 'message' | 'mentions'>

export async function write(
  deps: Deps,
  actor: UserActor,
  place: Place,
  words: Words,
  idempotencyKey: string | null,
) {
  const access = await requireWorkspace(deps, actor, byPlace(place), canWriteIn)
  await deps.limits.consume({ timelineByUser: actor.id })
  const id = uuid()
  let notified: string[] = []
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier) return earlier
    await requireMentioned(tx, actor, access, words.mentions)
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
    await addEvent(tx, ofWorkspace(access.workspaceId), { event: 'timeline.created', targetId: id })
    notified = await notifyMentioned(tx, actor, id, words.mentions)
    return id
  })
  signalInboxes(deps, notified)
  signalSubject(deps, ofWorkspace(access.workspaceId))
  return getItem(deps, actor, access, made)
}

/** Throws FORBIDDEN for others' messages. */
export async function editMessage(deps: Deps, actor: UserActor, id: string, words: Words) {
  const access = await requireWorkspace(deps, actor, { item: id })
  await deps.limits.consume({ timelineByUser: actor.id })
  const { message, mentions } = words
  const before = await findItem.first(deps.db.pool, { id })
  const known = new Set(before?.mentions.map(({ _id }) => _id))
  const fresh = mentions.filter((one) => !known.has(one))
  // Earlier mentions stay, even of people who have left.
  await requireMentioned(deps.db.orm, actor, access, fresh)
  let notified: string[] = []
  const event = { event: 'timeline.updated', targetId: id } as const
  await changeOwn(deps, access, event, {
    change: (tx) => changeMessage(tx, id, actor.id, { message, mentions }),
    after: async (tx) => {
      notified = await notifyMentioned(tx, actor, id, fresh)
    },
  })
  signalInboxes(deps, notified)
  return getItem(deps, actor, access, id)
}

export async function removeMessage(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const access = await requireWorkspace(deps, actor, { item: id })
  const item = await findItem.first(deps.db.pool, { id })
  const event = { event: 'timeline.deleted', targetId: id, parentId: item?.task?._id } as const
  await changeOwn(deps, access, event, { change: (tx) => deleteMessage(tx, id, actor.id) })
}

type OwnChange = {
  change: (tx: Transaction) => Promise<boolean>
  after?: (tx: Transaction) => Promise<void>
}

async function changeOwn(
  deps: Deps,
  access: WorkspaceAccess,
  event: NewEvent,
  { change, after }: OwnChange,
): Promise<void> {
  const subject = ofWorkspace(access.workspaceId)
  await deps.db.orm.transaction(async (tx) => {
    if (!canWriteIn(access) || !(await change(tx))) throw forbidden()
    await addEvent(tx, subject, event)
    await after?.(tx)
  })
  signalSubject(deps, subject)
}

async function notifyMentioned(
  tx: Transaction,
  actor: UserActor,
  itemId: string,
  people: readonly string[],
): Promise<string[]> {
  const item = people.length > 0 && (await findItem.first(tx, { id: itemId }))
  if (!item) return []
  const { workspaceId, task } = item
  const title = task ? `You were mentioned on “${task.title}”` : 'You were mentioned in a workspace'
  const about = { action: 'TASK_MENTIONED', title, workspaceId, taskId: task?._id ?? null } as const
  return tell(tx, actor, about, people)
}

/** For the live stream: items that still exist, as stored. */
export const readItems = (deps: Deps, ids: readonly string[]) =>
  ids.length === 0 ? [] : findItems.rows(deps.db.pool, { ids })

async function getItem(deps: Deps, actor: UserActor, access: WorkspaceAccess, id: string) {
  const row = await findItem.first(deps.db.pool, { id })
  if (!row) throw notFound()
  return presentItem(row, access, actor.id)
}

/** People in the workspace whose names match, without anyone blocked. */
export async function listMentionable(
  deps: Deps,
  actor: UserActor,
  id: string,
  word: string,
): Promise<Mentionable[]> {
  const { workspaceId: workspace } = await requireWorkspace(deps, actor, { workspace: id }, canWriteIn)
  const found = await findMentionable(deps.db, { workspace, asker: actor.id, word })
  return found.map((one) => ({ ...one, standing: 'IN' as const }))
}

async function requireMentioned(
  tx: Queryable,
  { id: asker }: UserActor,
  { workspaceId: workspace }: WorkspaceAccess,
  mentions: readonly string[],
): Promise<void> {
  const wanted = new Set(mentions)
  const found = await countNamed(tx, { workspace, asker, ids: [...wanted] })
  if (found < wanted.size) throw invalidFields({ mentions: notAMember })
}
