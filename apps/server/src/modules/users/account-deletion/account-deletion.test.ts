import { createComment, getComment, listFileComments } from '@wingmark/contract/comments'
import { deleteFile, getFile } from '@wingmark/contract/files'
import { liveReviewPath } from '@wingmark/contract/live'
import { getReview, updateReview } from '@wingmark/contract/reviews'
import * as contract from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { inboxPath, listen, soonMs } from '../../../../test/listen-live.ts'
import { codeIn, mailsFor } from '../../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  password,
  upload,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const leave = (person: Person, body: object = { password }) =>
  app.call(contract.deleteAccount, { body }, person)
const say = async (file: string, person: object, files: string[] = []) =>
  (
    await app.call(
      createComment,
      { body: { file, type: 'GENERAL', message: 'Larger, please', files } },
      person,
    )
  ).body.result
const usedBytes = async (person: Person) =>
  (await app.call(contract.getUsage, {}, person)).body.result.storage.usedBytes

test('everything of the user’s ends at once', async () => {
  const [person, viewer] = [await newUser(app), await newUser(app)]
  const { review, files, share } = await newReview(app, person, 2)
  await waitUntilIdle(app)
  const inbox = await listen(app.url, inboxPath, person)
  const stream = await listen(app.url, liveReviewPath(review._id), { ...viewer, share })
  const url = files[0]?.thumbnailUrl.replace(app.deps.config.filesUrl, '') ?? ''
  expect((await app.fetch(url)).status).toBe(200)
  expect((await leave(person)).status).toBe(200)
  await inbox.ended(soonMs)
  await stream.ended(soonMs)
  expect((await app.fetch(url)).status).toBe(404)
  expect((await app.call(contract.getProfile, {}, person)).status).toBe(401)
  expect((await app.call(getReview, { params: { id: review._id } }, { share })).status).toBe(404)
  const { email } = person.user
  expect((await app.call(contract.login, { body: { email, password } })).status).toBe(401)
  const [mail] = await mailsFor(app, email)
  expect(mail?.subject).toBe('Your Wingmark account was deleted')
  const again = { name: 'Ada Again', email, password }
  expect((await app.call(contract.register, { body: again })).status).toBe(201)
})

test('its bytes leave the disk', async () => {
  const person = await newUser(app)
  await newReview(app, person)
  await waitUntilIdle(app)
  const { rows } = await app.deps.db.pool.query(
    'select b.storage_key from blobs b join files f on f.blob_id = b.id where f.owner_id = $1',
    [person.user._id],
  )
  await leave(person)
  await waitUntilIdle(app)
  for (const { storage_key: key } of rows) expect(await app.deps.storage.has({ key })).toBe(false)
})

describe('in reviews of others', () => {
  test('comments stay without the name, files stay and count for the owner', async () => {
    const [owner, editor] = [await newUser(app), await newUser(app, 'Ed Leaver')]
    const { review, files } = await newReview(app, owner)
    await addMember(app, review._id, editor, 'EDITOR')
    const design = await newFile(app, editor)
    const all = [...files.map((file) => file._id), design._id]
    await app.call(updateReview, { params: { id: review._id }, body: { files: all } }, editor)
    const attached = await newFile(app, editor, { purpose: 'COMMENT' })
    const comment = await say(design._id, editor, [attached._id])
    const before = await usedBytes(owner)
    await leave(editor)
    const seen = await app.call(getComment, { params: { id: comment._id } }, owner)
    expect(seen.body.result).toMatchObject({
      message: 'Larger, please',
      author: { kind: 'GUEST', name: 'Deleted account', isDeleted: true },
    })
    expect(seen.body.result.files.map((file) => file._id)).toEqual([attached._id])
    expect(JSON.stringify(seen.body)).not.toContain('Leaver')
    expect((await app.call(getFile, { params: { id: design._id } }, owner)).status).toBe(200)
    expect(await usedBytes(owner)).toBe(before + design.size + attached.size)
  })

  test('several deleted accounts have different names, and none is called a guest', async () => {
    const [owner, first, second] = [await newUser(app), await newUser(app), await newUser(app)]
    const { review, files } = await newReview(app, owner)
    const file = files[0]?._id ?? ''
    for (const person of [first, second]) {
      await addMember(app, review._id, person, 'COMMENTER')
      await say(file, person)
      await leave(person)
    }
    const named = (await app.call(listFileComments, { params: { id: file } }, owner)).body.results
    expect(named.map(({ author }) => [author.name, author.isDeleted])).toEqual([
      ['Deleted account', true],
      ['Deleted account 2', true],
    ])
    const csv = await app.fetch(`/comment/api/v1/export/${review._id}?format=CSV`, { caller: owner })
    expect(await csv.text()).toMatch(/Deleted account 2,No/)
  })

  test('others get back the storage of files in the deleted reviews', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    const { review, files } = await newReview(app, owner)
    await addMember(app, review._id, member, 'COMMENTER')
    await say(files[0]?._id ?? '', member, [(await newFile(app, member, { purpose: 'COMMENT' }))._id])
    expect(await usedBytes(member)).toBeGreaterThan(0)
    await leave(owner, { password, choices: [{ review: review._id, delete: true }] })
    expect(await usedBytes(member)).toBe(0)
  })

  test('a claimed guest token leads nowhere', async () => {
    const owner = await newUser(app)
    const { files, share } = await newReview(app, owner)
    const guest = await newGuest(app, share)
    const comment = await say(files[0]?._id ?? '', guest)
    const { body } = await app.call(contract.register, {
      body: {
        name: 'Gus Grown',
        email: 'gus@example.test',
        password,
        ...(guest.token ? { claimGuestToken: guest.token } : {}),
      },
    })
    await leave({ token: body.result.accessToken, user: body.result.user })
    const body2 = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Me again' }
    expect((await app.call(createComment, { body: body2 }, guest)).status).toBe(401)
    const seen = await app.call(getComment, { params: { id: comment._id } }, owner)
    expect(seen.body.result.author.name).toBe('Deleted account')
  })
})

