import { changeCommentStatus, createReply } from '@wingmark/contract/comments'
import { removeMember } from '@wingmark/contract/members'
import { listNotifications, muteReview, readNotifications } from '@wingmark/contract/notifications'
import { getReview } from '@wingmark/contract/reviews'
import { expect, test, vi } from 'vitest'
import { openRoom, type Room } from '../../../test/comment-room.ts'
import { eventually } from '../../../test/eventually.ts'
import { inboxPath, listen } from '../../../test/listen-live.ts'
import { addMember, newGuest, newReview, newUser, type Person, waitUntilIdle } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let room: Room
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  room = await openRoom(app)
})

const list = async (person: Person, query: Record<string, unknown> = {}) =>
  (await app.call(listNotifications, { query }, person)).body
type Body = NonNullable<Parameters<typeof app.call<typeof readNotifications>>[1]>['body']
const read = async (person: Person, body: Body) =>
  (await app.call(readNotifications, { body: body as never }, person)).body.result

/** A user whose review has this many comments by someone else. */
async function notified(count: number, name = 'Poster') {
  const person = await newUser(app)
  const { review, files } = await newReview(app, person, 1, name)
  const file = files[0]?._id ?? ''
  const share = review.share.shareCode ?? ''
  const comments: string[] = []
  for (let n = 0; n < count; n++) {
    const made = await room.newComment({ ...(await newUser(app)), share }, { file })
    comments.push(made._id)
  }
  return { person, review: review._id, comments, file, share }
}

test('a full page of five continues by cursor without a gap, also while new ones arrive', async () => {
  const { person, file, share } = await notified(7)
  const first = await list(person)
  expect([first.results.length, first.total, first.unread]).toEqual([5, 7, 7])
  await room.newComment({ ...(await newUser(app)), share }, { file })
  const second = await list(person, { cursor: first.nextCursor })
  expect([second.results.length, second.nextCursor]).toEqual([2, null])
  const ids = [...first.results, ...second.results].map((one) => one._id)
  expect(new Set(ids).size).toBe(7)
  expect(first.results[0]?.subjectName).toBe('Poster')
})

test('a muted review is listed but not counted, until unmuted; mentions always count', async () => {
  const { person, review, file, share } = await notified(2)
  const mute = async (muted: boolean, as: Person = person) =>
    app.call(muteReview, { params: { id: review }, body: { muted } }, as)
  const inbox = await listen(app.url, inboxPath, person)
  expect((await mute(true)).body.result).toEqual({ _id: review, muted: true, unread: 0 })
  expect((await inbox.next('notification.read')).data).toEqual({ unread: 0 })
  expect((await mute(true)).body.result.unread).toBe(0)
  const writer = { ...(await newUser(app)), share }
  await room.newComment(writer, { file })
  expect((await inbox.next('notification.created')).data).toMatchObject({ isMuted: true })
  const all = await list(person)
  expect([all.results.length, all.unread]).toEqual([3, 0])
  expect((await list(person, { unread: 'true' })).results).toEqual([])
  await room.newComment(writer, { file, mentions: [person.user._id] })
  expect((await inbox.next('notification.created')).data).toMatchObject({
    isMuted: false,
    action: 'MENTIONED',
  })
  expect((await list(person)).unread).toBe(1)
  expect((await mute(false)).body.result.unread).toBe(4)
  const page = (as: Person) => app.call(getReview, { params: { id: review } }, as)
  expect((await page(person)).body.result.review.isMuted).toBe(false)
  expect((await mute(true, await newUser(app))).status).toBe(404)
  for (const muted of ['yes', null, 1])
    expect((await mute(muted as never)).body.errors).toEqual({ muted: 'Muted must be true or false.' })
})

test('read ones leave the Unread tab, and can be marked unread', async () => {
  const { person } = await notified(3)
  const [first] = (await list(person)).results
  const ids = [first?._id ?? '', crypto.randomUUID()]
  expect(await read(person, { ids })).toMatchObject({ ids: [first?._id], unread: 2 })
  expect(await read(person, { ids })).toMatchObject({ ids: [], unread: 2 })
  const unread = await list(person, { unread: '' })
  expect([unread.results.length, unread.total, unread.unread]).toEqual([2, 2, 2])
  expect((await list(person)).results[0]?.readAt).not.toBeNull()
  expect(await read(person, { ids, unread: true })).toMatchObject({ ids: [first?._id], unread: 3 })
})

