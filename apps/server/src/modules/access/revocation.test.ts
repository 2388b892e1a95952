import { existsSync } from 'node:fs'
import { createComment, listReviewComments } from '@wingmark/contract/comments'
import { type File, getFile } from '@wingmark/contract/files'
import { respondInvitation, revokeInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { changeMemberRole, removeMember } from '@wingmark/contract/members'
import * as reviews from '@wingmark/contract/reviews'
import {
  changeShareLink,
  createShareLink,
  deleteShareLink,
  listShareLinks,
  type ShareLink,
} from '@wingmark/contract/share-links'
import { tileUrl } from '@wingmark/contract/tiles'
import {
  changePassword,
  deleteAccount,
  forgetPassword,
  logout,
  resetPassword,
} from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webFolder } from '#server/modules/pages/service'
import { eventually } from '../../../test/eventually.ts'
import { fetchFile, pdf } from '../../../test/files.ts'
import { type Listening, listenToReview, soonMs } from '../../../test/listen-live.ts'
import { linkIn, mailsFor } from '../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newGuest,
  newOpenReview,
  newReview,
  newUser,
  type Person,
  type Published,
  password,
  waitUntilIdle,
} from '../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../test/start-test-app.ts'

// What one process revokes, another stops serving within a second.
let app: TestApp
let twin: TestApp
let owner: Person
const open: Listening[] = []

beforeAll(async () => {
  app = await startTestApp()
  const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
  twin = await startTestApp({ databaseUrl, dataDir: app.dataDir })
  owner = await newUser(app, 'Olga Owner')
})
afterAll(async () => {
  for (const one of open) one.close()
  await twin.close()
  await app.close()
})

type Hold = { caller: Caller; addresses: string[]; stream: Listening }

/** A review with a picture, a page with tiles, and a comment with an attached picture. */
async function newRoom(publish = newReview): Promise<Published> {
  const published = await publish(app, owner)
  const page = await newFile(app, owner, { bytes: pdf(1), name: 'poster.pdf' })
  const poster = { params: { id: published.review._id }, body: { files: [page._id] } }
  await app.call(reviews.updateReview, poster, owner)
  const attached = await newFile(app, owner, { purpose: 'COMMENT' })
  const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, files: [attached._id] }
  await app.call(createComment, { body }, owner)
  await waitUntilIdle(app)
  return published
}

const addressesOf = (file: object): string[] => [
  ...Object.entries(file).flatMap(([name, value]) => (/url$/i.test(name) && value ? [String(value)] : [])),
  ...('tiles' in file ? [tileUrl((file as Required<File>).tiles.url, 1, { level: 0, x: 0, y: 0 })] : []),
]

async function expectEach(addresses: string[], status: number): Promise<void> {
  const answers = await Promise.all(addresses.map((address) => fetchFile(twin, address)))
  expect(answers.map((answer) => answer.status)).toEqual(addresses.map(() => status))
}

/** Everything that a viewer of a review holds: its data, all addresses in it, a live stream. */
async function hold(published: Published, caller: Caller): Promise<Hold> {
  const { _id: id } = published.review
  const { status, body } = await twin.call(reviews.getReview, { params: { id } }, caller)
  expect(status).toBe(200)
  const { review, files, comments } = body.result
  const attached = comments.results.flatMap((comment) => comment.files)
  const addresses = [review, ...files, ...attached].flatMap(addressesOf)
  expect(addresses.length).toBeGreaterThanOrEqual(10)
  expect(addresses.some((address) => address.includes('/files/tiles/'))).toBe(true)
  await expectEach(addresses, 200)
  const stream = await listenToReview(twin.url, id, caller)
  open.push(stream)
  await stream.next('presence')
  return { caller, addresses, stream }
}

/** All at once, because presence is sent only every two seconds. */
const holdEach = (published: Published, callers: Caller[]) =>
  Promise.all(callers.map((caller) => hold(published, caller)))

/** Everything held ends soon after the change. */
async function expectToEnd(published: Published, held: Hold, change: () => Promise<unknown>): Promise<void> {
  await change()
  await held.stream.ended(soonMs)
  await eventually(async () => {
    await expectEach(held.addresses, 404)
  }, soonMs)
  expect(held.stream.heard.map((one) => one.event)).not.toContain('comment.created')
}

/** Neither the page nor a call nor a stream admits them again. */
async function expectToBeOut({ review, files }: Published, caller: Caller, status: number): Promise<void> {
  const params = { id: review._id }
  const file: File | undefined = files[0]
  expect((await twin.call(reviews.getReview, { params }, caller)).status).toBe(status)
  expect((await twin.call(listReviewComments, { params }, caller)).status).toBe(status)
  expect((await twin.call(getFile, { params: { id: file?._id ?? '' } }, caller)).status).toBe(status)
  expect((await listenToReview(twin.url, review._id, caller)).status).toBe(status)
  if (!existsSync(`${webFolder}/index.html`)) return
  const page = await twin.fetch(`/reviews/${review._id}`, { caller })
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain(review.name)
}

