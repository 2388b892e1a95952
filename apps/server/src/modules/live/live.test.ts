import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import {
  changeCommentStatus,
  createComment,
  createReply,
  deleteComment,
  editComment,
} from '@wingmark/contract/comments'
import { liveReviewPath, reviewEvents, sayHere } from '@wingmark/contract/live'
import {
  changeShareAccess,
  changeVisibility,
  deleteReview,
  getReview,
  updateReview,
} from '@wingmark/contract/reviews'
import { logout } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUserEvents } from '#server/modules/events/service'
import { eventually } from '../../../test/eventually.ts'
import { inboxPath, type Listening, listen, listenToReview, soonMs } from '../../../test/listen-live.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  waitUntilIdle,
} from '../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** A second process on the same database. */
let twin: TestApp
let owner: Person
let open: Listening[]

beforeAll(async () => {
  app = await startTestApp()
  twin = await startTestApp({
    databaseUrl: app.deps.db.pool.options.connectionString ?? '',
    dataDir: app.dataDir,
  })
  owner = await newUser(app, 'Olga Owner')
  open = []
})
afterAll(async () => {
  for (const one of open) one.close()
  await twin.close()
  await app.close()
})

const listenAs = async (
  published: Published,
  caller: Caller,
  options: { at?: TestApp; after?: string } = {},
) => {
  const { at = app, after } = options
  const listening = await listenToReview(at.url, published.review._id, caller, after)
  open.push(listening)
  return listening
}

/** Listens, and waits until the stream says that it is up. */
async function settle(published: Published, caller: Caller, at = app): Promise<Listening> {
  const listening = await listenAs(published, caller, { at })
  await listening.next('presence')
  return listening
}

const comment = async (published: Published, caller: Caller, at = app, message = 'Here') => {
  const { body } = await at.call(
    createComment,
    { body: { file: published.files[0]?._id ?? '', marker: { page: 1, x: 0.5, y: 0.5 }, message } },
    caller,
  )
  return body.result
}

describe('who may listen', () => {
  test('everybody who may see the review, and nobody else', async () => {
    const published = await newReview(app, owner)
    const viewer = await newUser(app)
    await addMember(app, published.review._id, viewer, 'VIEWER')
    const guest = await newGuest(app, published.share)
    const stranger = await newUser(app)
    const callers: [Caller, number][] = [
      [owner, 200],
      [viewer, 200],
      [guest, 200],
      [{ share: published.share }, 200],
      [stranger, 404],
      [{}, 404],
      [{ token: 'wmu_dead-dead-dead-dead-dead' }, 401],
    ]
    for (const [caller, status] of callers) {
      expect((await listenAs(published, caller)).status).toBe(status)
    }
    for (const id of ['1', 'undefined', randomUUID()]) {
      const { status } = await listen(app.url, liveReviewPath(id), owner)
      expect(status).toBe(404)
    }
  })

  test('a stream is not cached, not sniffed, and answers no other method', async () => {
    const published = await newReview(app, owner)
    const path = liveReviewPath(published.review._id)
    const controller = new AbortController()
    const { headers } = await fetch(app.url + path, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal: controller.signal,
    })
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    controller.abort()
    expect((await app.fetch(path, { method: 'POST', caller: owner })).status).toBe(405)
  })

  test('the inbox is for users only', async () => {
    const guest = await newGuest(app)
    for (const caller of [{}, guest]) expect((await listen(app.url, inboxPath, caller)).status).toBe(401)
  })
})

