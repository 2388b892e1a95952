import { listActivity } from '@wingmark/contract/activity'
import { createComment, createReply, deleteComment } from '@wingmark/contract/comments'
import * as reviews from '@wingmark/contract/reviews'
import * as contract from '@wingmark/contract/share-links'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { fetchFile } from '../../../../test/files.ts'
import { newGuest, newReview, newUser, type Person, type Published } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let published: Published
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})
beforeEach(async () => {
  published = await newReview(app, owner)
  id = published.review._id
})

const add = async (body: Record<string, unknown> = {}) =>
  (
    await app.call(
      contract.createShareLink,
      { params: { id }, body: { name: 'For the client', ...body } },
      owner,
    )
  ).body.result
const change = (linkId: string, body: Record<string, unknown>) =>
  app.call(contract.changeShareLink, { params: { id, linkId }, body }, owner)
const remove = (linkId: string) => app.call(contract.deleteShareLink, { params: { id, linkId } }, owner)
const list = async () => (await app.call(contract.listShareLinks, { params: { id } }, owner)).body.results
const see = (caller: Caller) => app.call(reviews.getReview, { params: { id } }, caller)
const comment = (caller: Caller) =>
  app.call(
    createComment,
    {
      body: {
        file: published.files[0]?._id ?? '',
        marker: { page: 1, x: 0.1, y: 0.1 },
        message: 'Warmer, please.',
      },
    },
    caller,
  )

describe('a review with several links', () => {
  test('starts with its plain address and one link, which the review itself shows', async () => {
    const [plain, first, ...others] = await list()
    expect(others).toEqual([])
    expect(plain).toMatchObject({
      ...{ name: 'Plain address', isPlain: true, isFirst: false },
      can: { rename: false, rotate: false, delete: false },
    })
    expect(plain).not.toHaveProperty('shareCode')
    expect(plain?.shareUrl).toBe(first?.shareUrl.replace(/\?.*/, ''))
    expect(first).toMatchObject({
      isFirst: true,
      shareCode: published.share,
      access: 'COMMENT',
      openingCount: 0,
      commentCount: 0,
      can: { rename: true, rotate: true, delete: false },
    })
    expect(first?.shareUrl).toBe(published.review.share.shareUrl)
  })

  test('admits people by each of them, with that link’s rights', async () => {
    const look = await add({ name: 'Only look', access: 'VIEW', allowDownload: false })
    const talk = await add({ name: 'Talk', access: 'COMMENT' })
    expect((await list()).map((link) => link.name)).toEqual([
      'Plain address',
      'Share link',
      'Only look',
      'Talk',
    ])
    const byLook = (await see({ share: look.shareCode })).body.result
    expect(byLook.review.can).toMatchObject({ comment: false, download: false })
    expect(byLook.review.share).toEqual({ access: 'VIEW', allowDownload: false })
    expect(byLook.files[0]?.url).toBeUndefined()
    const byTalk = (await see({ share: talk.shareCode })).body.result
    expect(byTalk.review.can).toMatchObject({ comment: true, download: true })
    expect((await comment(await newGuest(app, look.shareCode))).status).toBe(403)
    expect((await comment(await newGuest(app, talk.shareCode))).status).toBe(201)
  })

  test('ends one without affecting the others', async () => {
    const client = await add()
    const press = await add({ name: 'Press' })
    const before = (await see({ share: press.shareCode })).body.result.files[0]
    const gone = (await see({ share: client.shareCode })).body.result.files[0]
    await change(client._id, { rotate: true })
    expect((await see({ share: client.shareCode })).status).toBe(404)
    expect((await fetchFile(app, gone?.url ?? '')).status).toBe(404)
    expect((await see({ share: press.shareCode })).status).toBe(200)
    expect((await see({ share: published.share })).status).toBe(200)
    expect((await fetchFile(app, before?.url ?? '')).status).toBe(200)
  })

  test('has separate keys, and a token of one link opens only what that link opens', async () => {
    const locked = await add({ access: 'COMMENT', accessKey: 'studio' })
    expect(JSON.stringify(locked)).not.toContain('studio')
    expect(locked.hasAccessKey).toBe(true)
    expect((await see({ share: locked.shareCode })).status).toBe(423)
    const open = (accessKey: string) =>
      app.call(reviews.openShare, { body: { shareCode: locked.shareCode, accessKey } })
    const { shareToken } = (await open('studio')).body.result
    expect((await see({ share: shareToken })).status).toBe(200)
    await change(locked._id, { accessKey: 'other key' })
    expect((await see({ share: shareToken })).status).toBe(404)
    expect((await open('studio')).status).toBe(403)
    expect((await open('other key')).status).toBe(200)
    expect((await change(locked._id, { accessKey: null })).body.result.hasAccessKey).toBe(false)
    expect((await see({ share: locked.shareCode })).status).toBe(200)
  })

  test('an expired link says so to people who used it', async () => {
    const link = await add({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await see({ share: link.shareCode })).status).toBe(200)
    // An hour later.
    await app.deps.db.pool.query('update share_links set expires_at = now() where id = $1', [link._id])
    expect((await see({ share: link.shareCode })).status).toBe(410)
  })

  test('removing one ends access for everyone who used it, and keeps their comments', async () => {
    const link = await add()
    const guest = await newGuest(app, link.shareCode)
    expect((await comment(guest)).status).toBe(201)
    expect((await remove(link._id)).status).toBe(200)
    expect((await see(guest)).status).toBe(404)
    expect((await see(owner)).body.result.comments.total).toBe(1)
    expect((await remove(link._id)).status).toBe(404)
  })

  test('the first link stays; it is closed instead', async () => {
    const first = (await list()).find((link) => link.isFirst)
    const answer = await remove(first?._id ?? '')
    expect([answer.status, answer.body.message]).toEqual([409, contract.firstLinkStays])
    await change(first?._id ?? '', { access: 'NONE', name: 'Closed' })
    expect((await see({ share: published.share })).status).toBe(404)
  })

  test('made private and back, it accepts no earlier token', async () => {
    const link = await add({ accessKey: 'studio' })
    const { shareToken } = (
      await app.call(reviews.openShare, { body: { shareCode: link.shareCode, accessKey: 'studio' } })
    ).body.result
    const show = (visibility: 'PRIVATE' | 'UNLISTED') =>
      app.call(reviews.changeVisibility, { params: { id }, body: { visibility } }, owner)
    await show('PRIVATE')
    expect((await see({ share: shareToken })).status).toBe(404)
    await show('UNLISTED')
    expect((await see({ share: shareToken })).status).toBe(404)
    expect((await see({ share: link.shareCode })).status).toBe(423)
  })

  test('is created once per key, and refuses invalid links', async () => {
    const key = crypto.randomUUID()
    const make = (body: Record<string, unknown>) =>
      app.call(
        contract.createShareLink,
        { params: { id }, body: body as { name: string }, headers: { 'idempotency-key': key } },
        owner,
      )
    const answers = await Promise.all(Array.from({ length: 10 }, () => make({ name: 'Once' })))
    expect(new Set(answers.map((answer) => answer.body.result._id)).size).toBe(1)
    expect(await list()).toHaveLength(3)
    const { errors } = (await make({ name: ' \u200b', access: 'ALL', accessKey: '1', expiresAt: 'soon' }))
      .body
    expect(errors).toEqual({
      name: 'Please enter a name for the link',
      access: 'Choose one of: NONE, VIEW, COMMENT, EDIT',
      accessKey: 'An access key must have at least 4 characters.',
      expiresAt: 'Invalid date',
    })
  })

  test('another review’s link does not exist', async () => {
    const link = await add()
    const other = await newReview(app, owner)
    id = other.review._id
    expect((await change(link._id, { access: 'VIEW' })).status).toBe(404)
    expect((await remove(link._id)).status).toBe(404)
    expect((await see({ share: link.shareCode })).status).toBe(404)
  })
})

