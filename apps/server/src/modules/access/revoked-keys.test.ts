import * as reviews from '@wingmark/contract/reviews'
import { afterAll, describe, expect, test } from 'vitest'
import { type HeldAccess, heldAccess } from '../../../test/held-access.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
/** What one process takes away, another one no longer gives, within a second. */
let twin: TestApp
let access: HeldAccess
withApp.beforeAll(async ({ app: shared, twin: other }) => {
  app = shared
  twin = other
  access = await heldAccess(app, twin)
})
afterAll(() => access.close())
const expectToEnd: HeldAccess['expectToEnd'] = (...given) => access.expectToEnd(...given)
const expectToBeOut: HeldAccess['expectToBeOut'] = (...given) => access.expectToBeOut(...given)

describe('those who came by a key', () => {
  test('are out with the token of a key that was changed, rotated away or made private', async () => {
    for (const change of [
      (id: string, linkId: string) => access.ownerCall.changeLink(id, linkId, { accessKey: 'another' }),
      (id: string, linkId: string) => access.ownerCall.changeLink(id, linkId, { rotate: true }),
      (id: string, linkId: string) => access.ownerCall.changeLink(id, linkId, { access: 'NONE' }),
      (id: string) => access.ownerCall.visibility(id, 'PRIVATE'),
    ]) {
      const published = await access.newRoom()
      const { _id: id } = published.review
      const link = await access.ownerCall.link(id, { accessKey: 'studio' })
      const { body } = await twin.call(reviews.openShare, {
        body: { shareCode: link.shareCode, accessKey: 'studio' },
      })
      const held = await access.hold(published, { share: body.result.shareToken })
      await expectToEnd(published, held, () => change(id, link._id))
      await expectToBeOut(published, held.caller, 404)
    }
  })

  test('need no key again for one that was right, whatever else changes, until it is changed', async () => {
    const published = await access.newRoom()
    const { _id: id } = published.review
    const link = await access.ownerCall.link(id, { access: 'COMMENT', accessKey: 'studio' })
    const { body } = await twin.call(reviews.openShare, {
      body: { shareCode: link.shareCode, accessKey: 'studio' },
    })
    const caller = { share: body.result.shareToken }
    const statusOf = async () => (await twin.call(reviews.getReview, { params: { id } }, caller)).status
    for (const change of [
      () => access.ownerCall.changeLink(id, link._id, { access: 'VIEW' }),
      () => access.ownerCall.changeLink(id, link._id, { access: 'COMMENT', allowDownload: false }),
      () =>
        access.ownerCall.changeLink(id, link._id, { expiresAt: new Date(Date.now() + 60_000).toISOString() }),
      () => access.ownerCall.visibility(id, 'PUBLIC'),
      () => access.ownerCall.visibility(id, 'UNLISTED'),
    ]) {
      await change()
      expect(await statusOf()).toBe(200)
    }
    await access.ownerCall.changeLink(id, link._id, { accessKey: 'studio 2' })
    expect(await statusOf()).toBe(404)
  })

  test('keep a token that was signed before keys had a number of their own', async () => {
    const { review } = await access.newRoom()
    const link = await access.ownerCall.link(review._id, { accessKey: 'studio' })
    const expires = Math.floor(Date.now() / 1000 + 60).toString(36)
    const mac = app.deps.signer.sign(['share', link._id, 1, 1, expires])
    const caller = { share: `st.${link._id}.${expires}.${mac}` }
    const statusOf = async () =>
      (await twin.call(reviews.getReview, { params: { id: review._id } }, caller)).status
    expect(await statusOf()).toBe(200)
    await access.ownerCall.changeLink(review._id, link._id, { accessKey: 'another' })
    expect(await statusOf()).toBe(404)
  })
})