describe('what is heard', () => {
  test('every change of a comment, in order, as the contract says, with the hearer’s own rights', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share)
    const [forOwner, forGuest, forVisitor] = [
      await settle(published, owner),
      await settle(published, guest),
      await settle(published, { share: published.share }),
    ]
    const made = await comment(published, guest)
    const params = { id: made._id }
    const replied = await app.call(createReply, { body: { comment: made._id, message: 'Yes' } }, owner)
    await app.call(editComment, { params, body: { message: 'There' } }, guest)
    await app.call(changeCommentStatus, { params, body: { status: 'RESOLVED' } }, owner)
    await app.call(deleteComment, { params }, guest)

    const events = ['comment.created', 'reply.created', 'comment.updated', 'comment.status'] as const
    const heard: Record<string, unknown>[] = []
    for (const listening of [forOwner, forGuest, forVisitor]) {
      const ids: number[] = []
      for (const event of events) {
        const one = await listening.next(event)
        expect(reviewEvents[event].safeParse(one.data).error).toBeUndefined()
        ids.push(Number(one.id))
        if (event === 'comment.created') heard.push(one.data)
        if (event === 'reply.created') expect(one.data.file).toBe(made.file)
      }
      await listening.next('comment.updated')
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
    }
    expect(heard.map((one) => one.can)).toEqual([
      { edit: false, delete: true, resolve: true, reply: true, react: true },
      { edit: true, delete: true, resolve: false, reply: true, react: true },
      { edit: false, delete: false, resolve: false, reply: true, react: true },
    ])
    expect(replied.status).toBe(201)
    expect(JSON.stringify(forVisitor.heard)).not.toContain('@')
  })

  test('files that are added and drawn, and changes of the review', async () => {
    const published = await newReview(app, owner)
    const listening = await settle(published, { share: published.share })
    const file = await newFile(app, owner)
    await app.call(
      updateReview,
      { params: { id: published.review._id }, body: { files: [file._id], name: 'New name' } },
      owner,
    )
    const added = await listening.next('file.added')
    expect(reviewEvents['file.added'].parse(added.data)._id).toBe(file._id)
    const changed = reviewEvents['review.updated'].parse((await listening.next('review.updated')).data)
    expect(changed.name).toBe('New name')
    expect(changed.share.shareCode).toBeUndefined()
  })

  test('events cross from one process to another', async () => {
    const published = await newReview(app, owner)
    const there = await settle(published, owner, twin)
    const here = await settle(published, owner)
    await comment(published, owner)
    await there.next('comment.created', soonMs)
    await comment(published, owner, twin)
    await Promise.all([here.next('comment.created'), there.next('comment.created')])
    await here.next('comment.created', soonMs)
  })

  test('who views: users and guests by name, once for all their tabs, over all processes', async () => {
    const published = await newReview(app, owner)
    const first = await settle(published, owner)
    const others = [
      await listenAs(published, owner),
      await listenAs(published, { share: published.share }),
      await listenAs(published, await newGuest(app, published.share, 'Gus'), { at: twin }),
    ]
    const last = () => first.heard.findLast((one) => one.event === 'presence')?.data
    await eventually(async () => expect(last()).toMatchObject({ viewers: 3 }))
    expect(last()).toMatchObject({ people: [{ isGuest: false }, { name: 'Gus', isGuest: true }] })
    for (const one of others) one.close()
    const people = [{ _id: owner.user._id, name: 'Olga Owner', avatar: null, isGuest: false, color: 0 }]
    await eventually(async () => expect(last()).toEqual({ viewers: 1, names: ['Olga Owner'], people }))
  })
})

describe('what they do', () => {
  const say = (at: TestApp, published: Published, caller: Caller, change: object = {}) => {
    const nothing = { file: published.files[0]?._id ?? '', page: 1, isWriting: false, comment: null }
    const body = { ...nothing, pointer: { x: 0.25, y: 0.5 }, ...change }
    return at.call(sayHere, { params: { id: published.review._id }, body }, caller)
  }

  test('all are told where others are, point and write, from any process; those who come later too', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share, 'Gus')
    const listening = [await settle(published, owner), await settle(published, owner, twin)]
    expect((await say(twin, published, guest)).status).toBe(200)
    const gus = {
      _id: guest.id,
      name: 'Gus',
      isGuest: true,
      file: published.files[0]?._id,
      pointer: { x: 0.25, y: 0.5 },
    }
    for (const one of listening) expect((await one.next('here')).data).toMatchObject({ people: [gus] })
    await say(app, published, guest, { pointer: null, isWriting: true })
    for (const one of listening)
      expect((await one.next('here')).data).toMatchObject({ people: [{ pointer: null, isWriting: true }] })
    const later = await listenAs(published, { share: published.share })
    expect((await later.next('here')).data).toMatchObject({ people: [{ name: 'Gus', isWriting: true }] })
    expect(JSON.stringify(later.heard)).not.toContain('@')
  })

  test('what is no place is refused', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share, 'Gus')
    for (const bad of [{ pointer: { x: 2, y: 0 } }, { page: 0 }, { file: 'x' }, { isWriting: 'yes' }])
      expect((await say(app, published, guest, bad)).status).toBe(422)
  })
})

