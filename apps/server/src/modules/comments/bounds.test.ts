import {
  type Comment,
  getComment,
  getReply,
  listFileComments,
  listReplies,
} from '@wingmark/contract/comments'
import { messageMax, messageShownMax, pageBytesMax, wordsADay, wordsAtOnce } from '@wingmark/contract/limits'
import { liveReviewPath } from '@wingmark/contract/live'
import { getReview, listPublicReviews } from '@wingmark/contract/reviews'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstView } from '#server/modules/pages/present'
import { openRoom, type Room } from '../../../test/comment-room.ts'
import { listen } from '../../../test/listen-live.ts'
import { newReview, type Published } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

const sql = (text: string, values: unknown[] = []) => room.app.deps.db.pool.query(text, values)

describe('one person’s comments', () => {
  const key = () => `words:${room.commenter.user._id}`
  const waitOf = (refused: { headers: Headers }) => Number(refused.headers.get('retry-after'))

  test('are limited to 600 at once, then one a second', async () => {
    const someone = uuid()
    const from = performance.now()
    let taken = 0
    const take = () => room.app.deps.limits.consumeWord(someone, room.published.review._id)
    const takeAll = async (): Promise<void> => take().then(() => (taken++, takeAll()))
    await expect(takeAll()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(taken).toBeGreaterThanOrEqual(wordsAtOnce)
    expect(taken).toBeLessThanOrEqual(wordsAtOnce + 1 + (performance.now() - from) / 1000)
  })

  test('count together with replies and edits; nobody else is affected', async () => {
    const first = await room.newComment(room.commenter)
    const later = (seconds: number) =>
      sql('update rate_limits set expire = expire + $2 where key = $1', [key(), seconds * 1000])
    await later(wordsAtOnce + 60)
    const refused = await room.comment(room.commenter)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(waitOf(refused)).toBeGreaterThan(30)
    expect(waitOf(refused)).toBeLessThanOrEqual(62)
    expect((await room.reply(room.commenter, first._id)).status).toBe(429)
    expect((await room.edit(room.commenter, first._id, { message: 'Changed' })).status).toBe(429)
    expect((await room.comment(room.editor)).status).toBe(201)
    await later(-62)
    expect((await room.comment(room.commenter)).status).toBe(201)
    await sql('delete from rate_limits where key = $1', [key()])
  })

  test('are limited to 2,000 a day in one review, and more in another', async () => {
    const other = await newReview(room.app, room.commenter)
    await room.newComment(room.commenter)
    await sql('update rate_limits set points = $2 where key like $1', [
      `wordsADay:${room.commenter.user._id}:${room.published.review._id}`,
      wordsADay,
    ])
    const refused = await room.comment(room.commenter)
    expect(refused.status).toBe(429)
    expect(waitOf(refused)).toBeGreaterThan(23 * 3_600)
    expect((await room.comment(room.commenter, { file: other.files[0]?._id })).status).toBe(201)
    await sql(`delete from rate_limits where key like 'wordsADay:%'`)
  })
})

/** Threads of maximum length, in letters that need the most bytes in JSON and HTML. */
async function fill(threads: number, replies: number): Promise<Published> {
  const made = await newReview(room.app, room.owner, 1, 'Much to say')
  const file = made.files[0]?._id
  const ids = Array.from({ length: threads }, () => uuid())
  const words = `${'<\u0001'.repeat(messageMax / 2 - 3)} end.`
  await sql(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id, reply_count)
     select id, $2, $3, n, 'MARKED', '{"page":1,"x":0.5,"y":0.5,"shape":"POINT"}', $4, $5, $6
     from unnest($1::uuid[]) with ordinality as given(id, n)`,
    [ids, made.review._id, file, words, room.owner.user._id, replies],
  )
  const answers = ids.flatMap((comment) => Array.from({ length: replies }, () => [comment, uuid()]))
  await sql(
    `insert into replies (id, comment_id, message, user_id)
     select id, comment, $3, $4 from unnest($1::uuid[], $2::uuid[]) as given(comment, id)`,
    [answers.map(([comment]) => comment), answers.map(([, id]) => id), words, room.owner.user._id],
  )
  await sql('update files set comment_count = $2, open_count = $2, last_number = $2 where id = $1', [
    file,
    threads,
  ])
  await sql('update reviews set comment_count = $2, open_count = $2 where id = $1', [
    made.review._id,
    threads,
  ])
  return made
}

describe('a review with more text than a page may hold', () => {
  const [threads, replies] = [15, 40]
  let full: Published
  beforeAll(async () => {
    full = await fill(threads, replies)
  })
  const bytes = (body: unknown) => Buffer.byteLength(JSON.stringify(body))

  test('comes in pages of 256 kB, without gaps or repetitions, and every word is available', async () => {
    const comments: Comment[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query: Record<string, unknown> = cursor ? { cursor } : {}
      const { body } = await room.app.call(
        listFileComments,
        { params: { id: full.files[0]?._id ?? '' }, query },
        room.owner,
      )
      expect(bytes(body)).toBeLessThanOrEqual(pageBytesMax)
      expect(body.total).toBe(threads)
      comments.push(...body.results)
      cursor = body.nextCursor
    }
    expect(comments.map((one) => one.number)).toEqual(Array.from({ length: threads }, (_, n) => n + 1))

    const [one] = comments
    expect(one).toMatchObject({ isCut: true, replyCount: replies })
    expect(one?.message).toHaveLength(messageShownMax)
    const seen = one?.replies.map((reply) => reply._id) ?? []
    expect(seen.length).toBeGreaterThan(0)
    for (let cursor = one?.repliesCursor ?? null; cursor !== null; ) {
      const { body } = await room.app.call(
        listReplies,
        { params: { id: one?._id ?? '' }, query: { cursor } },
        room.owner,
      )
      expect(bytes(body)).toBeLessThanOrEqual(pageBytesMax)
      expect(body.total).toBe(replies)
      seen.push(...body.results.map((reply) => reply._id))
      cursor = body.nextCursor
    }
    expect(new Set(seen).size).toBe(replies)
    expect(seen).toHaveLength(replies)

    const whole = await room.app.call(getComment, { params: { id: one?._id ?? '' } }, room.owner)
    expect(whole.body.result.message).toMatch(/ end\.$/)
    expect(whole.body.result.isCut).toBe(false)
    expect(bytes(whole.body)).toBeLessThanOrEqual(pageBytesMax)
    const reply = await room.app.call(getReply, { params: { id: seen.at(-1) ?? '' } }, room.owner)
    expect(reply.body.result).toMatchObject({ isCut: false, can: { edit: true } })
    expect(reply.body.result.message).toMatch(/ end\.$/)
  })

  test('opens with 256 kB of JSON, and in HTML that is no longer', async () => {
    const id = full.review._id
    const { body } = await room.app.call(getReview, { params: { id } }, room.owner)
    expect(bytes(body)).toBeLessThanOrEqual(pageBytesMax)
    expect(body.result.comments.results.length).toBeGreaterThan(0)
    expect(body.result.comments.nextCursor).toBe(body.result.comments.results.at(-1)?._id)
    const { comments, ...head } = body.result
    const data = firstView({ head: { ...head, files: [] }, comments: JSON.stringify(comments) })
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(pageBytesMax)
  })

  test('is sent live with its beginning only, in small writes', async () => {
    const { body } = await room.app.call(getReview, { params: { id: full.review._id } }, room.owner)
    const listener = await listen(
      room.app.url,
      liveReviewPath(full.review._id),
      room.owner,
      body.result.lastEventId,
    )
    const made = await room.newComment(room.owner, {
      file: full.files[0]?._id,
      message: 'x'.repeat(messageMax),
    })
    expect(made).toMatchObject({ isCut: false, message: 'x'.repeat(messageMax) })
    const { data } = await listener.next('comment.created')
    expect(data).toMatchObject({ _id: made._id, isCut: true, message: 'x'.repeat(messageShownMax) })
    listener.close()
  })
})

test('a page of reviews with long descriptions is cut until it fits', async () => {
  await sql(
    `insert into reviews (id, owner_id, name, visibility, description)
     select gen_random_uuid(), $1, 'Public words', 'PUBLIC', repeat('字', 2000) from generate_series(1, 100)`,
    [room.owner.user._id],
  )
  await sql(
    `insert into share_links (id, review_id, code) select gen_random_uuid(), id, id::text from reviews r
     where not exists (select 1 from share_links l where l.review_id = r.id)`,
  )
  const { body } = await room.app.call(listPublicReviews, { query: { limit: 100 } })
  await sql(`delete from reviews where name = 'Public words'`)
  expect(body.results.length).toBeGreaterThan(90)
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(pageBytesMax)
})
