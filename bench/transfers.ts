/** Lists, moves and copies of a large tree, each beside the bare statement or the same on a small one. */
import { v7 as uuid } from 'uuid'
import { finish, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, type BenchPerson, startServer } from './support/server.ts'

const rounds = 5
const seconds = 1

const server = await startServer()
const { pool } = server

/** Rows laid by SQL: an account takes 50,000 files. */
async function layFiles(owner: string, parent: string | null, count: number): Promise<void> {
  await pool.query(
    `insert into transfers (id, owner_id, type, name, parent_id, size)
     select gen_random_uuid(), $1, case when n % 50 = 0 then 'FOLDER' else 'FILE' end, 'Thing ' || n, $2, n from generate_series(1, $3::int) n`,
    [owner, parent, count],
  )
  if (parent) await pool.query('update transfers set item_count = $2 where id = $1', [parent, count])
}

async function layFolder(owner: string, inside: number): Promise<string> {
  const id = uuid()
  await pool.query(`insert into transfers (id, owner_id, type, name) values ($1, $2, 'FOLDER', 'Large')`, [
    id,
    owner,
  ])
  if (inside > 0) await layFiles(owner, id, inside)
  return id
}

const page = ({ token }: BenchPerson, folder: string) =>
  server.ask({ method: 'GET', path: `/transfer/api/v1/user/${folder}?limit=100`, token })

async function measureList(): Promise<boolean[]> {
  const [large, small] = [await addPerson(pool, 'Large'), await addPerson(pool, 'Small')]
  const [ofLarge, ofSmall] = [await layFolder(large.id, 100_000), await layFolder(small.id, 1_000)]
  await pool.query('vacuum analyze transfers')
  const ours = () => load(1, seconds, () => page(large, ofLarge))
  const bare = await compare(
    rounds,
    {
      ours,
      peer: () =>
        load(1, seconds, async () => {
          await pool.query({
            name: 'bare-page',
            text: `select * from transfers where owner_id = $1 and parent_id = $2 and deleted_at is null
              order by type desc, id desc limit 100`,
            values: [large.id, ofLarge],
          })
        }),
    },
    (result) => result.perSecond,
  )
  const smaller = await compare(
    rounds,
    { ours, peer: () => load(1, seconds, () => page(small, ofSmall)) },
    (result) => result.p95,
  )
  return [
    report({
      what: 'a page of 100 of 100,000, by the bare SELECT',
      ...bare,
      unit: 'a second',
      limit: { atLeast: 0.5 },
    }),
    report({
      what: 'p95 of a page of 100,000, by one of 1,000',
      ...smaller,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
  ]
}

async function measureMove(): Promise<boolean> {
  const mover = await addPerson(pool, 'Mover')
  const [a, b] = [await layFolder(mover.id, 0), await layFolder(mover.id, 0)]
  const [full, empty] = [await layFolder(mover.id, 50_000), await layFolder(mover.id, 0)]
  await pool.query('vacuum analyze transfers')
  let turn = 0
  const move = (id: string) => {
    const body = JSON.stringify({ parent: turn++ % 2 === 0 ? a : b })
    return server.ask({ method: 'PATCH', path: `/transfer/api/v1/move/${id}`, token: mover.token, body })
  }
  const { ours, peer } = await compare(
    rounds,
    { ours: () => load(1, seconds, () => move(full)), peer: () => load(1, seconds, () => move(empty)) },
    (result) => result.perSecond,
  )
  const inMs = { ours: 1_000 / ours, peer: 1_000 / peer }
  return report({
    what: 'moving a folder with 50,000, by an empty one',
    ...inMs,
    unit: 'ms',
    limit: { atMost: 1.2 },
  })
}

try {
  finish([...(await measureList()), await measureMove()])
} finally {
  await server.stop()
}