const ownerCall = {
  visibility: (id: string, visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC') =>
    app.call(reviews.changeVisibility, { params: { id }, body: { visibility } }, owner),
  link: async (id: string, body: Record<string, unknown> = {}): Promise<ShareLink> =>
    (await app.call(createShareLink, { params: { id }, body: { name: 'Client', ...body } }, owner)).body
      .result,
  changeLink: (id: string, linkId: string, body: Record<string, unknown>) =>
    app.call(changeShareLink, { params: { id, linkId }, body }, owner),
}

describe('people who came by a link', () => {
  type Change = (id: string, link: ShareLink) => Promise<unknown>
  const changes: [string, number, Change][] = [
    ['the review is made private', 404, (id) => ownerCall.visibility(id, 'PRIVATE')],
    ['the link is rotated', 404, (id, link) => ownerCall.changeLink(id, link._id, { rotate: true })],
    ['its key is changed', 423, (id, link) => ownerCall.changeLink(id, link._id, { accessKey: 'another' })],
    ['it is closed', 404, (id, link) => ownerCall.changeLink(id, link._id, { access: 'NONE' })],
    [
      'it expires',
      410,
      (id, link) => ownerCall.changeLink(id, link._id, { expiresAt: new Date(Date.now() - 1).toISOString() }),
    ],
    [
      'it is removed',
      404,
      (id, link) => app.call(deleteShareLink, { params: { id, linkId: link._id } }, owner),
    ],
  ]

  test.each(changes)('are out when %s', async (what, status, change) => {
    const published = await newRoom()
    const { _id: id } = published.review
    const link = await ownerCall.link(id)
    const share = link.shareCode
    const held = await holdEach(published, [
      { share },
      await newGuest(app, share),
      { ...(await newUser(app)), share },
    ])
    const byAnother = what.includes('private') ? [] : [{ share: published.share }]
    const others = await holdEach(published, [owner, ...byAnother])
    await change(id, link)
    await Promise.all(held.map((one) => expectToEnd(published, one, async () => {})))
    for (const one of held) await expectToBeOut(published, one.caller, status)
    for (const { addresses, stream } of others) {
      await expectEach(addresses, 200)
      stream.close()
    }
  })

  test('lose access with a key’s token when the key changes, the link rotates or the review becomes private', async () => {
    for (const change of [
      (id: string, linkId: string) => ownerCall.changeLink(id, linkId, { accessKey: 'another' }),
      (id: string, linkId: string) => ownerCall.changeLink(id, linkId, { rotate: true }),
      (id: string, linkId: string) => ownerCall.changeLink(id, linkId, { access: 'NONE' }),
      (id: string) => ownerCall.visibility(id, 'PRIVATE'),
    ]) {
      const published = await newRoom()
      const { _id: id } = published.review
      const link = await ownerCall.link(id, { accessKey: 'studio' })
      const { body } = await twin.call(reviews.openShare, {
        body: { shareCode: link.shareCode, accessKey: 'studio' },
      })
      const held = await hold(published, { share: body.result.shareToken })
      await expectToEnd(published, held, () => change(id, link._id))
      await expectToBeOut(published, held.caller, 404)
    }
  })

  test('keep access with a right key through other changes, until it changes', async () => {
    const published = await newRoom()
    const { _id: id } = published.review
    const link = await ownerCall.link(id, { access: 'COMMENT', accessKey: 'studio' })
    const { body } = await twin.call(reviews.openShare, {
      body: { shareCode: link.shareCode, accessKey: 'studio' },
    })
    const caller = { share: body.result.shareToken }
    const statusOf = async () => (await twin.call(reviews.getReview, { params: { id } }, caller)).status
    for (const change of [
      () => ownerCall.changeLink(id, link._id, { access: 'VIEW' }),
      () => ownerCall.changeLink(id, link._id, { access: 'COMMENT', allowDownload: false }),
      () => ownerCall.changeLink(id, link._id, { expiresAt: new Date(Date.now() + 60_000).toISOString() }),
      () => ownerCall.visibility(id, 'PUBLIC'),
      () => ownerCall.visibility(id, 'UNLISTED'),
    ]) {
      await change()
      expect(await statusOf()).toBe(200)
    }
    await ownerCall.changeLink(id, link._id, { accessKey: 'studio 2' })
    expect(await statusOf()).toBe(404)
  })

  test('keep a token signed before keys had a number of their own', async () => {
    const { review } = await newRoom()
    const link = await ownerCall.link(review._id, { accessKey: 'studio' })
    const expires = Math.floor(Date.now() / 1000 + 60).toString(36)
    const mac = app.deps.signer.sign(['share', link._id, 1, 1, expires])
    const caller = { share: `st.${link._id}.${expires}.${mac}` }
    const statusOf = async () =>
      (await twin.call(reviews.getReview, { params: { id: review._id } }, caller)).status
    expect(await statusOf()).toBe(200)
    await ownerCall.changeLink(review._id, link._id, { accessKey: 'another' })
    expect(await statusOf()).toBe(404)
  })

  test('only read once it allows less, and lose earlier access', async () => {
    const published = await newRoom()
    const { _id: id } = published.review
    const link = await ownerCall.link(id, { access: 'COMMENT' })
    const guest = await newGuest(app, link.shareCode)
    const held = await hold(published, guest)
    await expectToEnd(published, held, () => ownerCall.changeLink(id, link._id, { access: 'VIEW' }))
    const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Still here?' }
    expect((await twin.call(createComment, { body }, guest)).status).toBe(403)
    const again = await hold(published, guest)
    expect(again.addresses).not.toEqual(held.addresses)
  })

  test('lose originals and their addresses when downloads end', async () => {
    const published = await newRoom()
    const { _id: id } = published.review
    const link = await ownerCall.link(id)
    const held = await hold(published, { share: link.shareCode })
    await expectToEnd(published, held, () => ownerCall.changeLink(id, link._id, { allowDownload: false }))
    const seen = await twin.call(reviews.getReview, { params: { id } }, held.caller)
    expect(seen.body.result.files[0]?.url).toBeUndefined()
  })

  test('lose access the second a link expires by itself', async () => {
    const published = await newRoom()
    const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 8_000)
    const link = await ownerCall.link(published.review._id, { expiresAt: expiresAt.toISOString() })
    const held = await hold(published, { share: link.shareCode })
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime())
    await expectToEnd(published, held, async () => {})
    await expectToBeOut(published, held.caller, 410)
  })
})

