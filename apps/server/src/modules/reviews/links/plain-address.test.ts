import { readdirSync, readFileSync } from 'node:fs'
import { listActivity } from '@wingmark/contract/activity'
import { createComment } from '@wingmark/contract/comments'
import { revokeInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { changeMemberRole, joinReview, removeMember } from '@wingmark/contract/members'
import * as reviews from '@wingmark/contract/reviews'
import * as links from '@wingmark/contract/share-links'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import {
  addMember,
  newGuest,
  newOpenReview,
  newUser,
  type Person,
  type Published,
} from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let member: Person
let published: Published
let id: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await newUser(app, 'Olga Owner')
  member = await newUser(app, 'Mia Member')
})
afterAll(() => app.close())
beforeEach(async () => {
  published = await newOpenReview(app, owner)
  id = published.review._id
})

const share = (body: Record<string, unknown>) =>
  app.call(reviews.changeShareAccess, { params: { id }, body }, owner)
const show = (visibility: reviews.Visibility) =>
  app.call(reviews.changeVisibility, { params: { id }, body: { visibility } }, owner)
const see = (caller: Caller = {}) => app.call(reviews.getReview, { params: { id } }, caller)
const open = (body: { shareCode?: string; review?: string; accessKey?: string }, caller: Caller = {}) =>
  app.call(reviews.openShare, { body }, caller)
const list = async () => (await app.call(links.listShareLinks, { params: { id } }, owner)).body.results
const linkThat = async (is: (link: links.ShareLink) => boolean) => {
  const link = (await list()).find(is)
  if (!link) throw new Error('no such link')
  return link
}
const plain = () => linkThat((link) => link.isPlain)
const change = (linkId: string, body: Record<string, unknown>) =>
  app.call(links.changeShareLink, { params: { id, linkId }, body }, owner)
const add = (body: Record<string, unknown>) =>
  app.call(links.createShareLink, { params: { id }, body: { name: 'Client', ...body } }, owner)
const invite = async (inviter: Person) => {
  const body = { email: `${crypto.randomUUID()}@example.test`, role: 'VIEWER' as const }
  const { result } = (await app.call(sendInvitation, { params: { id }, body }, inviter)).body
  return result.invitations[0]?._id ?? ''
}
const takeBack = async (inviter: Person) =>
  app.call(revokeInvitation, { params: { id, invitationId: await invite(inviter) } }, inviter)
const lower = (role: 'EDITOR' | 'COMMENTER') =>
  app.call(changeMemberRole, { params: { id, memberId: member.user._id }, body: { role } }, owner)
const comment = (caller: Caller) => {
  const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Warmer, please.' }
  return app.call(createComment, { body }, caller)
}
const changes = async () =>
  (await app.call(listActivity, { params: { id } }, owner)).body.results
    .filter((entry) => entry.link?.name === links.plainAddressName)
    .map(({ action, before, after }) => [action, before, after])

