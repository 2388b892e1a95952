/** Writing comments over 16 connections, beside the bare transaction with the same INSERTs and UPDATEs. */
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { finish, report } from './report.ts'
import { compare, load } from './support/load.ts'
import {
  addMember,
  addPerson,
  addReview,
  type BenchPerson,
  type BenchReview,
  startServer,
} from './support/server.ts'

const connections = 16
const seconds = 2
const rounds = 5

const server = await startServer()
const { pool } = server
/** So many that none of them reaches the limit of words. */
const writers: BenchPerson[] = []
for (let n = 0; n < 100; n++) writers.push(await addPerson(pool, `Writer ${n}`))
let turn = 0
function nextWriter(): BenchPerson {
  const writer = writers[turn++ % writers.length]
  if (!writer) throw new Error('no writer')
  return writer
}

/** Each with its own owner: notifications of one person are written one after the other. */
type OwnedReview = BenchReview & { owner: string }

async function newReviews(count: number): Promise<OwnedReview[]> {
  const reviews: OwnedReview[] = []
  for (let n = 0; n < count; n++) {
    const owner = await addPerson(pool, `Owner ${n}`)
    const review = await addReview(pool, owner.id)
    for (const { id } of writers) await addMember(pool, review.id, id, 'COMMENTER')
    reviews.push({ ...review, owner: owner.id })
  }
  return reviews
}

const message = 'The headline sits a little too close to the edge here.'
const marker = { page: 1, x: 0.25, y: 0.5, shape: 'POINT' }

const throughHttp = (review: BenchReview) =>
  server.ask({
    method: 'POST',
    path: '/comment/api/v1',
    token: nextWriter().token,
    body: JSON.stringify({ file: review.file, marker, message }),
  })

async function bare(client: pg.PoolClient, review: OwnedReview): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const id = uuid()
  await client.query('begin')
  const counted = await run(
    'file',
    `update files set comment_count = comment_count + 1, open_count = open_count + 1, last_number = last_number + 1,
     last_said_at = greatest(last_said_at, now()) where id = $1 returning last_number`,
    [review.file],
  )
  await run(
    'comment',
    `insert into comments (id, review_id, file_id, number, type, marker, message, mentions, user_id)
     values ($1, $2, $3, $4, 'MARKED', $5, $6, '{}', $7)`,
    [
      id,
      review.id,
      review.file,
      counted.rows[0].last_number,
      JSON.stringify(marker),
      message,
      nextWriter().id,
    ],
  )
  const raised = await run(
    'review',
    `update reviews set comment_count = comment_count + 1, open_count = open_count + 1, event_seq = event_seq + 1,
     updated_at = now() where id = $1 returning event_seq`,
    [review.id],
  )
  await run(
    'event',
    "insert into events (review_id, seq, event, target_id, parent_id) values ($1, $2, 'comment.created', $3, $4)",
    [review.id, raised.rows[0].event_seq, id, review.file],
  )
  const notification = uuid()
  await run(
    'notification',
    `insert into notifications (id, user_id, action, title, created_by_name, review_id, comment_id)
     values ($1, $2, 'COMMENT_ADDED', 'New comment on Bench', 'Writer', $3, $4)`,
    [notification, review.owner, review.id, id],
  )
  const notified = await run(
    'person',
    `insert into user_event_counts as c (user_id, seq) values ($1, 1)
     on conflict (user_id) do update set seq = c.seq + 1 returning seq`,
    [review.owner],
  )
  await run(
    'person-event',
    "insert into user_events (user_id, seq, event, target_id) values ($1, $2, 'notification.created', $3)",
    [review.owner, notified.rows[0].seq, notification],
  )
  await client.query('commit')
}

async function measure(what: string, count: number): Promise<boolean> {
  const reviews = await newReviews(count)
  const of = (connection: number) => {
    const review = reviews[connection % count]
    if (!review) throw new Error('no review')
    return review
  }
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const { ours, peer } = await compare(
    rounds,
    {
      ours: () => load(connections, seconds, (n) => throughHttp(of(n))),
      peer: () =>
        load(connections, seconds, async (n) => {
          const client = clients[n]
          if (client) await bare(client, of(n))
        }),
    },
    (result) => result.perSecond,
  )
  for (const client of clients) client.release()
  return report({
    what,
    ours,
    peer,
    unit: 'a second',
    limit: { atLeast: 0.4 },
  })
}

try {
  finish([
    await measure('writing comments, 16 connections on 16 reviews', 16),
    await measure('writing comments, 16 connections on one review', 1),
  ])
} finally {
  await server.stop()
}
