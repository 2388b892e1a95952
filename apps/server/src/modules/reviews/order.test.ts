import { deleteFile } from '@wingmark/contract/files'
import { sendInvitation } from '@wingmark/contract/invitations'
import * as contract from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { listenToReview } from '../../../test/listen-live.ts'
import { mailsFor } from '../../../test/mail-box.ts'
import { addMember, newFile, newReview, newUser, type Person } from '../../../test/people.ts'
import { sendAndCut } from '../../../test/send-and-cut.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})

test('two editors who move files at once both succeed, in one order', async () => {
  const { review, files } = await newReview(app, owner, 5)
  const editor = await newUser(app, 'Edgar Editor')
  await addMember(app, review._id, editor, 'EDITOR')
  const [a = '', b = '', c = '', d = '', e = ''] = files.map((file) => file._id)
  const move = (moving: string[], before: string | null, caller: Person) =>
    app.call(contract.moveFiles, { params: { id: review._id }, body: { files: moving, before } }, caller)
  const live = await listenToReview(app.url, review._id, editor)
  const answers = await Promise.all([move([e], a, owner), move([a, b], d, editor)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  const page = await app.call(contract.getReview, { params: { id: review._id } }, editor)
  // In either order, `e` comes before where `a` was, and `a` and `b` before `d`.
  const now = page.body.result.review.files
  expect([
    [e, c, a, b, d],
    [c, e, a, b, d],
  ]).toContainEqual(now)
  await live.next('review.updated')
  expect((await live.next('review.updated')).data).toMatchObject({ files: now })
  live.close()
  expect((await move([c], null, editor)).body.result.review.files.at(-1)).toBe(c)
  expect((await move([crypto.randomUUID()], null, owner)).status).toBe(422)
  expect((await move([a], crypto.randomUUID(), owner)).status).toBe(422)
  expect((await move([], null, owner)).status).toBe(422)
})

test('an interrupted move is complete or not made at all, and a repetition has no further effect', async () => {
  const { review, files } = await newReview(app, owner, 4)
  const [a = '', b = '', c = '', d = ''] = files.map((file) => file._id)
  const params = { id: review._id }
  const orderNow = async () =>
    (await app.call(contract.getReview, { params }, owner)).body.result.review.files
  const body = { files: [c, d], before: a }
  const cutAt = (sent: 'half' | 'all') =>
    sendAndCut(app, contract.moveFiles, { id: review._id, body, caller: owner, sent })
  await cutAt('half')
  expect(await orderNow()).toEqual([a, b, c, d])
  await cutAt('all')
  await eventually(async () => expect(await orderNow()).toEqual([c, d, a, b]))
  const again = await app.call(contract.moveFiles, { params, body }, owner)
  expect(again.body.result.review.files).toEqual([c, d, a, b])
})

test('any file can be the cover, and the first one replaces a deleted cover', async () => {
  const { review, files } = await newReview(app, owner, 2)
  const [first, second] = files
  const other = await newReview(app, owner, 1)
  const choose = (cover: string | null) =>
    app.call(contract.updateReview, { params: { id: review._id }, body: { cover } }, owner)
  const coverOf = async () =>
    (await app.call(contract.getReview, { params: { id: review._id } }, owner)).body.result.review.cover
  expect((await choose(second?._id ?? '')).body.result.review.cover).toBe(second?.key)
  expect((await choose(other.files[0]?._id ?? '')).status).toBe(422)
  const mine = await app.call(contract.listMyReviews, {}, owner)
  expect(mine.body.results.find((one) => one._id === review._id)?.cover).toBe(second?.key)
  await app.call(deleteFile, { params: { id: second?._id ?? '' } }, owner)
  expect(await coverOf()).toBe(first?.key)
  expect((await choose(null)).body.result.review.cover).toBe(first?.key)
})

test('a due date appears to readers at once, in lists and in emails', async () => {
  const file = await newFile(app, owner)
  const body = { name: 'Autumn posters', files: [file._id], commentsUntil: '2027-11-26' }
  const made = await app.call(contract.createReview, { body }, owner)
  const { _id: id, commentsUntil } = made.body.result
  expect(commentsUntil).toBe('2027-11-26')
  const editor = await newUser(app, 'Edgar Editor')
  await addMember(app, id, editor, 'EDITOR')
  const live = await listenToReview(app.url, id, editor)
  const until = (day: unknown) =>
    app.call(contract.updateReview, { params: { id }, body: { commentsUntil: day as string } }, editor)

  expect((await until('2027-12-03')).body.result.review.commentsUntil).toBe('2027-12-03')
  expect((await live.next('review.updated')).data).toMatchObject({ commentsUntil: '2027-12-03' })
  live.close()
  const mine = await app.call(contract.listMyReviews, {}, owner)
  expect(mine.body.results.find(({ _id }) => _id === id)?.commentsUntil).toBe('2027-12-03')
  const email = `${crypto.randomUUID()}@example.test`
  await app.call(sendInvitation, { params: { id }, body: { email, role: 'COMMENTER' } }, owner)
  const [mail] = await mailsFor(app, email)
  expect(mail?.text).toContain('Feedback is due by 3 December 2027.')

  for (const day of ['2027-02-29', '2027-13-01', 'Friday', '', 7, '2027-12-03T10:00:00Z', '9999-12-31']) {
    const { status, body: refused } = await until(day)
    expect([day, status, refused.errors?.commentsUntil]).toEqual([day, 422, 'Invalid date'])
  }
  const another = await app.call(contract.updateReview, { params: { id }, body: { name: 'Posters' } }, owner)
  expect(another.body.result.review.commentsUntil).toBe('2027-12-03')
  expect((await until(null)).body.result.review.commentsUntil).toBeNull()
})