describe('the plain address of a review', () => {
  test('opens it once published, for guests with a link’s rights, but lets nobody join', async () => {
    expect(published.review.share.plainAddress).toBe(true)
    const { review, files } = (await see()).body.result
    expect(review.can).toMatchObject({ comment: true, download: true, join: false, share: false })
    expect(review.share).toEqual({ access: 'COMMENT', allowDownload: true })
    expect(files[0]?.url).toContain(`via=l-${(await plain())._id}`)
    expect((await comment(await newGuest(app))).status).toBe(201)
    const stranger = await newUser(app)
    expect((await see(stranger)).body.result.review).toMatchObject({ role: null, can: { join: false } })
    const { shareToken } = (await open({ review: id }, stranger)).body.result
    expect((await see({ share: shareToken })).body.result.review.can.join).toBe(false)
    for (const shareCode of [shareToken, id, '']) {
      expect((await app.call(joinReview, { body: { shareCode } }, stranger)).status).toBe(403)
    }
  })

  test('is counted and recorded like a link', async () => {
    await see()
    await comment(await newGuest(app))
    await eventually(async () => {
      expect(await plain()).toMatchObject({ openingCount: 1, commentCount: 1 })
      expect(await changes()).toEqual([['OPENED', null, null]])
    })
    expect(await linkThat((link) => link.isFirst)).toMatchObject({ openingCount: 0, commentCount: 0 })
  })

  test('has its own rights, whatever the first link allows', async () => {
    const { _id } = await plain()
    await change(_id, { access: 'VIEW', allowDownload: false })
    expect((await see()).body.result.review.can).toMatchObject({ comment: false, download: false })
    expect((await see({ share: published.share })).body.result.review.can).toMatchObject({ comment: true })
    expect((await see(owner)).body.result.review.share.plainAddress).toBe(true)
    await change(_id, { expiresAt: '2020-01-01T00:00:00.000Z' })
    expect((await see()).status).toBe(410)
    expect((await see(owner)).body.result.review.share.plainAddress).toBe(false)
    expect((await share({ plainAddress: true })).body.result.plainAddress).toBe(true)
    expect((await see()).body.result.review.can.comment).toBe(false)
    expect((await change(_id, { access: 'EDIT' })).body.message).toBe(links.nobodyJoinsByPlainAddress)
    expect((await change(_id, { rotate: true })).body.message).toBe(links.plainAddressHasNoCode)
    const removed = await app.call(links.deleteShareLink, { params: { id, linkId: _id } }, owner)
    expect(removed.body.message).toBe(links.plainAddressStays)
  })

  test('asks for its key, reveals no code, and counts wrong keys', async () => {
    await change((await plain())._id, { accessKey: 'open sesame' })
    expect((await see()).status).toBe(423)
    expect((await open({ review: id })).status).toBe(423)
    const wrong = await open({ review: id, accessKey: 'wrong' })
    expect([wrong.status, wrong.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
    const opened = await open({ review: id, accessKey: 'open sesame' })
    expect(JSON.stringify(opened.body)).not.toContain(published.share)
    const caller = { share: opened.body.result.shareToken }
    expect((await see(caller)).status).toBe(200)
    await change((await plain())._id, { accessKey: 'another key' })
    expect((await see(caller)).status).toBe(404)
    for (let n = 0; n < 10; n++) await open({ review: id, accessKey: `wrong ${n}` })
    expect((await open({ review: id, accessKey: 'another key' })).status).toBe(429)
  })

  test('looks missing while it is closed', async () => {
    await share({ plainAddress: false })
    for (const review of [id, crypto.randomUUID()]) {
      const answer = await open({ review, accessKey: 'open sesame' })
      expect([answer.status, answer.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
    }
    const opened = await open({ review: id }, owner)
    expect([opened.status, opened.body.result.shareToken]).toEqual([200, ''])
    expect((await open({})).status).toBe(422)
  })

  test('does not replace a dead link', async () => {
    const { shareCode, _id } = (await add({})).body.result
    await change(_id, { rotate: true })
    await share({ plainAddress: true })
    expect((await see()).status).toBe(200)
    for (const dead of [
      shareCode,
      'short',
      'x'.repeat(300),
      'a b',
      'st.nothing',
      `st.${_id}.zzzzzz.mac`,
      '',
    ]) {
      expect([
        dead,
        (await app.fetch(`/review/api/v1/${id}?share=${encodeURIComponent(dead)}`)).status,
      ]).toEqual([dead, 404])
    }
    expect((await app.fetch(`/review/api/v1/${id}?share=${published.share}&share=x`)).status).toBe(404)
  })

  test('does not affect public and private reviews', async () => {
    await share({ access: 'VIEW', plainAddress: true })
    await show('PUBLIC')
    const { review, files } = (await see()).body.result
    expect(review.can.comment).toBe(false)
    expect(files[0]?.url).toContain('via=p')
    await show('PRIVATE')
    expect((await see()).status).toBe(404)
    await share({ plainAddress: true })
    expect((await see()).status).toBe(404)
  })
})

type Doing = [string, () => Promise<{ status: number; body: unknown }>]

const first = () => linkThat((link) => link.isFirst)
const takings: Doing[] = [
  ['the link is rotated', () => share({ rotate: true })],
  ['the link gets a key', () => share({ accessKey: 'open sesame' })],
  ['the link allows less', () => share({ access: 'VIEW' })],
  ['the link allows nothing', () => share({ access: 'NONE' })],
  ['the link allows no downloads', () => share({ allowDownload: false })],
  ['the link ends sooner', () => share({ expiresAt: '2090-01-01T00:00:00.000Z' })],
  ['a named link is rotated', async () => change((await add({})).body.result._id, { rotate: true })],
  [
    'a named link is deleted',
    async () =>
      app.call(links.deleteShareLink, { params: { id, linkId: (await add({})).body.result._id } }, owner),
  ],
  ['a further link allows less', () => add({ access: 'VIEW' })],
  ['a further link has a key', () => add({ accessKey: 'open sesame' })],
  ['a further link ends', () => add({ expiresAt: '2090-01-01T00:00:00.000Z' })],
  ['a further link allows no downloads', () => add({ allowDownload: false })],
  ['a member is removed', () => app.call(removeMember, { params: { id, memberId: member.user._id } }, owner)],
  ['a member may do less', () => lower('COMMENTER')],
  ['an invitation is taken back', () => takeBack(owner)],
  ['the review is made private', () => show('PRIVATE')],
]

const others: Doing[] = [
  ['a link gets a name', async () => change((await first())._id, { name: 'Everybody' })],
  ['a link allows more', () => share({ access: 'EDIT', accessKey: null, expiresAt: null })],
  ['a further link gives as much', () => add({})],
  ['a member stays what they are', () => lower('EDITOR')],
  ['a member leaves', () => app.call(removeMember, { params: { id, memberId: member.user._id } }, member)],
  ['an editor takes back an invitation', () => takeBack(member)],
  ['the review is made public', () => show('PUBLIC')],
]

describe('the plain address', () => {
  beforeEach(() => addMember(app, id, member, 'EDITOR'))

  test.each(takings)('closes when %s, and says so', async (_, take) => {
    const { status, body } = await take()
    expect(status).toBeLessThan(300)
    expect(body).toMatchObject({ result: { plainAddressClosed: true } })
    expect((await see()).status).toBe(404)
    expect((await see(owner)).body.result.review.share.plainAddress).toBe(false)
    expect(await plain()).toMatchObject({ access: 'NONE' })
    expect(await changes()).toEqual([['LINK_CHANGED', 'COMMENT', 'NONE']])
    await show('UNLISTED')
    expect((await see()).status).toBe(404)
    expect((await share({ plainAddress: true })).body.result.plainAddress).toBe(true)
    expect((await see()).body.result.review.can.comment).toBe(true)
  })

  test.each(others)('stays open when %s', async (_, act) => {
    const { status, body } = await act()
    expect(status).toBeLessThan(300)
    expect(JSON.stringify(body)).not.toContain('plainAddressClosed')
    expect((await plain()).access).toBe('COMMENT')
    expect((await see()).status).toBe(200)
  })

  test('opens again with its former rights, and says so once', async () => {
    await change((await plain())._id, { access: 'VIEW', accessKey: 'open sesame' })
    await share({ plainAddress: false })
    await share({ plainAddress: false })
    await share({ plainAddress: true })
    await share({ plainAddress: true })
    expect(await plain()).toMatchObject({ access: 'VIEW', hasAccessKey: true })
    expect(await changes()).toEqual([
      ['LINK_CHANGED', 'NONE', 'VIEW'],
      ['LINK_CHANGED', 'VIEW', 'NONE'],
      ['LINK_CHANGED', 'COMMENT', 'VIEW'],
    ])
  })
})

test('older reviews have a closed plain address, which opens with the first link’s rights', async () => {
  const { pool } = app.deps.db
  await share({ access: 'VIEW', accessKey: 'open sesame', allowDownload: false })
  await pool.query('delete from share_links where review_id = $1 and code is null', [id])
  expect((await see()).status).toBe(404)
  expect((await see(owner)).body.result.review.share.plainAddress).toBe(false)
  const folder = new URL('../../../db/migrations/', import.meta.url)
  const name = readdirSync(folder).find((one) => one.endsWith('_plain-address.sql')) ?? ''
  const insert = readFileSync(new URL(name, folder), 'utf8').split('--> statement-breakpoint').at(-1) ?? ''
  await pool.query(insert.replace(/;\s*$/, ` and l."review_id" = '${id}'`))
  expect((await see()).status).toBe(404)
  expect(await plain()).toMatchObject({ access: 'NONE', hasAccessKey: true, allowDownload: false })
  await share({ plainAddress: true })
  expect((await see()).status).toBe(423)
  const { body } = await open({ review: id, accessKey: 'open sesame' })
  expect(body.result.review.can).toMatchObject({ comment: false, download: false })
})
