import { deleteFile, type File } from '@wingmark/contract/files'
import { listNotifications, muteReview, readNotifications } from '@wingmark/contract/notifications'
import * as contract from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { mailDueNotices } from '#server/modules/notifications/mailing/service'
import { fetchFile, finished } from '../../../../test/files.ts'
import { inboxPath, listen } from '../../../../test/listen-live.ts'
import { linkIn, mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newReview,
  newUser,
  type Person,
  png,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const heard = async (person: Person) => {
  const { body } = await app.call(listNotifications, { query: { limit: 50 } }, person)
  return { ...body, results: body.results.filter(({ action }) => action === 'VERSION_ADDED') }
}
const addVersion = async (id: string, person: Person, note = '') => {
  const { _id: file } = await newFile(app, person, { bytes: png(40, 30), name: 'next.png' })
  const { body } = await app.call(contract.addVersion, { params: { id }, body: { file, note } }, person)
  return body.result
}

/** A review of some files, with an editor and a reader. */
async function newTeam(count: number) {
  const [owner, editor, reader] = await Promise.all([
    newUser(app, 'Olga Owner'),
    newUser(app, 'Edgar Editor'),
    newUser(app, 'Rita Reader'),
  ])
  const { review, files } = await newReview(app, owner, count, 'Poster')
  await addMember(app, review._id, editor, 'EDITOR')
  await addMember(app, review._id, reader, 'COMMENTER')
  return { owner, editor, reader, review: review._id, ids: files.map((file: File) => file._id) }
}

/** Runs the mail job as if the last minute were over. */
async function aMinuteLater() {
  await waitUntilIdle(app)
  await app.deps.db.pool.query(
    `update notifications set created_at = created_at - interval '61 seconds' where mailed_at is null`,
  )
  await mailDueNotices(app.deps)
  await waitUntilIdle(app)
}

test('versions within a minute are one notification per person, with their pictures', async () => {
  const { owner, editor, reader, review, ids } = await newTeam(3)
  const stranger = await newUser(app)
  const inbox = await listen(app.url, inboxPath, reader)
  for (const id of ids) await addVersion(id, editor)
  const first = await addVersion(ids[0] ?? '', editor)
  const { data } = await inbox.next('notification.created')
  inbox.close()
  const { results, unread } = await heard(reader)
  expect([results.length, unread]).toEqual([1, 1])
  expect(data).toMatchObject({ _id: results[0]?._id })
  expect(results[0]).toMatchObject({
    title: '3 files have a new version in Poster',
    words: 'design-2.png, design-3.png, design-1.png',
    createdBy: { _id: editor.user._id, name: 'Edgar Editor' },
    file: ids[1],
    review,
    subjectName: 'Poster',
    comment: null,
  })
  for (const _id of ids) await finished(app, owner, { ...first, _id })
  const { pictureUrl, pictureUrls = [] } = results[0] ?? {}
  expect(pictureUrls).toHaveLength(3)
  expect(pictureUrl).toBe(pictureUrls[0])
  for (const url of pictureUrls) expect((await fetchFile(app, new URL(url, app.url).href)).status).toBe(200)
  expect((await heard(owner)).results).toHaveLength(1)
  for (const person of [editor, stranger]) expect((await heard(person)).results).toEqual([])
})

test('a version after a minute, or after the notification was read, is a new one', async () => {
  const { editor, reader, ids } = await newTeam(1)
  const [id = ''] = ids
  await addVersion(id, editor)
  await app.call(readNotifications, { body: { all: true } }, reader)
  await addVersion(id, editor)
  expect((await heard(reader)).results).toMatchObject([{ readAt: null }, { readAt: expect.any(String) }])
  await aMinuteLater()
  await addVersion(id, editor)
  const { results } = await heard(reader)
  expect(results.map(({ title }) => title)).toEqual(Array(3).fill('A file has a new version in Poster'))
})

test('two people who add versions at once cause one notification for a third', async () => {
  const { owner, editor, reader, ids } = await newTeam(2)
  await Promise.all([addVersion(ids[0] ?? '', owner), addVersion(ids[1] ?? '', editor)])
  expect((await heard(reader)).results).toMatchObject([{ title: '2 files have a new version in Poster' }])
  expect((await heard(owner)).results).toMatchObject([{ file: ids[1] }])
  expect((await heard(editor)).results).toMatchObject([{ file: ids[0] }])
})

test('an email waits for the minute, then shows each file with its picture and link', async () => {
  const { editor, reader, review, ids } = await newTeam(2)
  for (const id of ids) await addVersion(id, editor, 'Calmer')
  await mailDueNotices(app.deps)
  expect(await mailsInTheEnd(app, reader.user.email)).toEqual([])
  await aMinuteLater()
  const [mail] = await mailsFor(app, reader.user.email)
  expect(mail?.subject).toBe('2 files have a new version in Poster')
  expect(mail?.text).toContain('Edgar Editor added version 2:\n> design-1.\u200bpng\n> Calmer')
  expect(linkIn(mail as never, ids[1] ?? '')).toBe(
    `${app.deps.config.publicUrl}/reviews/${review}?file=${ids[1]}`,
  )
  expect(mail?.html).toContain('alt="The new version of design-1.\u200bpng"')
  expect(mail?.html).not.toContain('Open comment')
  expect(mail?.attachments).toHaveLength(2)
  expect(await mailsInTheEnd(app, editor.user.email)).toEqual([])
})

test('muted reviews send no email, and a version that was removed again is left out', async () => {
  const { owner, editor, reader, review, ids } = await newTeam(2)
  await app.call(muteReview, { params: { id: review }, body: { muted: true } }, reader)
  for (const id of ids) await addVersion(id, editor)
  const { results, unread } = await heard(reader)
  expect([results.length, results[0]?.isMuted, unread]).toEqual([1, true, 0])
  const second = { params: { id: ids[1] ?? '', number: '2' } }
  expect((await app.call(contract.deleteVersion, second, editor)).status).toBe(200)
  await aMinuteLater()
  expect(await mailsInTheEnd(app, reader.user.email)).toEqual([])
  const [mail] = await mailsFor(app, owner.user.email)
  expect(mail?.subject).toBe('design-1.png has a new version in Poster')
  expect(mail?.text).toContain('Open file:')
})

test('a file that was deleted, and a review that someone lost, show nothing more', async () => {
  const { owner, editor, reader, review, ids } = await newTeam(2)
  for (const id of ids) await addVersion(id, editor)
  await app.call(deleteFile, { params: { id: ids[0] ?? '' } }, owner)
  expect((await heard(reader)).results).toMatchObject([{ file: ids[1], words: 'design-2.png' }])
  await app.deps.db.pool.query('delete from members where review_id = $1 and user_id = $2', [
    review,
    reader.user._id,
  ])
  const [hidden] = (await heard(reader)).results
  expect(hidden).toMatchObject({
    words: '',
    pictureUrl: null,
    subjectName: 'A review you can no longer open',
  })
  expect(hidden?.file ?? null).toBeNull()
  await aMinuteLater()
  expect(await mailsInTheEnd(app, reader.user.email)).toEqual([])
})