test('a thread, a review, and everything up to the newest one shown are read at once', async () => {
  const { person, review, comments, file, share } = await notified(2)
  const [comment = ''] = comments
  const writer = { ...(await newUser(app)), share }
  await app.call(createReply, { body: { comment, message: 'Yes' } }, writer)
  expect((await read(person, { comment })).ids).toHaveLength(2)
  expect((await list(person)).unread).toBe(1)
  const shown = (await list(person)).results[0]?.createdAt ?? ''
  await room.newComment(writer, { file })
  expect((await read(person, { all: true, before: shown })).unread).toBe(1)
  expect((await read(person, { subject: { kind: 'REVIEW', _id: review } })).unread).toBe(0)
})

test('everything that counts can be marked without muted ones, and undone, however many', async () => {
  const { person, review } = await notified(1)
  const loud = await newReview(app, person, 1, 'Loud')
  const writer = { ...(await newUser(app)), share: loud.review.share.shareCode ?? '' }
  await room.newComment(writer, { file: loud.files[0]?._id ?? '' })
  await app.deps.db.pool.query(
    `insert into notifications (id, user_id, action, title, created_by_name, review_id)
     select gen_random_uuid(), $1, 'COMMENT_ADDED', 'New comment', 'Gus', $2 from generate_series(1, 1200)`,
    [person.user._id, loud.review._id],
  )
  await app.call(muteReview, { params: { id: review }, body: { muted: true } }, person)
  const counted = await read(person, { all: true, muted: false })
  expect([counted.ids.length, counted.changed, counted.unread]).toEqual([1_000, 1_201, 0])
  const muted = await read(person, { all: true })
  expect([muted.changed, muted.unread]).toEqual([1, 0])
  expect(await read(person, { readAt: counted.readAt, unread: true })).toMatchObject({
    changed: 1_201,
    unread: 1_201,
  })
  expect((await read(person, { readAt: counted.readAt, unread: true })).changed).toBe(0)
})

test('nobody marks another’s notifications', async () => {
  const { person, review, comments } = await notified(1)
  const [one] = (await list(person)).results
  const other = await newUser(app)
  for (const body of [{ ids: [one?._id ?? ''] }, { comment: comments[0] ?? '' }, { all: true as const }])
    expect(await read(other, body)).toMatchObject({ ids: [], changed: 0, unread: 0 })
  expect((await read(other, { subject: { kind: 'REVIEW', _id: review } })).changed).toBe(0)
  expect((await list(person)).unread).toBe(1)
})

test('reading in one place updates every other, live', async () => {
  const { person, comments } = await notified(2)
  const listening = await listen(app.url, inboxPath, person)
  await listening.next('reset')
  await read(person, { comment: comments[0] ?? '' })
  expect((await listening.next('notification.read')).data).toEqual({ unread: 1 })
  await app.call(
    changeCommentStatus,
    { params: { id: comments[1] ?? '' }, body: { status: 'RESOLVED' } },
    person,
  )
  await read(person, { all: true })
  expect((await listening.next('notification.read')).data).toEqual({ unread: 0 })
  listening.close()
})

test.each([
  ['?unread=maybe', 'Unread must be true or false.'],
  ['?cursor=x', 'Unknown cursor.'],
])('%s is refused with a message', async (query, message) => {
  const { person } = await notified(0)
  const response = await app.fetch(`/notification/api/v1/user${query}`, { caller: person })
  expect([response.status, await response.json()]).toMatchObject([422, { message }])
})

test.each([
  ['nothing', {}],
  ['two ways at once', { all: true, comment: crypto.randomUUID() }],
  ['ten thousand ids', { ids: Array.from({ length: 10_000 }, () => crypto.randomUUID()) }],
  ['all but false', { all: false }],
  ['a day that is none', { all: true, before: 'yesterday' }],
])('marking %s is refused', async (_what, body) => {
  const { person } = await notified(0)
  const { status } = await app.call(readNotifications, { body: body as never }, person)
  expect(status).toBe(422)
})

test('an extra field is refused by its name', async () => {
  const { person } = await notified(0)
  const body = { all: true, unread: true } as never
  expect((await app.call(readNotifications, { body }, person)).body.message).toBe('Unknown: unread.')
  // Unknown fields are ignored, as everywhere.
  const more = { all: true, owner: person.user._id } as never
  expect((await app.call(readNotifications, { body: more }, person)).status).toBe(200)
})