describe('people who came by the plain address', () => {
  const isPrivate = (id: string) => ownerCall.visibility(id, 'PRIVATE')
  const setPlain = (id: string, body: Record<string, unknown>) =>
    app.call(reviews.changeShareAccess, { params: { id }, body }, owner)
  const plainOf = async (id: string) => {
    const { results } = (await app.call(listShareLinks, { params: { id } }, owner)).body
    return results.find((link) => link.isPlain)?._id ?? ''
  }
  type Taking = [string, number, (id: string, linkId: string, member: Person) => Promise<unknown>]
  test.each<Taking>([
    ['another link is rotated', 404, (id, linkId) => ownerCall.changeLink(id, linkId, { rotate: true })],
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
      async (id) => ownerCall.changeLink(id, await plainOf(id), { accessKey: 'studio' }),
    ],
    [
      'it ends',
      410,
      async (id) =>
        ownerCall.changeLink(id, await plainOf(id), { expiresAt: new Date(Date.now() - 1).toISOString() }),
    ],
  ])('lose access when %s', async (what, status, take) => {
    const published = await newRoom(newOpenReview)
    const { _id: id } = published.review
    const link = await ownerCall.link(id)
    const member = await newUser(app)
    await addMember(app, id, member, 'EDITOR')
    const callers = [{}, await newGuest(app), await newUser(app), { share: published.share }]
    const all = await holdEach(published, callers)
    const [held, byLink] = [all.slice(0, -1), all.at(-1)]
    await take(id, link._id, member)
    await Promise.all(held.map((one) => expectToEnd(published, one, async () => {})))
    for (const one of held) await expectToBeOut(published, one.caller, status)
    if (what.includes('private') || !byLink) return
    for (const address of byLink.addresses) expect((await fetchFile(twin, address)).status).toBe(200)
    byLink.stream.close()
  })

  test('regain no earlier access when it opens again, nor by a key’s token', async () => {
    const published = await newRoom(newOpenReview)
    const { _id: id } = published.review
    await ownerCall.changeLink(id, await plainOf(id), { accessKey: 'studio' })
    const { body } = await twin.call(reviews.openShare, { body: { review: id, accessKey: 'studio' } })
    const held = await hold(published, { share: body.result.shareToken })
    await expectToEnd(published, held, () => setPlain(id, { plainAddress: false }))
    await setPlain(id, { plainAddress: true })
    await expectToBeOut(published, held.caller, 404)
    await expectEach(held.addresses, 404)
  })
})