describe('after a break', () => {
  test('the page’s number or the last one heard leads on without a gap, whichever process answers', async () => {
    const published = await newReview(app, owner)
    const page = await app.call(getReview, { params: { id: published.review._id } }, owner)
    for (let n = 0; n < 130; n++) await comment(published, owner, app, `Number ${n}`)
    const listening = await listenAs(published, owner, { at: twin, after: page.body.result.lastEventId })
    for (let n = 0; n < 130; n++) {
      const { data } = await listening.next('comment.created')
      expect(data).toMatchObject({ number: n + 1 })
    }
    listening.close()
    await comment(published, owner, app, 'While away')
    const again = await listenAs(published, owner, { after: listening.lastId() ?? '' })
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
        for (let i = 0; i < 15; i++) await comment(published, owner, n % 2 ? app : twin)
      }),
    )
    let isWriting = true
    void writing.finally(() => {
      isWriting = false
    })
    do {
      const reader = await listenAs(published, owner, { after: last, at: Math.random() < 0.5 ? app : twin })
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

  test('who was away too long, or comes with a number of the future, is told to read everything anew', async () => {
    const published = await newReview(app, owner)
    const { pool } = app.deps.db
    for (let n = 0; n < 3; n++) await comment(published, owner)
    await pool.query('delete from events where review_id = $1 and seq < 3', [published.review._id])
    await waitUntilIdle(app)
    const { rows } = await pool.query('select event_seq from reviews where id = $1', [published.review._id])
    for (const after of ['0', '999999', 'never-heard-of']) {
      const listening = await listenAs(published, owner, { after })
      const event = await listening.next('reset')
      expect(event.id).toBe(String(rows[0]?.event_seq))
      expect(listening.heard.some((one) => one.event === 'comment.created')).toBe(false)
    }
  })

  test('a hint that was lost costs nothing: the next look finds the event', async () => {
    const published = await newReview(app, owner)
    await waitUntilIdle(app)
    const listening = await settle(published, owner)
    await app.deps.db.pool.query(
      `with c as (update reviews set event_seq = event_seq + 1 where id = $1 returning event_seq)
       insert into events (review_id, seq, event, target_id) select $1, event_seq, 'review.updated', $1 from c`,
      [published.review._id],
    )
    await listening.next('review.updated', 20_000)
  })
})

describe('access that ends', () => {
  type Ending = [string, (published: Published) => Promise<unknown>]
  const shareChange = (body: object) => (published: Published) =>
    twin.call(changeShareAccess, { params: { id: published.review._id }, body }, owner)

  test.each<Ending>([
    [
      'the review becomes private',
      ({ review }) =>
        twin.call(changeVisibility, { params: { id: review._id }, body: { visibility: 'PRIVATE' } }, owner),
    ],
    ['the link is rotated', shareChange({ rotate: true })],
    ['the link is closed', shareChange({ access: 'NONE' })],
    ['a key is set', shareChange({ accessKey: 'open sesame' })],
    ['the review is deleted', ({ review }) => twin.call(deleteReview, { params: { id: review._id } }, owner)],
  ])('%s in another process: streams that came by the link end soon', async (_name, change) => {
    const published = await newReview(app, owner)
    const visitor = await settle(published, { share: published.share })
    const guest = await settle(published, await newGuest(app, published.share))
    const stays = await settle(published, owner)
    await change(published)
    await Promise.all([visitor.ended(soonMs), guest.ended(soonMs)])
    const isGone = _name.includes('deleted')
    if (isGone) await stays.ended()
    else await comment(published, owner).then(() => stays.next('comment.created'))
    // Of what is still there it is not said.
    const said = [visitor, guest, stays].map(({ heard }) => heard.at(-1)?.event === 'deleted')
    expect(said).toEqual([isGone, isGone, isGone])
    expect(JSON.stringify(visitor.heard)).not.toContain('comment.created')
  })

  test('a member who is removed hears nothing more', async () => {
    const published = await newReview(app, owner)
    const member = await newUser(app)
    await addMember(app, published.review._id, member, 'VIEWER')
    const listening = await settle(published, member)
    await app.deps.db.pool.query('delete from members where user_id = $1', [member.user._id])
    // As every change of members does.
    await app.call(
      changeShareAccess,
      { params: { id: published.review._id }, body: { allowDownload: true } },
      owner,
    )
    await listening.ended(soonMs)
  })

  test('signing out ends the session’s streams in every process', async () => {
    const published = await newReview(app, owner)
    const member = await newUser(app)
    await addMember(app, published.review._id, member, 'EDITOR')
    const streams = [
      await settle(published, member),
      await settle(published, member, twin),
      await listen(twin.url, inboxPath, member),
    ]
    open.push(...streams)
    await app.call(logout, { body: {} }, member)
    await Promise.all(streams.map((one) => one.ended(soonMs)))
  })

  test('a link that expires ends its streams then', async () => {
    const published = await newReview(app, owner)
    const expiresAt = new Date(Date.now() + 1_500).toISOString()
    await app.call(changeShareAccess, { params: { id: published.review._id }, body: { expiresAt } }, owner)
    const listening = await settle(published, { share: published.share })
    await listening.ended()
  })
})

