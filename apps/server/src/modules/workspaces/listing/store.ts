import type { TaskStatus } from '@wingmark/contract/workspaces'
import type { Database } from '#server/db/client'
import { holdsWords } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'

export type TaskFilter = {
  /** Null: those assigned to `user` in `workspaces`, which are all that they are in. */
  workspace: string | null
  user: string
  workspaces: readonly string[]
  assignee: string | null
  status: readonly TaskStatus[] | null
  /** The id of a task, or `none` for those that are nobody's subtask. */
  parent: string | null
  /** A review that the caller may see. */
  review: string | null
  /** A tsquery. */
  words: string | null
  due: 'OVERDUE' | 'TODAY' | 'WEEK' | 'NONE' | null
  /** The day that `due` counts from; null: that of UTC. */
  today: string | null
}

/** Where a page ended: what its last task is sorted by, and its id. */
export type After = { key: string; id: string }

const scopes = {
  workspace: { takes: { workspace: 'uuid' }, where: 't.workspace_id = {workspace}::uuid' },
  own: {
    takes: { user: 'uuid', workspaces: 'uuid[]' },
    where: 't.assignee_id = {user}::uuid and t.workspace_id = any({workspaces}::uuid[])',
  },
} as const
type Scope = keyof typeof scopes

type Listed = { id: string; sortKey: string }
type Counts = Partial<Record<TaskStatus, number>>

const today = `coalesce(({today}::text)::date, (now() at time zone 'utc')::date)`
const chosen = {
  takes: { assignee: 'uuid', parent: 'text', review: 'uuid', due: 'text', today: 'text' },
  where: `({assignee}::uuid is null or t.assignee_id = {assignee}::uuid)
  and ({parent}::text is null or coalesce(t.parent_id::text, 'none') = {parent}::text)
  and ({review}::uuid is null or exists (
    select 1 from comments c where c.id = t.comment_id and c.review_id = {review}::uuid and c.deleted_at is null))
  and case {due}::text
    when 'OVERDUE' then t.due_on < ${today} and t.status not in ('DONE', 'CANCELLED')
    when 'TODAY' then t.due_on = ${today}
    when 'WEEK' then t.due_on between ${today} and ${today} + 7
    when 'NONE' then t.due_on is null
    else true end`,
} as const

// What may be missing is decided row by row: a board of thousands has none of it, and a word finds its rows first.
const narrowings = {
  all: { takes: {}, where: 'true' },
  some: chosen,
  found: {
    takes: { ...chosen.takes, words: 'text' },
    where: `${holdsWords('t.search')} and ${chosen.where}`,
  },
} as const
type Narrowing = keyof typeof narrowings

const whereOf = (scope: Scope, narrowing: Narrowing) =>
  `t.deleted_at is null and ${scopes[scope].where} and ${narrowings[narrowing].where}`

const microseconds = (time: string) => `(extract(epoch from ${time}) * 1000000)::int8`
// Numbers and ranks: whatever a cursor says is one, or none.
const orders = {
  rank: { by: 't.rank', type: 'text collate "C"', way: 'asc' },
  '-updatedAt': { by: microseconds('t.updated_at'), type: 'int8', way: 'desc' },
  dueOn: { by: `coalesce(t.due_on - date '2000-01-01', 2000000000)`, type: 'int8', way: 'asc' },
  number: { by: 't.number', type: 'int8', way: 'asc' },
  '-createdAt': { by: microseconds('t.created_at'), type: 'int8', way: 'desc' },
} as const
export type TaskOrder = keyof typeof orders

const onward = { status: 'text[]', afterKey: 'text', afterId: 'uuid', offset: 'int4' } as const

type Of = { key: string; status: string; id: string; order: TaskOrder }
const goesOn = ({ key, status, id, order }: Of) => {
  const { type, way } = orders[order]
  return `({status}::text[] is null or ${status} = any({status}::text[])) and ({afterId}::uuid is null
    or (${key}, ${id}) ${way === 'asc' ? '>' : '<'} (({afterKey}::text)::${type}, {afterId}::uuid))`
}

