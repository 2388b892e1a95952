import { createComment } from '@wingmark/contract/comments'
import * as reviews from '@wingmark/contract/reviews'
import { deleteShareLink, type ShareLink } from '@wingmark/contract/share-links'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchFile } from '../../../test/files.ts'
import { type HeldAccess, heldAccess } from '../../../test/held-access.ts'
import { newGuest, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** What one process takes away, another one no longer gives, within a second. */
let twin: TestApp
let access: HeldAccess
let owner: Person
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  access = await heldAccess(app, twin)
  owner = access.owner
})
afterAll(() => access.close())
const expectEach: HeldAccess['expectEach'] = (...given) => access.expectEach(...given)
const expectToEnd: HeldAccess['expectToEnd'] = (...given) => access.expectToEnd(...given)
const expectToBeOut: HeldAccess['expectToBeOut'] = (...given) => access.expectToBeOut(...given)

describe('those who came by a link', () => {
  type Change = (id: string, link: ShareLink) => Promise<unknown>
  const changes: [string, number, Change][] = [
    ['the review is made private', 404, (id) => access.ownerCall.visibility(id, 'PRIVATE')],
    ['the link is rotated', 404, (id, link) => access.ownerCall.changeLink(id, link._id, { rotate: true })],
    [
      'its key is changed',
      423,
      (id, link) => access.ownerCall.changeLink(id, link._id, { accessKey: 'another' }),
    ],
    ['it is closed', 404, (id, link) => access.ownerCall.changeLink(id, link._id, { access: 'NONE' })],
    [
      'it expires',
      410,
      (id, link) =>
        access.ownerCall.changeLink(id, link._id, { expiresAt: new Date(Date.now() - 1).toISOString() }),
    ],
    [
      'it is removed',
      404,
      (id, link) => app.call(deleteShareLink, { params: { id, linkId: link._id } }, owner),
    ],
  ]

  test.each(changes)('are out when %s', async (what, status, change) => {
    const published = await access.newRoom()
    const { _id: id } = published.review
    const link = await access.ownerCall.link(id)
    const share = link.shareCode
    const held = await access.holdEach(published, [
      { share },
      await newGuest(app, share),
      { ...(await newUser(app)), share },
    ])
    const byAnother = what.includes('private') ? [] : [{ share: published.share }]
    const others = await access.holdEach(published, [owner, ...byAnother])
    await change(id, link)
    await Promise.all(held.map((one) => expectToEnd(published, one, async () => {})))
    for (const one of held) await expectToBeOut(published, one.caller, status)
    for (const { addresses, stream } of others) {
      await expectEach(addresses, 200)
      stream.close()
    }
  })

  test('only look from now on when it allows less; what was given out before ends', async () => {
    const published = await access.newRoom()
    const { _id: id } = published.review
    const link = await access.ownerCall.link(id, { access: 'COMMENT' })
    const guest = await newGuest(app, link.shareCode)
    const held = await access.hold(published, guest)
    await expectToEnd(published, held, () => access.ownerCall.changeLink(id, link._id, { access: 'VIEW' }))
    const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Still here?' }
    expect((await twin.call(createComment, { body }, guest)).status).toBe(403)
    const again = await access.hold(published, guest)
    expect(again.addresses).not.toEqual(held.addresses)
  })

  test('have no original when downloads end, and no address of one from before', async () => {
    const published = await access.newRoom()
    const { _id: id } = published.review
    const link = await access.ownerCall.link(id)
    const held = await access.hold(published, { share: link.shareCode })
    await expectToEnd(published, held, () =>
      access.ownerCall.changeLink(id, link._id, { allowDownload: false }),
    )
    const seen = await twin.call(reviews.getReview, { params: { id } }, held.caller)
    expect(seen.body.result.files[0]?.url).toBeUndefined()
  })

  test('are out the second a link expires by itself', async () => {
    const published = await access.newRoom()
    const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 8_000)
    const link = await access.ownerCall.link(published.review._id, { expiresAt: expiresAt.toISOString() })
    const held = await access.hold(published, { share: link.shareCode })
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime())
    await expectToEnd(published, held, async () => {})
    await expectToBeOut(published, held.caller, 410)
  })
})

test('an address of one session, link or file does not open another', async () => {
  const published = await access.newRoom()
  const second = await access.newRoom()
  const link = await access.ownerCall.link(published.review._id)
  const held = await access.hold(published, { share: link.shareCode })
  const first = await access.hold(published, { share: published.share })
  const other = await access.hold(second, owner)
  const mix = (address: string, from: string, names: string[]) => {
    const [url, source] = [new URL(address), new URL(from)]
    for (const name of names) url.searchParams.set(name, source.searchParams.get(name) ?? '')
    return url.href
  }
  const [mine = '', theirs = '', elsewhere = ''] = [held, first, other].map((one) => one.addresses[0] ?? '')
  const made = [
    mix(mine, theirs, ['via']),
    mix(mine, theirs, ['sig']),
    mix(mine, elsewhere, ['via', 'sig', 'exp']),
    mix(mine, mine, []).replace(/via=[^&]+/, 'via=p'),
    mix(mine, mine, []).replace(/via=l-/, 'via=m-'),
    mix(mine, mine, []).replace(/via=[^&]+&/, ''),
  ]
  for (const address of made) expect((await fetchFile(twin, address)).status).toBe(404)
  expect((await fetchFile(twin, mine)).status).toBe(200)
})
