import {
  createComment,
  createReply,
  getComment,
  listFileComments,
  listReplies,
  listReviewComments,
} from '@wingmark/contract/comments'
import { getFile } from '@wingmark/contract/files'
import { changeVisibility, getReview } from '@wingmark/contract/reviews'
import { changeShareLink, createShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { addVersion, listVersions } from '@wingmark/contract/versions'
import { expect, test } from 'vitest'
import { fetchFile, finished } from '../../../../test/files.ts'
import { listenToReview, soonMs } from '../../../../test/listen-live.ts'
import { newFile, newGuest, newReview, newUser, type Person, png } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
/** What one process takes away, another one no longer gives. */
let twin: TestApp
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  owner = await newUser(app, 'Olga Owner')
})

/** A review with a comment on each of two versions of its file, and a link to current versions only. */
async function newRoom() {
  const { review, files } = await newReview(app, owner)
  const params = { id: review._id }
  const id = files[0]?._id ?? ''
  const body = { name: 'Client', onlyCurrent: true }
  const link = (await app.call(createShareLink, { params, body }, owner)).body.result
  const say = async (message: string) => {
    const comment = { file: id, type: 'GENERAL' as const, message }
    return (await app.call(createComment, { body: comment }, owner)).body.result._id
  }
  const guest: Caller = await newGuest(app, link.shareCode)
  const first = await say('On the first')
  const given = await finished(app, guest, (await app.call(getFile, { params: { id } }, guest)).body.result)
  const fresh = await newFile(app, owner, { bytes: png(40, 30), name: 'second.png' })
  await app.call(addVersion, { params: { id }, body: { file: fresh._id } }, owner)
  return { params, id, link, guest, first, second: await say('On the second'), given }
}

const words = ({ results }: { results: { message: string }[] }) => results.map(({ message }) => message)

test('a link to current versions only shows neither earlier ones nor what was said about them', async () => {
  const { params, id, guest, first, second, given } = await newRoom()
  const file = (await app.call(getFile, { params: { id } }, guest)).body.result
  expect(file).toMatchObject({ version: 2, versionCount: 1, commentCount: 1, openCount: 1 })
  const versions = (await app.call(listVersions, { params: { id } }, guest)).body.results
  expect(versions).toMatchObject([{ number: 2, isCurrent: true, file: { versionCount: 1 } }])
  expect((await app.call(listVersions, { params: { id } }, owner)).body.results).toHaveLength(2)

  const page = (await app.call(getReview, { params }, guest)).body.result
  expect(page.files).toMatchObject([{ versionCount: 1, commentCount: 1 }])
  expect(words(page.comments)).toEqual(['On the second'])
  for (const query of [{}, { version: 1 }, { until: 2 }, { status: 'OPEN' as const }]) {
    const { body } = await app.call(listFileComments, { params: { id }, query }, guest)
    expect(words(body)).toEqual(query.version === 1 ? [] : ['On the second'])
  }
  const ofReview = (await app.call(listReviewComments, { params }, guest)).body
  expect([words(ofReview), ofReview.total]).toEqual([['On the second'], 1])
  expect((await app.call(listReviewComments, { params }, owner)).body.total).toBe(2)

  const statuses = async (comment: string) => {
    const one = { params: { id: comment } }
    const reply = { body: { comment, message: 'I see.' } }
    const answers = [
      await app.call(getComment, one, guest),
      await app.call(listReplies, one, guest),
      await app.call(createReply, reply, guest),
    ]
    return answers.map(({ status }) => status)
  }
  expect(await statuses(first)).toEqual([404, 404, 404])
  expect(await statuses(second)).toEqual([200, 200, 201])
  const late = { file: id, type: 'GENERAL' as const, message: 'On the first?', version: 1 }
  expect(await app.call(createComment, { body: late }, guest)).toMatchObject({
    status: 409,
    body: { code: 'VERSION_CHANGED', version: 2 },
  })
  for (const address of [given.thumbnailUrl, given.previewUrl, given.url ?? ''])
    expect((await fetchFile(app, address)).status).toBe(404)
  const ready = await finished(app, guest, file)
  expect((await fetchFile(app, ready.thumbnailUrl)).status).toBe(200)
})

