import type { TimelineItem, TimelineKind } from '@wingmark/contract/timelines'
import { and, eq, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { calledBy, isCalled } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'
import { timelineItems } from '#server/db/tables/workspaces'
import { workspacePeople } from '#server/modules/access/sql'
import { isBlockedBetween } from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'
import { lastId } from '#server/platform/ids'

export type TimelineRow = {
  id: string
  workspaceId: string
  kind: TimelineKind
  actorId: string | null
  actorName: string
  avatar: string | null
  task: TimelineItem['task']
  message: string
  mentions: TimelineItem['mentions']
  before: string | null
  after: string | null
  createdAt: Date
  editedAt: Date | null
}

const columns = `i.id, i.workspace_id as "workspaceId", i.kind, i.actor_id as "actorId", i.actor_name as "actorName",
  (select u.avatar from ${people} u where u.id = i.actor_id) as avatar,
  (select json_build_object('_id', t.id, 'number', t.number, 'title', t.title) from tasks t where t.id = i.task_id) as task,
  i.message, (select coalesce(json_agg(json_build_object('_id', u.id, 'name', u.name)), '[]')
    from ${people} u where u.id = any(i.mentions)) as mentions,
  i.before, i.after, i.created_at as "createdAt", i.edited_at as "editedAt"`

const gives = row<TimelineRow>({
  id: 'uuid',
  workspaceId: 'uuid',
  kind: 'text',
  actorId: 'uuid',
  actorName: 'text',
  avatar: 'text',
  task: 'json',
  message: 'text',
  mentions: 'json',
  before: 'text',
  after: 'text',
  createdAt: 'timestamptz',
  editedAt: 'timestamptz',
})

const inside = `from (select distinct p.user_id from ${workspacePeople} p where p.workspace_id = {workspace}::uuid) person
  join ${people} u on u.id = person.user_id where not ${isBlockedBetween('{asker}::uuid', 'u.id')}`

const mentionable = statement('workspace-mentionable', {
  takes: { workspace: 'uuid', asker: 'uuid', word: 'text', words: 'text', beginning: 'text' },
  gives: row<{ _id: string; name: string; avatar: string | null }>({
    _id: 'uuid',
    name: 'text',
    avatar: 'text',
  }),
  text: `select u.id as _id, u.name, u.avatar ${inside} and u.id <> {asker}::uuid and ${isCalled('u.name')}
    order by u.name ilike {beginning}::text desc, lower(u.name), u.id limit 20`,
})

/** People in the workspace without the asker and anyone blocked in either direction. */
export function findMentionable(db: Database, asked: { workspace: string; asker: string; word: string }) {
  return mentionable.rows(db.pool, {
    ...asked,
    ...calledBy(asked.word),
    beginning: `${likeLiteral(asked.word)}%`,
  })
}

const named = statement('workspace-named', {
  takes: { workspace: 'uuid', asker: 'uuid', ids: 'uuid[]' },
  gives: row<{ many: number }>({ many: 'int4' }),
  text: `select count(*)::int as many ${inside} and u.id = any({ids}::uuid[])`,
})

/** How many of these the asker may mention. */
export async function countNamed(
  tx: Queryable,
  asked: { workspace: string; asker: string; ids: readonly string[] },
): Promise<number> {
  return asked.ids.length === 0 ? 0 : ((await named.first(tx, asked))?.many ?? 0)
}

export async function insertItem(tx: Queryable, item: typeof timelineItems.$inferInsert): Promise<void> {
  await tx.insert(timelineItems).values(item)
}

export const findItem = statement('timeline-item', {
  takes: { id: 'uuid' },
  gives,
  text: `select ${columns} from timeline_items i where i.id = {id}::uuid`,
})

export const findItems = statement('timeline-items', {
  takes: { ids: 'uuid[]' },
  gives,
  text: `select ${columns} from timeline_items i where i.id = any({ids}::uuid[])`,
})

const isKind = `({isMessage}::boolean is null or (i.kind = 'MESSAGE') = {isMessage}::boolean)`

type Place = { workspace: string } | { task: string }
type Kind = 'MESSAGE' | 'EVENT' | null

const listing = (of: 'workspace' | 'task') =>
  statement(`timeline-of-${of}`, {
    takes: { id: 'uuid', before: 'uuid', isMessage: 'bool', limit: 'int4', offset: 'int4' },
    gives,
    text: `select ${columns} from timeline_items i
      where i.${of}_id = {id}::uuid and i.id < {before}::uuid and ${isKind}
      order by i.id desc limit {limit}::int offset {offset}::int`,
  })
const ofWorkspace = listing('workspace')
const ofTask = listing('task')

/** Newest first, as ids follow time; `kind` null: messages and events. */
export function listItems(
  db: Database,
  of: Place,
  { before, limit, offset, kind }: { before: string | null; limit: number; offset: number; kind: Kind },
): Promise<TimelineRow[]> {
  const page = { limit, offset, before: before ?? lastId, isMessage: isMessageOf(kind) }
  return 'task' in of
    ? ofTask.rows(db.pool, { ...page, id: of.task })
    : ofWorkspace.rows(db.pool, { ...page, id: of.workspace })
}

const isMessageOf = (kind: Kind) => (kind === null ? null : kind === 'MESSAGE')

const counting = (of: 'workspace' | 'task') =>
  statement(`timeline-count-of-${of}`, {
    takes: { id: 'uuid', isMessage: 'bool' },
    gives: row<{ many: number }>({ many: 'int4' }),
    text: `select count(*)::int as many from timeline_items i where i.${of}_id = {id}::uuid and ${isKind}`,
  })
const countIn = { workspace: counting('workspace'), task: counting('task') }

export async function countItems(db: Database, of: Place, kind: Kind): Promise<number> {
  const isMessage = isMessageOf(kind)
  const counted = await ('task' in of
    ? countIn.task.first(db.pool, { id: of.task, isMessage })
    : countIn.workspace.first(db.pool, { id: of.workspace, isMessage }))
  return counted?.many ?? 0
}

/** Users can change only their own messages. */
const ownMessage = (id: string, actor: string) =>
  and(eq(timelineItems.id, id), eq(timelineItems.actorId, actor), eq(timelineItems.kind, 'MESSAGE'))

export async function changeMessage(
  db: Queryable,
  id: string,
  actor: string,
  words: { message: string; mentions: string[] },
): Promise<boolean> {
  const { rowCount } = await db
    .update(timelineItems)
    .set({ ...words, editedAt: sql`now()` })
    .where(ownMessage(id, actor))
  return rowCount === 1
}

export async function deleteMessage(db: Queryable, id: string, actor: string): Promise<boolean> {
  const { rowCount } = await db.delete(timelineItems).where(ownMessage(id, actor))
  return rowCount === 1
}

/** The user's messages in workspaces. */
export const exportMessages = exportedItems(
  'timeline-messages',
  `select i.id, json_build_object('workspace', w.name, 'task', (select t.number from tasks t where t.id = i.task_id),
        'message', i.message, 'createdAt', i.created_at, 'editedAt', i.edited_at) as item
     from timeline_items i join workspaces w on w.id = i.workspace_id
     where i.actor_id = {owner}::uuid and i.kind = 'MESSAGE' and i.id > {after}::uuid order by i.id`,
)

const leaveNamed = statement('timeline-leave-named', {
  takes: { user: 'uuid', name: 'text' },
  text: `update timeline_items set message = {name}::text
    where kind <> 'MESSAGE' and mentions @> array[{user}::uuid]`,
})

/** Replaces the name of a deleted account, as actor and as subject. */
export async function leaveTimelines(tx: Transaction, user: string, name: string): Promise<void> {
  await tx
    .update(timelineItems)
    .set({ actorId: null, actorName: name })
    .where(eq(timelineItems.actorId, user))
  await leaveNamed.count(tx, { user, name })
}
