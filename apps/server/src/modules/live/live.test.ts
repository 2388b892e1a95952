import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { changeCommentStatus, createReply, deleteComment, editComment } from '@wingmark/contract/comments'
import { liveReviewPath, reviewEvents, sayHere } from '@wingmark/contract/live'
import { updateReview } from '@wingmark/contract/reviews'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { inboxPath, listen, soonMs } from '../../../test/listen-live.ts'
import { type Listeners, newListeners } from '../../../test/live-listeners.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
} from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/start-test-app.ts'

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

describe('who may listen', () => {
  test('everyone who may see the review, and nobody else', async () => {
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
      expect((await at.listenAs(published, caller)).status).toBe(status)
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

describe('what is sent', () => {
  test('every change of a comment, in order, as the contract says, with the reader’s own abilities', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share)
    const [forOwner, forGuest, forVisitor] = [
      await at.settle(published, owner),
      await at.settle(published, guest),
      await at.settle(published, { share: published.share }),
    ]
    const made = await at.comment(published, guest)
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

  test('added and rendered files, and changes of the review', async () => {
    const published = await newReview(app, owner)
    const listening = await at.settle(published, { share: published.share })
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
    const there = await at.settle(published, owner, twin)
    const here = await at.settle(published, owner)
    await at.comment(published, owner)
    await there.next('comment.created', soonMs)
    await at.comment(published, owner, twin)
    await Promise.all([here.next('comment.created'), there.next('comment.created')])
    await here.next('comment.created', soonMs)
  })

  test('viewers: users and guests by name, once for all their tabs, over all processes', async () => {
    const published = await newReview(app, owner)
    const first = await at.settle(published, owner)
    const others = [
      await at.listenAs(published, owner),
      await at.listenAs(published, { share: published.share }),
      await at.listenAs(published, await newGuest(app, published.share, 'Gus'), { at: twin }),
    ]
    const last = () => first.heard.findLast((one) => one.event === 'presence')?.data
    await eventually(async () => expect(last()).toMatchObject({ viewers: 3 }))
    expect(last()).toMatchObject({ people: [{ isGuest: false }, { name: 'Gus', isGuest: true }] })
    for (const one of others) one.close()
    const people = [{ _id: owner.user._id, name: 'Olga Owner', avatar: null, isGuest: false, color: 0 }]
    await eventually(async () => expect(last()).toEqual({ viewers: 1, names: ['Olga Owner'], people }))
  })
})

describe('what viewers do', () => {
  const say = (at: TestApp, published: Published, caller: Caller, change: object = {}) => {
    const nothing = { file: published.files[0]?._id ?? '', page: 1, isWriting: false, comment: null }
    const body = { ...nothing, pointer: { x: 0.25, y: 0.5 }, ...change }
    return at.call(sayHere, { params: { id: published.review._id }, body }, caller)
  }

  test('everyone sees where others are, point and write, across processes; latecomers too', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share, 'Gus')
    const listening = [await at.settle(published, owner), await at.settle(published, owner, twin)]
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
    const later = await at.listenAs(published, { share: published.share })
    expect((await later.next('here')).data).toMatchObject({ people: [{ name: 'Gus', isWriting: true }] })
    expect(JSON.stringify(later.heard)).not.toContain('@')
  })

  test('an invalid place is refused', async () => {
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share, 'Gus')
    for (const bad of [{ pointer: { x: 2, y: 0 } }, { page: 0 }, { file: 'x' }, { isWriting: 'yes' }])
      expect((await say(app, published, guest, bad)).status).toBe(422)
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
  const listening = await at.settle(published, owner)
  // Each of three bytes.
  const long = '漢'.repeat(9_000)
  for (let n = 0; n < 140; n++) await at.comment(published, owner, app, long)
  for (let n = 0; n < 140; n++) await listening.next('comment.created')
  let stored = 0
  for (const socket of await sockets(app)) stored = Math.max(stored, socket.writableLength)
  expect(stored).toBeLessThan(2_000_000)
  stuck.destroy()
})

test('shutdown ends streams cleanly and soon', async () => {
  const third = await startTestApp({
    databaseUrl: app.deps.db.pool.options.connectionString ?? '',
    dataDir: app.dataDir,
  })
  const published = await newReview(app, owner)
  const listening = await at.settle(published, owner, third)
  const from = performance.now()
  await third.close()
  await listening.ended()
  // A stalled connection is left behind after ten seconds.
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
