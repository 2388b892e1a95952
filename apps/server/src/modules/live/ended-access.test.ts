import { changeShareAccess, changeVisibility, deleteReview } from '@wingmark/contract/reviews'
import { logout } from '@wingmark/contract/users'
import { afterAll, describe, expect, test } from 'vitest'
import { inboxPath, soonMs } from '../../../test/listen-live.ts'
import { type Listeners, newListeners } from '../../../test/live-listeners.ts'
import { addMember, newGuest, newReview, newUser, type Person, type Published } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** A second process on the same database. */
let twin: TestApp
let owner: Person
let at: Listeners
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  owner = await newUser(app, 'Olga Owner')
  at = newListeners(app)
})
afterAll(() => at.close())

describe('access that ends', () => {
  type Ending = [string, (published: Published) => Promise<unknown>]
  const shareChange = (body: object) => (published: Published) =>
    twin.call(changeShareAccess, { params: { id: published.review._id }, body }, owner)

  test.each<Ending>([
    [
      'the review becomes private',
      ({ review }) =>
        twin.call(changeVisibility, { params: { id: review._id }, body: { visibility: 'PRIVATE' } }, owner),
    ],
    ['the link is rotated', shareChange({ rotate: true })],
    ['the link is closed', shareChange({ access: 'NONE' })],
    ['a key is set', shareChange({ accessKey: 'open sesame' })],
    ['the review is deleted', ({ review }) => twin.call(deleteReview, { params: { id: review._id } }, owner)],
  ])('%s in another process: streams that came by the link end soon', async (_name, change) => {
    const published = await newReview(app, owner)
    const visitor = await at.settle(published, { share: published.share })
    const guest = await at.settle(published, await newGuest(app, published.share))
    const stays = await at.settle(published, owner)
    await change(published)
    await Promise.all([visitor.ended(soonMs), guest.ended(soonMs)])
    const isGone = _name.includes('deleted')
    if (isGone) await stays.ended()
    else await at.comment(published, owner).then(() => stays.next('comment.created'))
    // Of what is still there it is not said.
    const said = [visitor, guest, stays].map(({ heard }) => heard.at(-1)?.event === 'deleted')
    expect(said).toEqual([isGone, isGone, isGone])
    expect(JSON.stringify(visitor.heard)).not.toContain('comment.created')
  })

  test('a member who is removed hears nothing more', async () => {
    const published = await newReview(app, owner)
    const member = await newUser(app)
    await addMember(app, published.review._id, member, 'VIEWER')
    const listening = await at.settle(published, member)
    await app.deps.db.pool.query('delete from members where user_id = $1', [member.user._id])
    // As every change of members does.
    await app.call(
      changeShareAccess,
      { params: { id: published.review._id }, body: { allowDownload: true } },
      owner,
    )
    await listening.ended(soonMs)
  })

  test('signing out ends the session’s streams in every process', async () => {
    const published = await newReview(app, owner)
    const member = await newUser(app)
    await addMember(app, published.review._id, member, 'EDITOR')
    const streams = [
      await at.settle(published, member),
      await at.settle(published, member, twin),
      await at.listenTo(twin.url, inboxPath, member),
    ]
    await app.call(logout, { body: {} }, member)
    await Promise.all(streams.map((one) => one.ended(soonMs)))
  })

  test('a link that expires ends its streams then', async () => {
    const published = await newReview(app, owner)
    const expiresAt = new Date(Date.now() + 1_500).toISOString()
    await app.call(changeShareAccess, { params: { id: published.review._id }, body: { expiresAt } }, owner)
    const listening = await at.settle(published, { share: published.share })
    await listening.ended()
  })
})