describe('a member', () => {
  const newMember = async (published: Published, role: 'EDITOR' | 'VIEWER' = 'EDITOR') => {
    const member = await newUser(app, 'Mia Member')
    await addMember(app, published.review._id, member, role)
    return member
  }
  const inviteBy = async (published: Published, inviter: Person) => {
    const invited = await newUser(app)
    const { email } = invited.user
    const params = { id: published.review._id }
    await app.call(sendInvitation, { params, body: { email, role: 'VIEWER' } }, inviter)
    const [mail] = await mailsFor(app, email)
    if (!mail) throw new Error('no mail came')
    const token = new URL(linkIn(mail, '/invite/review')).searchParams.get('token') ?? ''
    return () => twin.call(respondInvitation, { body: { token, response: 'ACCEPT' } }, invited)
  }

  test('who is removed loses access, and so do the people they invited', async () => {
    const published = await newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await hold(published, member)
    const params = { id: published.review._id, memberId: member.user._id }
    await expectToEnd(published, held, () => app.call(removeMember, { params }, owner))
    await expectToBeOut(published, member, 404)
    expect((await accept()).status).toBe(410)
  })

  test('whose role is lowered can do only that, with addresses and a stream of that role', async () => {
    const published = await newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await hold(published, member)
    const params = { id: published.review._id, memberId: member.user._id }
    await expectToEnd(published, held, () =>
      app.call(changeMemberRole, { params, body: { role: 'VIEWER' } }, owner),
    )
    const rename = { params: { id: published.review._id }, body: { name: 'Mine' } }
    expect((await twin.call(reviews.updateReview, rename, member)).status).toBe(403)
    expect((await accept()).status).toBe(410)
    await hold(published, member)
  })

  test('whose review is made private stays', async () => {
    const published = await newRoom()
    const held = await hold(published, await newMember(published, 'VIEWER'))
    await ownerCall.visibility(published.review._id, 'PRIVATE')
    for (const address of held.addresses) expect((await fetchFile(twin, address)).status).toBe(200)
    await app.call(
      reviews.updateReview,
      { params: { id: published.review._id }, body: { name: 'New' } },
      owner,
    )
    await held.stream.next('review.updated')
  })

  test('who revokes an invitation ends it', async () => {
    const published = await newRoom()
    const accept = await inviteBy(published, owner)
    const params = { id: published.review._id }
    const sent = await app.call(
      sendInvitation,
      { params, body: { email: 'x@example.test', role: 'VIEWER' } },
      owner,
    )
    const other = sent.body.result.invitations[0]?._id ?? ''
    await app.call(revokeInvitation, { params: { ...params, invitationId: other } }, owner)
    expect((await accept()).status).toBe(200)
  })

  type Ending = [string, (member: Person) => Promise<unknown>]
  test.each<Ending>([
    ['signs out', (member) => app.call(logout, { body: {} }, member)],
    ['signs out everywhere', (member) => app.call(logout, { body: { everywhere: true } }, member)],
    ['deletes their account', (member) => app.call(deleteAccount, { body: { password } }, member)],
    [
      'sets a new password by mail',
      async (member) => {
        const { email } = member.user
        await app.call(forgetPassword, { body: { email } })
        const mail = (await mailsFor(app, email)).at(-1)
        if (!mail) throw new Error('no mail came')
        const token = new URL(linkIn(mail, 'reset-password')).searchParams.get('token') ?? ''
        const { status } = await app.call(resetPassword, { body: { token, password: `${password}!` } })
        expect(status).toBe(200)
      },
    ],
    [
      'changes the password on another device',
      async (member) => {
        const { login } = await import('@wingmark/contract/users')
        const { email } = member.user
        const { body } = await app.call(login, { body: { email, password } })
        const change = { password, newPassword: `${password}!` }
        const other = { token: body.result.accessToken }
        expect((await app.call(changePassword, { body: change }, other)).status).toBe(200)
      },
    ],
  ])('who %s loses access with that session', async (what, end) => {
    const published = await newRoom()
    const member = await newMember(published)
    const accept = await inviteBy(published, member)
    const held = await hold(published, member)
    await expectToEnd(published, held, () => end(member))
    await expectToBeOut(published, member, 401)
    // The email verifies the address for the first time: earlier access is suspended until the owner answers.
    expect((await accept()).status).toBe(/deletes|by mail/.test(what) ? 410 : 200)
  })
})

test('an address of one session, link or file does not open another', async () => {
  const published = await newRoom()
  const second = await newRoom()
  const link = await ownerCall.link(published.review._id)
  const held = await hold(published, { share: link.shareCode })
  const first = await hold(published, { share: published.share })
  const other = await hold(second, owner)
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