describe('the inbox', () => {
  test('brings notifications to every process, once', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const streams = [await listen(app.url, inboxPath, person), await listen(twin.url, inboxPath, person)]
    open.push(...streams)
    for (const one of streams) await one.next('reset')
    const guest = await newGuest(app, published.share, 'Gus')
    const made = await comment(published, guest)
    for (const one of streams) {
      const { data } = await one.next('notification.created', soonMs)
      expect(data).toMatchObject({ comment: made._id, createdBy: { name: 'Gus' } })
    }
    await comment(published, guest)
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
    const first = await listen(app.url, inboxPath, person)
    await first.next('reset')
    await comment(published, guest)
    await first.next('notification.created')
    first.close()
    await comment(published, guest)
    await comment(published, guest)
    const again = await listen(twin.url, inboxPath, person, first.lastId() ?? '')
    open.push(again)
    await again.next('notification.created')
    await again.next('notification.created')
    expect(again.heard.map((one) => one.id)).toEqual(['2', '3'])
  })

  test('numbers follow the commits: many who tell one person at once leave no gap and no double', async () => {
    const person = await newUser(app)
    const reviews = [await newReview(app, person), await newReview(app, person)]
    const listening = await listen(twin.url, inboxPath, person)
    open.push(listening)
    await listening.next('reset')
    const writing = Array.from({ length: 40 }, async (_, n) => {
      const published = reviews[n % 2]
      if (published)
        await comment(published, { share: published.share, ...(await newGuest(app)) }, n % 3 ? app : twin)
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
        for (let told = 0; told < 15; told++) await comment(published, guest, n % 2 ? app : twin)
      }),
    )
    const ids: number[] = []
    let last = '0'
    for (let cut = 0; cut < 100 || ids.length < 60; cut++) {
      const reader = await listen(cut % 2 ? app.url : twin.url, inboxPath, person, last)
      const told = () => reader.heard.filter(({ event }) => event !== 'reset').map(({ id }) => Number(id))
      // Cut before anything is told, and after one or two.
      const least = Math.min(cut % 3, 60 - ids.length)
      await expect.poll(() => told().length, { interval: 5 }).toBeGreaterThanOrEqual(least)
      reader.close()
      ids.push(...told())
      last = reader.lastId() ?? last
    }
    await writing
    expect(ids).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  })

  test('who comes with a number that is not known, or is too old, is told to read everything anew', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const guest = await newGuest(app, published.share)
    for (let n = 0; n < 3; n++) await comment(published, guest)
    await app.deps.db.pool.query('delete from user_events where user_id = $1 and seq < 3', [person.user._id])
    for (const after of ['0', '1', '999999', 'never-heard-of']) {
      const listening = await listen(app.url, inboxPath, person, after)
      open.push(listening)
      expect((await listening.next('reset')).id).toBe('3')
      expect(listening.heard).toHaveLength(1)
    }
    const known = await listen(app.url, inboxPath, person, '2')
    open.push(known)
    await known.next('notification.created')
    expect(known.heard).toHaveLength(1)
  })

  test('what is gone by the time it is read is not told', async () => {
    const person = await newUser(app)
    const published = await newReview(app, person)
    const guest = await newGuest(app, published.share)
    const first = await comment(published, guest)
    await comment(published, guest)
    await app.deps.db.pool.query('delete from notifications where comment_id = $1', [first._id])
    const listening = await listen(app.url, inboxPath, person, '0')
    open.push(listening)
    await listening.next('notification.created')
    expect(listening.heard.map((one) => one.id)).toEqual(['2'])
  })

  test('a hint that was lost costs nothing: the next look finds the event', async () => {
    const person = await newUser(app)
    const listening = await listen(app.url, inboxPath, person)
    open.push(listening)
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

test('a reader who takes nothing does not slow the others down and is not stored for', async () => {
  const published = await newReview(app, owner)
  const path = liveReviewPath(published.review._id)
  const stuck = request(app.url + path, { headers: { authorization: `Bearer ${owner.token}` } })
  stuck.end()
  await new Promise<void>((resolve) => {
    stuck.once('response', (response) => {
      response.pause()
      response.socket.pause()
      resolve()
    })
  })
  const listening = await settle(published, owner)
  const long = 'x'.repeat(9_000)
  for (let n = 0; n < 400; n++) await comment(published, owner, app, long)
  for (let n = 0; n < 400; n++) await listening.next('comment.created')
  let stored = 0
  for (const socket of await sockets(app)) stored = Math.max(stored, socket.writableLength)
  expect(stored).toBeLessThan(2_000_000)
  stuck.destroy()
})

test('shutting down ends streams cleanly and soon', async () => {
  const third = await startTestApp({
    databaseUrl: app.deps.db.pool.options.connectionString ?? '',
    dataDir: app.dataDir,
  })
  const published = await newReview(app, owner)
  const listening = await settle(published, owner, third)
  const from = performance.now()
  await third.close()
  await listening.ended()
  // What hangs is left behind after ten seconds.
  expect(performance.now() - from).toBeLessThan(8_000)
})

async function sockets(of: TestApp): Promise<{ writableLength: number }[]> {
  const handles: unknown[] = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()
  const port = Number(new URL(of.url).port)
  return handles.filter(
    (one): one is { localPort: number; writableLength: number } =>
      typeof one === 'object' && one !== null && 'localPort' in one && one.localPort === port,
  )
}
