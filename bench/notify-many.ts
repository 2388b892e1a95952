/** Notifying 1,000 people of one comment, beside one statement that writes 1,000 notifications. */
import { finish, percentile, report } from './report.ts'
import { compare } from './support/load.ts'
import { addPerson, addReview, startServer } from './support/server.ts'

const people = 1_000
const times = 20

const server = await startServer()
const { pool } = server
try {
  const owner = await addPerson(pool, 'Owner')
  const review = await addReview(pool, owner.id)
  await pool.query(
    `with made as (
       insert into users (id, name, email, username)
       select gen_random_uuid(), 'Editor ' || n, 'editor-' || n || '@example.test', 'editor-' || n
       from generate_series(1, $2::int) n returning id
     ) insert into members (review_id, user_id, role) select $1, id, 'EDITOR' from made`,
    [review.id, people],
  )
  await pool.query('analyze')

  const comment = () =>
    server.ask({
      method: 'POST',
      path: '/comment/api/v1',
      token: owner.token,
      body: JSON.stringify({ file: review.file, marker: { page: 1, x: 0.5, y: 0.5 }, message: 'For all.' }),
    })
  const { result }: { result: { _id: string } } = JSON.parse(String(await comment()))
  const bare = () =>
    pool.query({
      name: 'bare',
      text: `insert into notifications (id, user_id, action, title, created_by_name, review_id, comment_id)
        select gen_random_uuid(), user_id, 'COMMENT_ADDED', 'New comment on Bench', 'Owner', $1, $2
        from members where review_id = $1`,
      values: [review.id, result._id],
    })

  async function median(work: () => Promise<unknown>): Promise<number> {
    const taken: number[] = []
    for (let n = 0; n < times; n++) {
      const from = performance.now()
      await work()
      taken.push(performance.now() - from)
    }
    return percentile(taken.slice(times / 4), 0.5)
  }
  const taken = await compare(5, { ours: () => median(comment), peer: () => median(bare) }, (ms) => ms)
  const { rows } = await pool.query<{ notified: number }>(
    `select count(*)::int as notified from notifications n join comments c on c.id = n.comment_id
     where c.id = (select id from comments order by id desc limit 1)`,
  )
  const notified = rows[0]?.notified ?? 0
  finish([
    notified === people || (console.log(`only ${notified} of ${people} people were notified`), false),
    report({
      what: 'one comment that tells 1,000 people, beside the bare statement',
      ...taken,
      unit: 'ms',
      limit: { atMost: 2 },
    }),
  ])
} finally {
  await server.stop()
}
