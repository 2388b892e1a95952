/** Reading a page of 100 comments out of 1,000,000, beside the bare SELECT, and beside one out of 10,000. */
import { v7 as uuid } from 'uuid'
import { finish, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addPerson, addReview, type BenchReview, startServer } from './support/server.ts'

const connections = 8
const seconds = 2
const rounds = 5
const large = 1_000_000
const small = 10_000
const pageSize = 100

const server = await startServer(connections)
const { pool } = server

/** Fills a review's file with one statement, every tenth comment with a reply; returns the ids at which pages begin. */
async function fill(review: BenchReview, count: number, author: string): Promise<string[]> {
  await pool.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id, reply_count)
     select (lpad(to_hex(n), 12, '0') || left($4, 4) || substr($4, 5, 16))::uuid, $1, $2, n, 'MARKED',
       jsonb_build_object('page', 1, 'x', (n % 997) / 997.0, 'y', (n % 991) / 991.0, 'shape', 'POINT'),
       'Comment number ' || n || ': the headline sits a little too close to the edge here.', $3,
       (n % 10 = 0)::int
     from generate_series(1, $5::int) n`,
    [review.id, review.file, author, `7${uuid().replaceAll('-', '').slice(13)}`, count],
  )
  await pool.query(
    `insert into replies (id, comment_id, message, user_id)
     select gen_random_uuid(), id, 'Done, thank you.', $2 from comments where file_id = $1 and reply_count > 0`,
    [review.file, author],
  )
  await pool.query('update files set comment_count = $2, open_count = $2, last_number = $2 where id = $1', [
    review.file,
    count,
  ])
  await pool.query('update reviews set comment_count = $2, open_count = $2 where id = $1', [review.id, count])
  const { rows } = await pool.query<{ id: string }>(
    'select id from comments where file_id = $1 and number % $2 = 0 order by random() limit 2000',
    [review.file, pageSize],
  )
  return rows.map((row) => row.id)
}

const any = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? ''

try {
  const owner = await addPerson(pool, 'Owner')
  const [big, little] = [await addReview(pool, owner.id), await addReview(pool, owner.id)]
  const bigPages = await fill(big, large, owner.id)
  const littlePages = await fill(little, small, owner.id)
  await pool.query('vacuum analyze')

  const page = (review: BenchReview, pages: string[]) =>
    server.ask({
      path: `/comment/api/v1/file/${review.file}?limit=${pageSize}&cursor=${any(pages)}`,
      token: owner.token,
    })
  const bare = () =>
    pool.query({
      name: 'bare',
      text: 'select * from comments where file_id = $1 and id > $2 order by id limit 100',
      values: [big.file, any(bigPages)],
    })
  const rate = await compare(
    rounds,
    {
      ours: () => load(connections, seconds, () => page(big, bigPages)),
      peer: () => load(connections, seconds, bare),
    },
    (result) => result.perSecond,
  )
  const size = await compare(
    rounds,
    {
      ours: () => load(1, seconds, () => page(big, bigPages)),
      peer: () => load(1, seconds, () => page(little, littlePages)),
    },
    (result) => result.p95,
  )
  finish([
    report({
      what: 'reading 100 of 1,000,000 comments',
      ...rate,
      unit: 'a second',
      limit: { atLeast: 0.5 },
    }),
    report({
      what: 'p95 of 100 of 1,000,000 beside 100 of 10,000',
      ...size,
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
  ])
} finally {
  await server.stop()
}
