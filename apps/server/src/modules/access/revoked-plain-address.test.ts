import { removeMember } from '@wingmark/contract/members'
import * as reviews from '@wingmark/contract/reviews'
import { deleteShareLink, listShareLinks } from '@wingmark/contract/share-links'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchFile } from '../../../test/files.ts'
import { type HeldAccess, heldAccess } from '../../../test/held-access.ts'
import { addMember, newGuest, newOpenReview, newUser, type Person } from '../../../test/people.ts'
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

describe('those who came by the plain address', () => {
  const isPrivate = (id: string) => access.ownerCall.visibility(id, 'PRIVATE')
  const setPlain = (id: string, body: Record<string, unknown>) =>
    app.call(reviews.changeShareAccess, { params: { id }, body }, owner)
  const plainOf = async (id: string) => {
    const { results } = (await app.call(listShareLinks, { params: { id } }, owner)).body
    return results.find((link) => link.isPlain)?._id ?? ''
  }
  type Taking = [string, number, (id: string, linkId: string, member: Person) => Promise<unknown>]
  test.each<Taking>([
    [
      'another link is rotated',
      404,
      (id, linkId) => access.ownerCall.changeLink(id, linkId, { rotate: true }),
    ],
    [
      'another link is deleted',
      404,
      (id, linkId) => app.call(deleteShareLink, { params: { id, linkId } }, owner),
    ],
    [
      'a member is removed',
      404,
      (id, _, member) => app.call(removeMember, { params: { id, memberId: member.user._id } }, owner),
    ],
    ['the review is made private', 404, isPrivate],
    ['the owner closes it', 404, (id) => setPlain(id, { plainAddress: false })],
    [
      'it gets a key',
      423,
      async (id) => access.ownerCall.changeLink(id, await plainOf(id), { accessKey: 'studio' }),
    ],
    [
      'it ends',
      410,
      async (id) =>
        access.ownerCall.changeLink(id, await plainOf(id), {
          expiresAt: new Date(Date.now() - 1).toISOString(),
        }),
    ],
  ])('are out when %s', async (what, status, take) => {
    const published = await access.newRoom(newOpenReview)
    const { _id: id } = published.review
    const link = await access.ownerCall.link(id)
    const member = await newUser(app)
    await addMember(app, id, member, 'EDITOR')
    const callers = [{}, await newGuest(app), await newUser(app), { share: published.share }]
    const all = await access.holdEach(published, callers)
    const [held, byLink] = [all.slice(0, -1), all.at(-1)]
    await take(id, link._id, member)
    await Promise.all(held.map((one) => expectToEnd(published, one, async () => {})))
    for (const one of held) await expectToBeOut(published, one.caller, status)
    if (what.includes('private') || !byLink) return
    for (const address of byLink.addresses) expect((await fetchFile(twin, address)).status).toBe(200)
    byLink.stream.close()
  })

  test('get nothing back of what they had when it is opened again, nor by the token of a key', async () => {
    const published = await access.newRoom(newOpenReview)
    const { _id: id } = published.review
    await access.ownerCall.changeLink(id, await plainOf(id), { accessKey: 'studio' })
    const { body } = await twin.call(reviews.openShare, { body: { review: id, accessKey: 'studio' } })
    const held = await access.hold(published, { share: body.result.shareToken })
    await expectToEnd(published, held, () => setPlain(id, { plainAddress: false }))
    await setPlain(id, { plainAddress: true })
    await expectToBeOut(published, held.caller, 404)
    await expectEach(held.addresses, 404)
  })
})
