import { createComment } from '@wingmark/contract/comments'
import { changeMemberRole, removeMember } from '@wingmark/contract/members'
import {
  answerUnverifiedWork,
  deleteAccount,
  getUsage,
  sendLoginCode,
  verifyLoginCode,
} from '@wingmark/contract/users'
import * as contract from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { fetchFile } from '../../../../test/files.ts'
import { codeIn, mailsFor } from '../../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newReview,
  newUser,
  type Person,
  password,
  png,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const used = async (caller: Caller) => (await app.call(getUsage, {}, caller)).body.result.storage.usedBytes
const versions = async (id: string, caller: Caller) =>
  (await app.call(contract.listVersions, { params: { id } }, caller)).body.results
const authors = async (id: string, caller: Caller) =>
  (await versions(id, caller)).map(({ number, by }) => `${number} ${by.name}`)
const add = async (id: string, caller: Caller, bytes: Buffer) => {
  const { _id: file } = await newFile(app, caller, { bytes })
  return (await app.call(contract.addVersion, { params: { id }, body: { file } }, caller)).body.result
}

const [second, third] = [png(40, 30), png(50, 30)]

/** A review of one file: version 1 and 3 are the owner's, version 2 is the editor's. */
async function newStack() {
  const [owner, editor] = [await newUser(app, 'Olga Owner'), await newUser(app, 'Edgar Editor')]
  const { review, files } = await newReview(app, owner)
  await addMember(app, review._id, editor, 'EDITOR')
  const [id, size] = [files[0]?._id ?? '', files[0]?.size ?? 0]
  await add(id, editor, second)
  await add(id, owner, third)
  const remove = (number: number) =>
    app.call(contract.deleteVersion, { params: { id, number: String(number) } }, owner)
  const restore = (number: number) =>
    app.call(contract.restoreVersion, { params: { id, number: String(number) } }, owner)
  return { owner, editor, review, id, size, remove, restore }
}

const leave = (person: Person, body: object) => app.call(deleteAccount, { body }, person)

test('who deletes their account leaves their versions to the review’s owner, with their charge', async () => {
  const { owner, editor, id, size, remove, restore } = await newStack()
  const comment = { file: id, type: 'GENERAL' as const, message: 'On mine.', version: 2 }
  await app.call(createComment, { body: comment }, editor)
  expect([await used(owner), await used(editor)]).toEqual([size + third.length, second.length])
  await remove(2)
  expect((await leave(editor, { password })).status).toBe(200)
  expect(await used(owner)).toBe(size + third.length + second.length)
  await restore(2)
  expect(await authors(id, owner)).toEqual(['3 Olga Owner', '2 Olga Owner', '1 Olga Owner'])
  const [, middle] = await versions(id, owner)
  expect(middle).toMatchObject({ commentCount: 1 })
  await waitUntilIdle(app)
  expect((await fetchFile(app, middle?.file.thumbnailUrl ?? '')).status).toBe(200)
})

test('an owner who deletes their account takes every version along, also of others, who get their storage back', async () => {
  const { owner, editor, review, id, remove } = await newStack()
  await remove(2)
  const choices = [{ review: review._id, delete: true }]
  expect((await leave(owner, { password, choices })).status).toBe(200)
  expect(await used(editor)).toBe(0)
  const left = await app.deps.db.pool.query('select 1 from files where stack_id = $1 or id = $1', [id])
  expect(left.rows).toEqual([])
})

test('who gets the review of a deleted account gets its versions', async () => {
  const { owner, editor, review, id, size, remove } = await newStack()
  await remove(1)
  const choices = [{ review: review._id, handOverTo: editor.user._id }]
  expect((await leave(owner, { password, choices })).status).toBe(200)
  expect(await used(editor)).toBe(size + second.length + third.length)
  expect(await authors(id, editor)).toEqual(['3 Edgar Editor', '2 Edgar Editor'])
})

test('a new owner of the review gets the former owner’s versions, the current and removed ones too', async () => {
  const { owner, editor, review, id, size, remove } = await newStack()
  await remove(1)
  const params = { id: review._id, memberId: editor.user._id }
  await app.call(changeMemberRole, { params, body: { role: 'OWNER' } }, owner)
  expect([await used(owner), await used(editor)]).toEqual([0, size + second.length + third.length])
  expect(await authors(id, owner)).toEqual(['3 Edgar Editor', '2 Edgar Editor'])
})

test('a member who leaves or is removed leaves their versions to the owner, as far as there is room', async () => {
  const { owner, editor, review, id, size } = await newStack()
  const params = { id: review._id, memberId: editor.user._id }
  const go = async (by: Person) => (await app.call(removeMember, { params }, by)).status
  const all = size + second.length + third.length
  const fill = 'update users set extra_storage_bytes = $2 where id = $1'
  await app.deps.db.pool.query(fill, [owner.user._id, -(5 * 2 ** 30) + 10])
  expect(await go(editor)).toBe(200)
  expect([await used(owner), await used(editor)]).toEqual([size + third.length, second.length])

  await app.deps.db.pool.query(fill, [owner.user._id, 0])
  for (const by of [editor, owner]) {
    await addMember(app, review._id, editor, 'EDITOR')
    const extra = await add(id, editor, png(30, 30))
    expect(await go(by)).toBe(200)
    expect(await used(editor)).toBe(0)
    expect(await used(owner)).toBeGreaterThanOrEqual(all + extra.size)
  }
  expect(new Set((await versions(id, owner)).map(({ by }) => by.name))).toEqual(new Set(['Olga Owner']))
})

test('unverified work is removed and restored with its versions and their charge', async () => {
  const { owner: stranger, editor, id, size, remove } = await newStack()
  await remove(1)
  await app.call(sendLoginCode, { body: { email: stranger.user.email } })
  const [mail] = await mailsFor(app, stranger.user.email)
  const body = { email: stranger.user.email, otp: mail ? codeIn(mail) : '' }
  const owner = { token: (await app.call(verifyLoginCode, { body })).body.result.accessToken }
  const answer = (what: 'REMOVE' | 'UNDO') =>
    app.call(answerUnverifiedWork, { body: { answer: what } }, owner)
  const before = await used(owner)
  expect(before).toBe(size + third.length)
  expect((await answer('REMOVE')).status).toBe(200)
  expect([await used(owner), await used(editor)]).toEqual([0, second.length])
  expect((await app.call(contract.listVersions, { params: { id } }, owner)).status).toBe(404)
  expect((await answer('UNDO')).status).toBe(200)
  expect(await used(owner)).toBe(before)
  expect(await authors(id, owner)).toEqual(['3 Olga Owner', '2 Edgar Editor'])
})
