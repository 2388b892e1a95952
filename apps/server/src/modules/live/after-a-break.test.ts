import { getReview } from '@wingmark/contract/reviews'
import { afterAll, describe, expect, test } from 'vitest'
import { type Listeners, newListeners } from '../../../test/live-listeners.ts'
import { newReview, newUser, type Person, waitUntilIdle } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** A second process on the same database. */
let twin: TestApp
let owner: Person
let at: Listeners
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  owner = await newUser(app, 'Olga Owner')
  at = newListeners(app)
})
afterAll(() => at.close())

describe('after a break', () => {
  test('the page’s number or the last one heard leads on without a gap, whichever process answers', async () => {
    const published = await newReview(app, owner)
    const page = await app.call(getReview, { params: { id: published.review._id } }, owner)
    for (let n = 0; n < 130; n++) await at.comment(published, owner, app, `Number ${n}`)
    const listening = await at.listenAs(published, owner, { at: twin, after: page.body.result.lastEventId })
    for (let n = 0; n < 130; n++) {
      const { data } = await listening.next('comment.created')
      expect(data).toMatchObject({ number: n + 1 })
    }
    listening.close()
    await at.comment(published, owner, app, 'While away')
    const again = await at.listenAs(published, owner, { after: listening.lastId() ?? '' })
    expect((await again.next('comment.created')).data).toMatchObject({ message: 'While away' })
    expect(again.heard.filter((one) => one.event === 'comment.created')).toHaveLength(1)
  })

  test('nothing is missed while people write and a reader comes and goes', async () => {
    const published = await newReview(app, owner)
    const page = await app.call(getReview, { params: { id: published.review._id } }, owner)
    const seen = new Set<number>()
    let last = page.body.result.lastEventId
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        for (let i = 0; i < 15; i++) await at.comment(published, owner, n % 2 ? app : twin)
      }),
    )
    let isWriting = true
    void writing.finally(() => {
      isWriting = false
    })
    do {
      const reader = await at.listenAs(published, owner, {
        after: last,
        at: Math.random() < 0.5 ? app : twin,
      })
      const written = () => reader.heard.filter((one) => one.event === 'comment.created').length
      const isAll = () => !isWriting && seen.size === 60
      await expect.poll(() => written() > 0 || isAll(), { interval: 5 }).toBe(true)
      reader.close()
      for (const one of reader.heard) {
        const number = (one.data as { number?: number }).number
        if (one.event === 'comment.created' && number) seen.add(number)
      }
      last = reader.lastId() ?? last
    } while (isWriting || seen.size < 60)
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  test('a client away too long, or with a number from the future, must reload everything', async () => {
    const published = await newReview(app, owner)
    const { pool } = app.deps.db
    for (let n = 0; n < 3; n++) await at.comment(published, owner)
    await pool.query('delete from events where review_id = $1 and seq < 3', [published.review._id])
    await waitUntilIdle(app)
    const { rows } = await pool.query('select event_seq from reviews where id = $1', [published.review._id])
    for (const after of ['0', '999999', 'never-heard-of']) {
      const listening = await at.listenAs(published, owner, { after })
      const event = await listening.next('reset')
      expect(event.id).toBe(String(rows[0]?.event_seq))
      expect(listening.heard.some((one) => one.event === 'comment.created')).toBe(false)
    }
  })

  test('a hint that was lost costs nothing: the next look finds the event', async () => {
    const published = await newReview(app, owner)
    await waitUntilIdle(app)
    const listening = await at.settle(published, owner)
    await app.deps.db.pool.query(
      `with c as (update reviews set event_seq = event_seq + 1 where id = $1 returning event_seq)
       insert into events (review_id, seq, event, target_id) select $1, event_seq, 'review.updated', $1 from c`,
      [published.review._id],
    )
    await listening.next('review.updated', 20_000)
  })
})