test('an impossible time is refused with a message, and one with many digits is accepted', async () => {
  const { person } = await notified(1)
  const at = (before: string) => app.call(readNotifications, { body: { all: true, before } }, person)
  expect(await at('0000-01-01T00:00:00Z')).toMatchObject({ status: 422 })
  expect(await at(`2020-01-01T00:00:00.${'1'.repeat(300)}Z`)).toMatchObject({ status: 200 })
  expect((await list(person)).unread).toBe(1)
  // A fast clock marks nothing from the future.
  expect(await at('2999-01-01T00:00:00Z')).toMatchObject({ status: 200, body: { result: { unread: 0 } } })
  const [read] = (await list(person)).results
  expect(Date.parse(read?.readAt ?? '')).toBeLessThanOrEqual(Date.now())
})

test('someone without access to a review does not learn its new name', async () => {
  const { review, file, person } = await notified(0, 'Old name')
  const member = await newUser(app)
  await app.deps.db.pool.query(
    `insert into members (review_id, user_id, role) values ($1, $2, 'COMMENTER')`,
    [review, member.user._id],
  )
  await room.newComment(member, { file })
  await app.call(
    createReply,
    { body: { comment: (await room.newComment(member, { file }))._id, message: 'Yes' } },
    person,
  )
  expect((await list(member)).results[0]?.subjectName).toBe('Old name')
  await app.deps.db.pool.query('delete from members where user_id = $1', [member.user._id])
  await app.deps.db.pool.query(`update reviews set name = 'Secret' where id = $1`, [review])
  const { results } = await list(member)
  expect(results[0]?.subjectName).toBe('A review you can no longer open')
  expect((await list(person)).results[0]?.subjectName).toBe('Secret')
})

test('each has its author’s picture and a picture of the page, at an address that ends with access', async () => {
  const { person, review, file, share, comments } = await notified(1)
  const member = await newUser(app, 'Mia Member')
  await addMember(app, review, member, 'COMMENTER')
  await room.newComment({ ...person, share }, { file, mentions: [member.user._id] })
  await app.call(createReply, { body: { comment: comments[0] ?? '', message: 'Yes' } }, member)
  await waitUntilIdle(app)
  const [reply, first] = (await list(person)).results
  expect(reply?.createdBy).toEqual({ _id: member.user._id, name: 'Mia Member', avatar: null, isGuest: false })
  expect(first?.createdBy).toMatchObject({ name: 'Ada Example', isGuest: false })
  expect(first?.createdBy._id).not.toBe(person.user._id)
  const [mention] = (await list(member)).results
  expect(mention?.createdBy._id).toBe(person.user._id)
  const at = (url: string | null | undefined) => {
    const { pathname, search } = new URL(url ?? '', app.url)
    return app.fetch(pathname + search)
  }
  const seen = await at(mention?.pictureUrl)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(reply?.pictureUrl).toMatch(/\/files\/thumbnail\/.*&page=1$/)
  expect(reply?.pictureUrl).toBe(first?.pictureUrl)
  await app.call(removeMember, { params: { id: review, memberId: member.user._id } }, person)
  expect((await at(mention?.pictureUrl)).status).toBe(404)
  expect((await list(member)).results[0]).toMatchObject({
    pictureUrl: null,
    createdBy: { _id: null, name: 'Ada Example' },
  })
})

test('a guest with someone else’s name is marked as a guest', async () => {
  const { person, file, share } = await notified(0)
  const guest = await newGuest(app, share, person.user.name)
  const { _id } = await room.newComment(guest, { file })
  await app.call(createReply, { body: { comment: _id, message: 'Yes' } }, guest)
  await waitUntilIdle(app)
  const by = { name: person.user.name, isGuest: true }
  expect((await list(person)).results.map((one) => one.createdBy)).toMatchObject([by, by])
})

test('the live notification has the picture, too, and a page of them needs as many statements as one', async () => {
  const { person, file, share } = await notified(1)
  const inbox = await listen(app.url, inboxPath, person)
  await room.newComment({ ...(await newUser(app)), share }, { file })
  const { data } = await inbox.next('notification.created')
  expect(data).toMatchObject({ pictureUrl: (await list(person)).results[0]?.pictureUrl })
  expect(data).toMatchObject({ pictureUrl: expect.stringContaining('/files/thumbnail/') })
  inbox.close()
  const statementsOf = async (limit: number) => {
    const query = vi.spyOn(app.deps.db.pool, 'query')
    expect((await list(person, { limit })).results).toHaveLength(limit)
    const given = query.mock.calls.map(([one]) => JSON.stringify(one))
    query.mockRestore()
    // Ignores hints and jobs that run alongside.
    return given.filter((one) => !/pg_notify|graphile/.test(one)).length
  }
  await waitUntilIdle(app)
  // Work in the background may add statements, never take some away.
  await eventually(async () => expect(await statementsOf(2)).toBe(await statementsOf(1)))
})
