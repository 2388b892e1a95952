import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addUserEvents } from '#server/modules/events/service'
import { inboxPath, listen, soonMs } from '../../../../test/listen-live.ts'
import { type Listeners, newListeners } from '../../../../test/live-listeners.ts'
import { newGuest, newReview, newUser } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
/** A second process on the same database. */
let twin: TestApp
let at: Listeners
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  at = newListeners(app)
})
afterAll(() => at.close())

describe('the inbox', () => {
  test('brings notifications to every process, once', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const streams = [
      await at.listenTo(app.url, inboxPath, person),
      await at.listenTo(twin.url, inboxPath, person),
    ]
    for (const one of streams) await one.next('reset')
    const guest = await newGuest(app, published.share, 'Gus')
    const made = await at.comment(published, guest)
    for (const one of streams) {
      const { data } = await one.next('notification.created', soonMs)
      expect(data).toMatchObject({ comment: made._id, createdBy: { name: 'Gus' } })
    }
    await at.comment(published, guest)
    for (const one of streams) {
      await one.next('notification.created')
      expect(one.heard.map(({ event, id }) => [event, id])).toEqual([
        ['reset', '0'],
        ['notification.created', '1'],
        ['notification.created', '2'],
      ])
    }
  })

  test('brings what was missed after the last one', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const guest = await newGuest(app, published.share)
    const first = await at.listenTo(app.url, inboxPath, person)
    await first.next('reset')
    await at.comment(published, guest)
    await first.next('notification.created')
    first.close()
    await at.comment(published, guest)
    await at.comment(published, guest)
    const again = await at.listenTo(twin.url, inboxPath, person, first.lastId() ?? '')
    await again.next('notification.created')
    await again.next('notification.created')
    expect(again.heard.map((one) => one.id)).toEqual(['2', '3'])
  })

  test('numbers follow the commits: many who tell one person at once leave no gap and no double', async () => {
    const person = await newUser(app)
    const reviews = [await newReview(app, person), await newReview(app, person)]
    const listening = await at.listenTo(twin.url, inboxPath, person)
    await listening.next('reset')
    const writing = Array.from({ length: 40 }, async (_, n) => {
      const published = reviews[n % 2]
      if (published)
        await at.comment(published, { share: published.share, ...(await newGuest(app)) }, n % 3 ? app : twin)
    })
    await Promise.all(writing)
    for (let n = 0; n < 40; n++) await listening.next('notification.created')
    const ids = listening.heard.slice(1).map((one) => Number(one.id))
    expect(ids).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  })

  test('a line that is cut a hundred times goes on without gap or double, whichever process answers', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const guest = await newGuest(app, published.share)
        for (let notified = 0; notified < 15; notified++)
          await at.comment(published, guest, n % 2 ? app : twin)
      }),
    )
    const ids: number[] = []
    let last = '0'
    for (let cut = 0; cut < 100 || ids.length < 60; cut++) {
      const reader = await listen(cut % 2 ? app.url : twin.url, inboxPath, person, last)
      const notified = () => reader.heard.filter(({ event }) => event !== 'reset').map(({ id }) => Number(id))
      // Cut before any event arrives, and after one or two.
      const least = Math.min(cut % 3, 60 - ids.length)
      await expect.poll(() => notified().length, { interval: 5 }).toBeGreaterThanOrEqual(least)
      reader.close()
      ids.push(...notified())
      last = reader.lastId() ?? last
    }
    await writing
    expect(ids).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  test('a client with an unknown or too old number must reload everything', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const guest = await newGuest(app, published.share)
    for (let n = 0; n < 3; n++) await at.comment(published, guest)
    await app.deps.db.pool.query('delete from user_events where user_id = $1 and seq < 3', [person.user._id])
    for (const after of ['0', '1', '999999', 'never-heard-of']) {
      const listening = await at.listenTo(app.url, inboxPath, person, after)
      expect((await listening.next('reset')).id).toBe('3')
      expect(listening.heard).toHaveLength(1)
    }
    const known = await at.listenTo(app.url, inboxPath, person, '2')
    await known.next('notification.created')
    expect(known.heard).toHaveLength(1)
  })

  test('something gone by the time it is read is not sent', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const guest = await newGuest(app, published.share)
    const first = await at.comment(published, guest)
    await at.comment(published, guest)
    await app.deps.db.pool.query('delete from notifications where comment_id = $1', [first._id])
    const listening = await at.listenTo(app.url, inboxPath, person, '0')
    await listening.next('notification.created')
    expect(listening.heard.map((one) => one.id)).toEqual(['2'])
  })

  test('a hint that was lost costs nothing: the next look finds the event', async () => {
    const person = await newUser(app)
    const listening = await at.listenTo(app.url, inboxPath, person)
    await listening.next('reset')
    const published = await newReview(app, person)
    const target = randomUUID()
    await app.deps.db.pool.query(
      `insert into notifications (id, user_id, action, title, created_by_name, review_id)
       values ($3, $1, 'COMMENT_ADDED', 'New comment on X', 'Gus', $2)`,
      [person.user._id, published.review._id, target],
    )
    await addUserEvents(app.deps.db.orm, 'notification.created', [{ user: person.user._id, target }])
    await listening.next('notification.created', 20_000)
  })
})