function listing(order: TaskOrder, scope: Scope, narrowing: Narrowing) {
  const { by, way } = orders[order]
  const isFirst = narrowing === 'all'
  const takes = { ...scopes[scope].takes, ...narrowings[narrowing].takes, limit: 'int4' } as const
  return statement(`tasks-${order}-${scope}-${narrowing}`, {
    takes: isFirst ? takes : { ...takes, ...onward },
    gives: row<Listed>({ id: 'uuid', sortKey: 'text' }),
    text: `select t.id, (${by})::text as "sortKey" from tasks t where ${whereOf(scope, narrowing)}
        ${isFirst ? '' : `and ${goesOn({ key: by, status: 't.status', id: 't.id', order })}`}
      order by ${by} ${way}, t.id ${way} limit {limit}::int ${isFirst ? '' : 'offset {offset}::int'}`,
  })
}

const counting = (scope: Scope, narrowing: Narrowing) =>
  statement(`tasks-by-status-${scope}-${narrowing}`, {
    takes: { ...scopes[scope].takes, ...narrowings[narrowing].takes },
    gives: row<{ status: TaskStatus; many: number }>({ status: 'text', many: 'int4' }),
    text: `select t.status, count(*)::int as many from tasks t where ${whereOf(scope, narrowing)} group by t.status`,
  })

type Found = { ids: string[]; keys: string[]; counts: Counts }

/** What holds a word is looked for once, then counted and sorted: the database plans anew for every word, so it is little. */
function finding(order: TaskOrder, scope: Scope) {
  const { by, way } = orders[order]
  const sorted = `order by key ${way}, id ${way}`
  return statement(`tasks-${order}-${scope}-found`, {
    takes: { ...scopes[scope].takes, ...narrowings.found.takes, limit: 'int4', ...onward },
    gives: row<Found>({ ids: 'uuid[]', keys: 'text[]', counts: 'json' }),
    text: `with matching as materialized (
        select t.id, t.status, ${by} as key from tasks t where ${whereOf(scope, 'found')}
      ), page as materialized (
        select id, key from matching where ${goesOn({ key: 'key', status: 'status', id: 'id', order })}
        ${sorted} limit {limit}::int offset {offset}::int)
      select array(select id from page ${sorted}) as ids, array(select key::text from page ${sorted}) as keys,
        coalesce((select json_object_agg(status, many) from (
          select status, count(*) as many from matching group by status) counted), '{}') as counts`,
  })
}

const everyOrder = <T>(made: (order: TaskOrder) => T) => ({
  rank: made('rank'),
  '-updatedAt': made('-updatedAt'),
  dueOn: made('dueOn'),
  number: made('number'),
  '-createdAt': made('-createdAt'),
})
const narrowed = (scope: Scope, narrowing: Narrowing) => ({
  count: counting(scope, narrowing),
  list: everyOrder((order) => listing(order, scope, narrowing)),
})
const scoped = (scope: Scope) => ({
  all: narrowed(scope, 'all'),
  some: narrowed(scope, 'some'),
  found: everyOrder((order) => finding(order, scope)),
})
const listings = { workspace: scoped('workspace'), own: scoped('own') }

type Page = { sort: TaskOrder; limit: number; offset: number; after: After | null }
export type TaskPage = { ids: string[]; end: After | null; counts: Counts }

/** A page, where it ends if there are more, and how many there are by status. */
export async function listTaskIds(
  db: Database,
  filter: TaskFilter,
  { sort, limit, offset, after }: Page,
): Promise<TaskPage> {
  const { words, assignee, parent, review, due, status } = filter
  const kinds = listings[filter.workspace === null ? 'own' : 'workspace']
  const asked = {
    ...filter,
    limit: limit + 1,
    offset,
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
  }
  if (words !== null) {
    const found = await kinds.found[sort].first(db.pool, asked)
    const listed = (found?.ids ?? []).map((id, n) => ({ id, sortKey: found?.keys[n] ?? '' }))
    return { ...cutPage(listed, limit), counts: found?.counts ?? {} }
  }
  const isWhole = [assignee, parent, review, due].every((one) => one === null)
  const isFirst = status === null && after === null && offset === 0
  const [listed, counted] = await Promise.all([
    kinds[isWhole && isFirst ? 'all' : 'some'].list[sort].rows(db.pool, asked),
    kinds[isWhole ? 'all' : 'some'].count.rows(db.pool, asked),
  ])
  return {
    ...cutPage(listed, limit),
    counts: Object.fromEntries(counted.map((one) => [one.status, one.many])),
  }
}

function cutPage(listed: readonly Listed[], limit: number) {
  const page = listed.slice(0, limit)
  const last = listed.length > limit ? page.at(-1) : undefined
  return { ids: page.map(({ id }) => id), end: last ? { key: last.sortKey, id: last.id } : null }
}
