import { type Activity, listActivity } from '@wingmark/contract/activity'
import { joinReview } from '@wingmark/contract/members'
import { changeShareAccess, changeVisibility, getReview } from '@wingmark/contract/reviews'
import { deleteAccount } from '@wingmark/contract/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { fetchFile } from '../../../test/files.ts'
import { listenToReview } from '../../../test/listen-live.ts'
import {
  addMember,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  password,
  waitUntilIdle,
} from '../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let published: Published
let id: string
beforeAll(async () => {
  app = await startTestApp({ config: { trustProxy: 1 } })
  owner = await newUser(app, 'Olga Owner')
})
afterAll(() => app.close())
beforeEach(async () => {
  published = await newReview(app, owner)
  id = published.review._id
  await waitUntilIdle(app)
})

const read = async (): Promise<Activity[]> =>
  (await app.call(listActivity, { params: { id } }, owner)).body.results
const see = async (caller: Caller) => {
  const { status, body } = await app.call(getReview, { params: { id } }, caller)
  expect(status).toBe(200)
  return body.result.files[0]?.url ?? ''
}
const short = ({ action, actor, link, subject }: Activity) =>
  [action, actor.name ?? actor.kind, link?.name ?? [], subject ?? []].flat().join(' ')
/** In any order, since entries of the same moment have none. */
const expectRecord = (entries: string[]) =>
  eventually(async () => expect((await read()).map(short).toSorted()).toEqual(entries.toSorted()))

test('records who opened a review, once per person and link, but never its owner', async () => {
  const member = await newUser(app, 'Mia Member')
  await addMember(app, id, member, 'VIEWER')
  const { share } = published
  const guest = await newGuest(app, share, 'Gila Guest')
  for (const caller of [owner, member, guest, { share }, { ...(await newUser(app, 'Ulf User')), share }]) {
    for (let n = 0; n < 3; n++) await see(caller)
  }
  const opened = ['Mia Member', 'Gila Guest Share link', 'VISITOR Share link', 'Ulf User Share link']
  await expectRecord(opened.map((who) => `OPENED ${who}`))
})

test('counts all addresses of one IPv6 network as one visitor', async () => {
  const { share } = published
  const from = (ip: string) => ({ params: { id }, headers: { 'x-forwarded-for': ip } })
  const seen = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::7', '2001:db8:1:3::1', '198.51.100.1', '198.51.100.2']
  for (const ip of seen) expect((await app.call(getReview, from(ip), { share })).status).toBe(200)
  await expectRecord(Array.from({ length: 4 }, () => 'OPENED VISITOR Share link'))
})

test('counts a live stream as an opening, also by visitors of a public review without a link', async () => {
  await app.call(changeVisibility, { params: { id }, body: { visibility: 'PUBLIC' } }, owner)
  const stream = await listenToReview(app.url, id)
  await stream.next('presence')
  stream.close()
  await expectRecord(['VISIBILITY_CHANGED Olga Owner', 'OPENED VISITOR'])
})

test('records downloads of originals, not views in the page', async () => {
  const member = await newUser(app, 'Mia Member')
  await addMember(app, id, member, 'VIEWER')
  const visitor = { share: published.share }
  const addresses = [await see(owner), await see(member), await see(visitor)]
  for (const address of addresses) {
    const rendered = { headers: { 'sec-fetch-dest': 'image' } }
    expect((await fetchFile(app, address, rendered)).status).toBe(200)
    expect((await fetchFile(app, address, { method: 'HEAD' })).status).toBe(200)
  }
  const opened = ['OPENED Mia Member', 'OPENED VISITOR Share link']
  await expectRecord(opened)
  for (const address of addresses) {
    // A client that claims to have another version downloads it all the same.
    const other = { headers: { 'if-none-match': '"other"' } }
    for (let n = 0; n < 3; n++) expect((await fetchFile(app, address, other)).status).toBe(200)
  }
  await expectRecord([
    ...opened,
    'DOWNLOADED Mia Member design-1.png',
    'DOWNLOADED VISITOR Share link design-1.png',
  ])
})

test('keeps the former names of links when they change', async () => {
  const change = (body: object) => app.call(changeShareAccess, { params: { id }, body }, owner)
  await change({ rotate: true })
  await change({ access: 'VIEW' })
  await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
  await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
  const entries = (await read()).map(({ action, before, after, link }) => [action, before, after, link?.name])
  expect(entries).toEqual([
    ['VISIBILITY_CHANGED', 'UNLISTED', 'PRIVATE', undefined],
    ['LINK_CHANGED', 'COMMENT', 'VIEW', 'Share link'],
    ['LINK_ROTATED', null, null, 'Share link'],
  ])
})

test('records who joined by which link', async () => {
  const person = await newUser(app, 'Jo Joiner')
  await app.call(joinReview, { body: { shareCode: published.share } }, person)
  expect((await read()).map(short)).toEqual(['JOINED Jo Joiner Share link'])
})

test('stores no network address', async () => {
  await see({ share: published.share })
  await expectRecord(['OPENED VISITOR Share link'])
  const { rows } = await app.deps.db.pool.query('select * from activity where review_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
})

test('deletes entries with the account they are about', async () => {
  const member = await newUser(app, 'Mia Member')
  await addMember(app, id, member, 'VIEWER')
  await see(member)
  await expectRecord(['OPENED Mia Member'])
  expect((await app.call(deleteAccount, { body: { password } }, member)).status).toBe(200)
  await expectRecord(['OPENED Deleted account'])
})

test('is kept for a year', async () => {
  await see({ share: published.share })
  await app.call(changeShareAccess, { params: { id }, body: { access: 'VIEW' } }, owner)
  const both = ['OPENED VISITOR Share link', 'LINK_CHANGED Olga Owner Share link']
  await expectRecord(both)
  const older = (action: string, days: number) =>
    app.deps.db.pool.query(
      'update activity set created_at = now() - make_interval(days => $3) where review_id = $1 and action = $2',
      [id, action, days],
    )
  const sweep = async () => {
    await app.deps.db.pool.query(`select graphile_worker.add_job('activity:sweep')`)
    await waitUntilIdle(app)
  }
  await older('OPENED', 364)
  await older('LINK_CHANGED', 366)
  await sweep()
  await expectRecord(['OPENED VISITOR Share link'])
})
