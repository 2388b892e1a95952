import { createComment } from '@wingmark/contract/comments'
import { deleteFile } from '@wingmark/contract/files'
import { getUsage, updateProfile } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { listenToReview } from '../../../../test/listen-live.ts'
import { newFile, newReview, newUser, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const setAvatar = (person: Person, avatar: unknown) =>
  app.call(updateProfile, { body: { avatar } as never }, person)
const newPicture = (person: Person) => newFile(app, person, { purpose: 'COMMENT', bytes: png(40, 30) })
const usedBytes = async (person: Person) =>
  (await app.call(getUsage, {}, person)).body.result.storage.usedBytes

test('everyone sees an uploaded picture, small and without its original', async () => {
  const person = await newUser(app)
  const picture = await newPicture(person)
  const { body } = await setAvatar(person, picture._id)
  const path = body.result.user.avatar ?? ''
  expect(path).toMatch(/^\/files\/avatar\/[\w-]{20,}$/)
  await waitUntilIdle(app)
  const shown = await app.fetch(path)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  expect((await app.fetch(`/files/${picture.key}`)).status).toBe(404)
  const { files, review } = await newReview(app, person)
  const comment = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Hello' }
  const said = await app.call(createComment, { body: comment }, person)
  expect(said.body.result.author.avatar).toBe(path)
  // Also in a room's presence.
  const listening = await listenToReview(app.url, review._id, person)
  const here = await listening.next('presence')
  expect(here.data).toMatchObject({ people: [{ _id: person.user._id, avatar: path }] })
  listening.close()
})

test('a replaced or removed picture is deleted with its storage', async () => {
  const person = await newUser(app)
  const first = (await setAvatar(person, (await newPicture(person))._id)).body.result.user.avatar
  const second = (await setAvatar(person, (await newPicture(person))._id)).body.result.user.avatar
  expect(second).not.toBe(first)
  await waitUntilIdle(app)
  expect((await app.fetch(first ?? '')).status).toBe(404)
  expect((await app.fetch(second ?? '')).status).toBe(200)
  expect((await setAvatar(person, null)).body.result.user.avatar).toBeNull()
  expect((await app.fetch(second ?? '')).status).toBe(404)
  expect(await usedBytes(person)).toBe(0)
})

test('deleting the file removes the picture', async () => {
  const person = await newUser(app)
  const picture = await newPicture(person)
  await setAvatar(person, picture._id)
  await app.call(deleteFile, { params: { id: picture._id } }, person)
  expect((await app.call(updateProfile, { body: {} }, person)).body.result.user.avatar).toBeNull()
})

test('it must be an unattached picture of the user’s own', async () => {
  const [person, other] = [await newUser(app), await newUser(app)]
  const { files } = await newReview(app, person)
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
  const document = await newFile(app, person, { purpose: 'COMMENT', bytes: pdf, name: 'a.pdf' })
  const unfit = [
    (await newPicture(other))._id,
    files[0]?._id,
    document?._id,
    '01a1fc83-01a9-76eb-989a-6af08c2df10b',
    'x',
    7,
  ]
  for (const id of unfit) {
    const { status, body } = await setAvatar(person, id)
    expect([status, body.errors]).toEqual([422, { avatar: 'Choose a picture you uploaded.' }])
  }
})

test('once it is the picture, it cannot be attached or published', async () => {
  const person = await newUser(app)
  const picture = await newPicture(person)
  await setAvatar(person, picture._id)
  const { files } = await newReview(app, person)
  const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'x', files: [picture._id] }
  expect((await app.call(createComment, { body }, person)).status).toBe(422)
})

test.each(['/files/avatar/x', '/files/avatar/undefinedundefinedundefined', '/files/avatar/..%2f..%2fetc'])(
  'there is nothing at %s',
  async (path) => {
    expect((await app.fetch(path)).status).toBe(404)
  },
)