test('live, its holders hear of current versions only', async () => {
  const { params, id, guest, first, second } = await newRoom()
  const live = await listenToReview(app.url, params.id, guest)
  const all = await listenToReview(app.url, params.id, owner)
  for (const comment of [first, second])
    await app.call(createReply, { body: { comment, message: `About ${comment}` } }, owner)
  expect((await all.next('reply.created')).data).toMatchObject({ message: `About ${first}` })
  expect((await live.next('reply.created')).data).toMatchObject({ message: `About ${second}` })
  const fresh = await newFile(app, owner, { bytes: png(40, 30), name: 'third.png' })
  await app.call(addVersion, { params: { id }, body: { file: fresh._id } }, owner)
  expect((await live.next('version.added')).data).toMatchObject({
    version: 3,
    versionCount: 1,
    commentCount: 0,
  })
  for (const one of [live, all]) one.close()
})

test('a link that is limited later ends what it gave; a public review keeps to its first link', async () => {
  const { params, id } = await newRoom()
  const open = (await app.call(createShareLink, { params, body: { name: 'All' } }, owner)).body.result
  expect(open.onlyCurrent).toBe(false)
  const guest = await newGuest(app, open.shareCode)
  const all = (await app.call(listVersions, { params: { id } }, guest)).body.results
  expect(all).toHaveLength(2)
  const address = all[1]?.file.thumbnailUrl ?? ''
  expect((await fetchFile(app, address)).status).toBe(200)
  const limit = (linkId: string) =>
    app.call(changeShareLink, { params: { ...params, linkId }, body: { onlyCurrent: true } }, owner)
  expect((await limit(open._id)).body.result.onlyCurrent).toBe(true)
  expect((await fetchFile(app, address)).status).toBe(404)
  expect((await app.call(listVersions, { params: { id } }, guest)).body.results).toHaveLength(1)

  await app.call(changeVisibility, { params, body: { visibility: 'PUBLIC' } }, owner)
  const visitor: Caller = {}
  const key = all[1]?.file.key ?? ''
  expect((await app.call(listVersions, { params: { id } }, visitor)).body.results).toHaveLength(2)
  expect((await app.fetch(`/files/thumbnail/${key}`)).status).toBe(200)
  const links = (await app.call(listShareLinks, { params }, owner)).body.results
  await limit(links.find((one) => one.isFirst)?._id ?? '')
  expect((await app.call(listVersions, { params: { id } }, visitor)).body.results).toHaveLength(1)
  expect((await app.fetch(`/files/thumbnail/${key}`)).status).toBe(404)
})

test('who watches through a link that is limited loses the stream, and what comes next is of the current version', async () => {
  const { params, id, first, second } = await newRoom()
  const open = (await app.call(createShareLink, { params, body: { name: 'All' } }, owner)).body.result
  const guest = await newGuest(app, open.shareCode)
  const all = (await twin.call(listVersions, { params: { id } }, guest)).body.results
  const live = await listenToReview(twin.url, params.id, guest)
  await live.next('presence')
  const limit = { params: { ...params, linkId: open._id }, body: { onlyCurrent: true } }
  await app.call(changeShareLink, limit, owner)
  await live.ended(soonMs)
  expect((await fetchFile(twin, all[1]?.file.thumbnailUrl ?? '')).status).toBe(404)
  const again = await listenToReview(twin.url, params.id, guest)
  for (const comment of [first, second])
    await app.call(createReply, { body: { comment, message: `About ${comment}` } }, owner)
  expect((await again.next('reply.created')).data).toMatchObject({ message: `About ${second}` })
  again.close()
})
