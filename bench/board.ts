/**
 * A workspace of 20,000 tasks beside a million of others: a board's first page, moves, a word. `BENCH_SCALE=0.02` for
 * less.
 */
import { v7 as uuid } from 'uuid'
import { finish, note, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, type BenchPerson, startServer } from './support/server.ts'

const scale = Number(process.env['BENCH_SCALE'] ?? 1)
const scaled = (count: number) => Math.max(200, Math.round(count * scale))
const seconds = scale < 1 ? 1 : 2
const rounds = scale < 1 ? 2 : 5
const movers = 16
const own = scaled(20_000)
const many = scaled(1_000_000)
const few = scaled(10_000)
const statuses = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE', 'CANCELLED'] as const

const server = await startServer(8)
const { pool } = server

async function addWorkspace(owner: string, tasks: number, word: string): Promise<string> {
  const id = uuid()
  await pool.query('insert into workspaces (id, owner_id, name, task_seq) values ($1, $2, $3, $4)', [
    id,
    owner,
    'Bench',
    tasks,
  ])
  await pool.query(
    `insert into tasks (id, workspace_id, number, title, status, rank, assignee_id, created_by)
     select gen_random_uuid(), $1, n, $4 || ' word' || n % 5000 || 'x', ($5::text[])[n % 5 + 1],
       'f' || lpad(to_hex(n), 6, '0'), $2, $2 from generate_series(1, $3::int) n`,
    [id, owner, tasks, word, statuses],
  )
  return id
}

const idsOf = async (workspace: string) =>
  (await pool.query<{ id: string }>('select id from tasks where workspace_id = $1 limit 2000', [workspace]))
    .rows
const any = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('nothing to take')
  return one
}

async function firstPage(workspace: string, { token }: BenchPerson): Promise<void> {
  const { counts, results } = JSON.parse(
    String(await server.ask({ path: `/workspace/api/v1/task/user/${workspace}?limit=100`, token })),
  )
  if (results.length !== 100 || Object.keys(counts).length !== 5) throw new Error('not the first 100')
}

function bareFirst(workspace: string): Promise<unknown> {
  return Promise.all([
    pool.query({
      name: 'bare-first',
      text: 'select * from tasks where workspace_id = $1 and deleted_at is null order by rank, id limit 100',
      values: [workspace],
    }),
    pool.query({
      name: 'bare-counts',
      text: 'select status, count(*) from tasks where workspace_id = $1 and deleted_at is null group by status',
      values: [workspace],
    }),
  ])
}

/** The same statements in a bare transaction. */
async function bareMove(workspace: string, id: string): Promise<void> {
  const client = await pool.connect()
  const status = any(statuses)
  try {
    await client.query('begin')
    await client.query({
      name: 'bare-lock',
      text: 'select * from workspaces where id = $1 for update',
      values: [workspace],
    })
    await client.query({ name: 'bare-read', text: 'select * from tasks where id = $1', values: [id] })
    await client.query({
      name: 'bare-last',
      text: `select id, rank from tasks where workspace_id = $1 and status = $2 and deleted_at is null
        order by rank desc, id desc limit 1`,
      values: [workspace, status],
    })
    await client.query({
      name: 'bare-move',
      text: 'update tasks set status = $2, updated_at = now() where id = $1',
      values: [id, status],
    })
    await client.query({
      name: 'bare-note',
      text: `insert into timeline_items (id, workspace_id, task_id, kind, actor_name, after)
        values ($1, $2, $3, 'TASK_MOVED', 'Bench', $4)`,
      values: [uuid(), workspace, id, status],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

try {
  const owner = await addPerson(pool, 'Owner')
  const other = await addPerson(pool, 'Other')
  const people: BenchPerson[] = []
  for (let n = 0; n < movers; n++) people.push(await addPerson(pool, `Mover ${n}`))
  const big = await addWorkspace(owner.id, own, 'ours')
  await addWorkspace(other.id, few, 'theirs')
  await pool.query('vacuum analyze')
  const among = () => load(1, seconds, () => firstPage(big, owner))
  const amongFew = (await among(), await among()).p95
  await addWorkspace(other.id, many, 'theirs')
  for (const { id } of people)
    await pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
      big,
      id,
      'EDITOR',
    ])
  await pool.query('vacuum analyze')
  note('tasks of one’s own workspace, and of others', own, `and ${few + many}`)
  const first = await compare(
    rounds,
    {
      ours: () => load(4, seconds, () => firstPage(big, owner)),
      peer: () => load(4, seconds, () => bareFirst(big)),
    },
    (one) => one.perSecond,
  )
  const tasks = (await idsOf(big)).map(({ id }) => id)
  const move = (id: string, n: number) =>
    server.ask({
      method: 'PATCH',
      path: `/workspace/api/v1/task/change-status/${id}`,
      token: people[n % movers]?.token ?? '',
      body: JSON.stringify({ status: any(statuses) }),
    })
  const moved = await compare(
    2,
    {
      ours: () => load(movers, 1, (n) => move(any(tasks), n)),
      peer: () => load(movers, 1, () => bareMove(big, any(tasks))),
    },
    (one) => one.perSecond,
  )
  const search = await compare(
    rounds,
    {
      ours: () =>
        load(1, seconds, () =>
          server.ask({
            path: `/workspace/api/v1/task/user/${owner.id}?limit=100&word=word${any([7, 77, 777])}x`,
            token: owner.token,
          }),
        ),
      peer: () =>
        load(1, seconds, () =>
          pool.query({
            name: 'bare-word',
            text: 'select * from tasks where search @@ $1::tsquery and assignee_id = $2 and deleted_at is null limit 100',
            values: [`word${any([7, 77, 777])}x`, owner.id],
          }),
        ),
    },
    (one) => one.p95,
  )
  finish([
    report({
      what: 'first 100 and all counts of a workspace, beside the bare SELECT',
      ...first,
      unit: 'a second',
      limit: { atLeast: 0.5 },
    }),
    report({
      what: 'p95 of that among many, beside among few',
      ours: (await among()).p95,
      peer: amongFew,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
    report({
      what: `a change of status, ${movers} connections, beside a bare transaction`,
      ...moved,
      unit: 'a second',
      limit: { atLeast: 0.4 },
    }),
    report({
      what: 'p95 of a word in one’s own tasks, beside tsvector',
      ...search,
      unit: 'ms',
      limit: { atMost: 3 },
    }),
  ])
} finally {
  await server.stop()
}
