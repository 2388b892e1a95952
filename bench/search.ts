/** Search in the caller's reviews beside up to 1,000,000 comments of others; and 1,000 notifications marked as read. */
import { finish, report } from './report.ts'
import { compare, load } from './support/load.ts'
import { addMember, addPerson, addReview, type BenchPerson, startServer } from './support/server.ts'

const seconds = 2
const rounds = 5
const foreign = 1_000_000
/** What is not written by then is left out and reported. */
const writingMs = 4 * 60_000
const atOnce = 20_000
const ownReviews = 20
const ownEach = 1_000
/** Several, as each may search only so often. */
const searchers = 10
const vocabulary = 5_000
const unread = 1_000

const server = await startServer()
const { pool } = server

/** Comments of eight words from the vocabulary, and one that all of them have. */
async function addComments(
  { review, file, author, inAll }: { review: string; file: string; author: string; inAll: string },
  count: number,
  after = 0,
) {
  await pool.query(
    `insert into comments (id, review_id, file_id, number, type, message, user_id)
     select gen_random_uuid(), $1, $2, n, 'GENERAL', $5 || (
       select string_agg(' word' || (n * 7919::bigint * k + k * 104729) % $6::int || 'x', '') from generate_series(1, 8) k), $3
     from generate_series($7::int + 1, $7::int + $4::int) n`,
    [review, file, author, count, inAll, vocabulary, after],
  )
}

/** As many as time allowed. */
async function addForeign(to: { review: string; file: string; author: string; inAll: string }) {
  const end = performance.now() + writingMs
  let written = 0
  for (; written < foreign && performance.now() < end; written += atOnce)
    await addComments(to, atOnce, written)
  return written
}

const anyWord = () => `word${Math.floor(Math.random() * vocabulary)}x`

async function measureSearch(): Promise<boolean[]> {
  const [owner, other] = [await addPerson(pool, 'Owner'), await addPerson(pool, 'Other')]
  const people: BenchPerson[] = []
  for (let n = 0; n < searchers; n++) people.push(await addPerson(pool, `Reader ${n}`))
  const reviews: string[] = []
  for (let n = 0; n < ownReviews; n++) {
    const { id, file } = await addReview(pool, owner.id)
    reviews.push(id)
    await addComments({ review: id, file, author: owner.id, inAll: 'ours' }, ownEach)
    for (const one of people) await addMember(pool, id, one.id, 'EDITOR')
  }
  const theirs = await addReview(pool, other.id)
  const written = await addForeign({
    review: theirs.id,
    file: theirs.file,
    author: other.id,
    inAll: 'theirs',
  })
  console.log(`${written.toLocaleString('en')} comments of others`)
  await pool.query('vacuum analyze')

  let turn = 0
  const ask = (word: string) =>
    server.ask({
      path: `/search/api/v1?tab=comments&word=${word}`,
      token: people[turn++ % searchers]?.token ?? '',
    })
  const { counts, total } = JSON.parse(String(await ask('ours')))
  if (counts.comments === 0 || total !== counts.comments) throw new Error('nothing was found')
  if (JSON.parse(String(await ask('theirs'))).total !== 0) throw new Error('foreign words were found')
  const bare = (word: string) =>
    pool.query({
      name: 'bare',
      text: `select id, message, created_at from comments where search @@ ($1::text || ':*')::tsquery and review_id = any($2)
        order by created_at desc limit 10`,
      values: [word, reviews],
    })
  const p95 = (ours: () => Promise<unknown>, peer: () => Promise<unknown>) =>
    compare(
      rounds,
      { ours: () => load(1, seconds, ours), peer: () => load(1, seconds, peer) },
      (one) => one.p95,
    )
  const none = 'nobodysaysthis'
  return [
    report({
      what: 'p95 of searching one’s reviews, beside the bare query',
      ...(await p95(
        () => ask(anyWord()),
        () => bare(anyWord()),
      )),
      unit: 'ms',
      limit: { atMost: 3 },
    }),
    report({
      what: 'the same for a word that nobody has said',
      ...(await p95(
        () => ask(none),
        () => bare(none),
      )),
      unit: 'ms',
      limit: { atMost: 3 },
    }),
    report({
      what: 'p95 of a word in all comments of others, beside one that nobody has said',
      ...(await p95(
        () => ask('theirs'),
        () => ask(none),
      )),
      unit: 'ms',
      limit: { atMost: 1.2 },
    }),
  ]
}

async function measureReading(): Promise<boolean> {
  const reader = await addPerson(pool, 'Reader')
  const review = await addReview(pool, reader.id)
  await pool.query(
    `insert into notifications (id, user_id, action, title, created_by_name, review_id)
     select gen_random_uuid(), $1, 'COMMENT_ADDED', 'New comment', 'Owner', $3 from generate_series(1, $2::int)`,
    [reader.id, unread, review.id],
  )
  await pool.query('vacuum analyze notifications')
  const timed = async (work: () => Promise<unknown>) => {
    await pool.query('update notifications set read_at = null where user_id = $1', [reader.id])
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const ours = () =>
    server.ask({
      method: 'PATCH',
      path: '/notification/api/v1/read',
      token: reader.token,
      body: JSON.stringify({ all: true }),
    })
  const bare = () =>
    pool.query({
      name: 'bare-read',
      text: 'update notifications set read_at = now() where user_id = $1 and read_at is null',
      values: [reader.id],
    })
  const taken = await compare(15, { ours: () => timed(ours), peer: () => timed(bare) }, (ms) => ms)
  return report({
    what: '1,000 notifications marked as read, beside one statement',
    ...taken,
    unit: 'ms',
    limit: { atMost: 2 },
  })
}

try {
  finish([await measureReading(), ...(await measureSearch())])
} finally {
  await server.stop()
}
