/** 60 threads with 200 long replies each, opened by a hundred visitors at once: answers, time and memory. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listReplies } from '@wingmark/contract/comments'
import { messageMax } from '@wingmark/contract/limits'
import { getReview } from '@wingmark/contract/reviews'
import pg from 'pg'
import { finish, note, percentile, report } from './report.ts'
import { addPins } from './support/many-comments.ts'
import { copyNode } from './support/node-copy.ts'
import { photo } from './support/picture.ts'
import { makePins } from './support/pin-pages.ts'
import { newOwner, type PublishedReview, publishPictures } from './support/published.ts'
import { memoryOver } from './support/uploading.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const threads = 60
const replies = 200
const visitors = 100
const rounds = 3

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** Comments of full length, all different; returns a thread. */
async function fill(dataDir: string, review: PublishedReview): Promise<string> {
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  await addPins(database, review, makePins(threads))
  const sentence = 'The line should sit a little higher, and the red is louder than the words. '
  const words = (of: string) => `left(${of} || ' ' || repeat('${sentence}', 140), ${messageMax})`
  await database.query(`update comments set message = ${words('id::text')}, reply_count = $1`, [replies])
  await database.query(
    `insert into replies (id, comment_id, message, user_id)
     select uuidv7(), c.id, ${words('c.id::text || r::text')}, c.user_id
     from comments c, generate_series(1, $1::int) r`,
    [replies],
  )
  await database.query('vacuum analyze')
  const { rows } = await database.query<{ id: string }>('select id from comments limit 1')
  await database.end()
  return rows[0]?.id ?? ''
}

async function measure(): Promise<boolean[]> {
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir, node: await copyNode(join(folder, 'node')) })
  closers.push(wingmark.stop)
  const review = await publishPictures(await newOwner(wingmark.origin), [await photo(1920, 1200, 'Spring')])
  const thread = await fill(dataDir, review)

  const statuses: number[] = []
  const times: number[] = []
  const sizes: number[] = []
  const get = async (path: string) => {
    const from = performance.now()
    const answer = await fetch(wingmark.origin + path, { headers: { 'x-share-token': review.share } })
    const { byteLength } = await answer.arrayBuffer()
    statuses.push(answer.status)
    times.push(performance.now() - from)
    sizes.push(byteLength)
  }
  /** The page, its further requests, and the rest of a thread. */
  const visit = async () => {
    await get(`/reviews/${review.id}?share=${review.share}`)
    await get(getReview.path.replace(':id', review.id))
    await get(listReplies.path.replace(':id', thread))
  }
  const { idle, over } = await memoryOver(wingmark, async () => {
    for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: visitors }, visit))
  })
  note('idle', idle, 'MB')
  note('largest answer', Math.max(...sizes) / 1000, 'kB')
  note('p95 of an answer while a hundred wait', percentile(times, 0.95), 'ms')
  return [
    report({
      what: `${visitors} visitors at once, answers that are not 200`,
      ours: statuses.filter((status) => status !== 200).length,
      peer: null,
      unit: '',
      limit: { atMost: 0 },
    }),
    report({
      what: `${visitors} visitors at once, memory over idle`,
      ours: over,
      peer: null,
      unit: 'MB',
      limit: { atMost: 100 },
    }),
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}