describe('the activity of a link', () => {
  const record = async (link?: string) =>
    (
      await app.call(listActivity, { params: { id }, query: link === undefined ? {} : { link } }, owner)
    ).body.results.map(({ action, actor, link }) => [action, actor.name, link?.name ?? null])

  test('says who opened it, once a day each, and what they wrote', async () => {
    const client = await add()
    const press = await add({ name: 'Press' })
    const guest = await newGuest(app, client.shareCode, 'Gila Guest')
    const visitor = { share: client.shareCode }
    for (let n = 0; n < 3; n++) {
      await see(guest)
      await see(visitor)
      await app.call(reviews.openShare, { body: { shareCode: client.shareCode } }, guest)
    }
    await see({ share: press.shareCode })
    const { body } = await comment(guest)
    await app.call(createReply, { body: { comment: body.result._id, message: 'And bigger.' } }, guest)
    await comment(owner)
    await eventually(async () => {
      const written = await record(client._id)
      expect(written.slice(0, 2)).toEqual([
        ['REPLIED', 'Gila Guest', 'For the client'],
        ['COMMENTED', 'Gila Guest', 'For the client'],
      ])
      expect(written.slice(2).toSorted()).toEqual(
        [
          ['LINK_ADDED', 'Olga Owner', 'For the client'],
          ['OPENED', 'Gila Guest', 'For the client'],
          ['OPENED', null, 'For the client'],
        ].toSorted(),
      )
      expect(await record(press._id)).toHaveLength(2)
    })
    const counted = (await list()).find((link) => link._id === client._id)
    expect(counted).toMatchObject({ openingCount: 2, commentCount: 1, lastOpenedAt: expect.any(String) })
  })

  test('counts comments like the review’s card: each once, without replies and deleted ones', async () => {
    const client = await add()
    const guest = await newGuest(app, client.shareCode, 'Gila Guest')
    const [kept, gone] = [await comment(guest), await comment(guest)]
    await app.call(createReply, { body: { comment: kept.body.result._id, message: 'And bigger.' } }, guest)
    await app.call(deleteComment, { params: { id: gone.body.result._id } }, guest)
    const dialog = (await list()).reduce((sum, link) => sum + link.commentCount, 0)
    const card = (await see(owner)).body.result.review.commentCount
    expect([dialog, card]).toEqual([1, 1])
    await comment(owner)
    expect((await see(owner)).body.result.review.commentCount).toBe(2)
    expect((await list()).reduce((sum, link) => sum + link.commentCount, 0)).toBe(1)
  })
})