describe('is refused', () => {
  test.each([
    [{}, 'Wrong password.'],
    [{ password: 'not this one' }, 'Wrong password.'],
    [{ password: ['a'] }, 'Please enter your password'],
  ])('with %j', async (body, message) => {
    const person = await newUser(app)
    const answer = await leave(person, body)
    expect([answer.status, answer.body.errors?.password]).toEqual([422, message])
    expect((await app.call(contract.getProfile, {}, person)).status).toBe(200)
  })

  test('after ten wrong passwords, also sent at once', async () => {
    const person = await newUser(app)
    const wrong = { password: 'not this one' }
    const tries = await Promise.all(Array.from({ length: 30 }, () => leave(person, wrong)))
    expect(tries.filter((answer) => answer.status === 422)).toHaveLength(10)
    expect((await leave(person)).status).toBe(429)
  })

  test('to guests and visitors', async () => {
    const guest = await newGuest(app)
    for (const caller of [guest, {}]) {
      expect((await app.call(contract.deleteAccount, { body: { password } }, caller)).status).toBe(401)
    }
  })
})

test('parallel requests are completed or refused, and nothing is left half done', async () => {
  const owner = await newUser(app)
  const { files, share } = await newReview(app, owner)
  for (let round = 0; round < 6; round++) {
    const person = await newUser(app)
    await newReview(app, person)
    const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'On my way' }
    const ownFile = await newFile(app, person)
    const busy = Array.from({ length: 6 }, () => [
      app.call(createComment, { body }, { ...person, share }),
      upload(app, person, { purpose: 'COMMENT' }),
      app.call(deleteFile, { params: { id: ownFile._id } }, person),
    ]).flat()
    const gone = await leave(person)
    const answers = await Promise.all(busy)
    expect([200, 503]).toContain(gone.status)
    if (gone.status === 503) await leave(person)
    for (const { status } of answers) expect([200, 201, 401, 404, 409, 503, 507]).toContain(status)
    const left = await app.deps.db.pool.query('select 1 from files where owner_id = $1', [person.user._id])
    expect(left.rows).toEqual([])
  }
})

test('an emailed code works in place of a password', async () => {
  const person = await newUser(app)
  const { email } = person.user
  await app.call(contract.sendLoginCode, { body: { email } })
  const [mail] = await mailsFor(app, email)
  const otp = mail ? codeIn(mail) : ''
  const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
  expect((await leave(person, { otp: wrong })).status).toBe(422)
  expect((await leave(person, { otp })).status).toBe(200)
})

test('every table that names users says what happens when they leave', async () => {
  const { rows } = await app.deps.db.pool.query<{ name: string }>(
    `select conrelid::regclass || '.' || a.attname as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'a' order by 1`,
  )
  // account-deletion/store.ts settles each of these; new ones belong there too, or cascade.
  expect(rows.map((row) => row.name)).toEqual([
    'comments.resolved_by',
    'comments.user_id',
    'files.owner_id',
    'replies.user_id',
    'reviews.owner_id',
    'users.kept_for',
  ])
})
