import { createComment, getComment } from '@wingmark/contract/comments'
import { answerConnection, askToConnect, listConnections } from '@wingmark/contract/connections'
import { createDelivery, getDelivery } from '@wingmark/contract/deliveries'
import { getInvitation, respondInvitation, sendInvitation } from '@wingmark/contract/invitations'
import { liveReviewPath } from '@wingmark/contract/live'
import { getConversation, sendMessage } from '@wingmark/contract/messages'
import { getPerson } from '@wingmark/contract/people'
import { getDeliveryPage } from '@wingmark/contract/received-deliveries'
import { changeVisibility, getReview, listMyReviews, listPublicReviews } from '@wingmark/contract/reviews'
import { createTransfer } from '@wingmark/contract/transfers'
import * as contract from '@wingmark/contract/users'
import { createWorkspace, getWorkspace } from '@wingmark/contract/workspaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUsers } from '#server/modules/users/service'
import { newPilot } from '../../../../test/connection-people.ts'
import { listen, soonMs } from '../../../../test/listen-live.ts'
import { codeIn, linkIn, mailsFor } from '../../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newReview,
  newUser,
  type Person,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { type Caller, startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The address's owner signs in with an emailed code. */
async function prove({ user }: Person): Promise<Caller> {
  await app.call(contract.sendLoginCode, { body: { email: user.email } })
  const [mail] = await mailsFor(app, user.email)
  const body = { email: user.email, otp: mail ? codeIn(mail) : '' }
  return { token: (await app.call(contract.verifyLoginCode, { body })).body.result.accessToken }
}

const answer = (who: Caller, what: 'KEEP' | 'REMOVE' | 'UNDO') =>
  app.call(contract.answerUnverifiedWork, { body: { answer: what } }, who)
const unverifiedWorkOf = async (who: Caller) =>
  (await app.call(contract.getProfile, {}, who)).body.result.settings.earlier
const see = async (id: string, who: Caller) => (await app.call(getReview, { params: { id } }, who)).status
const usedBytes = async (who: Caller) =>
  (await app.call(contract.getUsage, {}, who)).body.result.storage.usedBytes

/** A stranger's review, just after the address was verified. */
async function takenOver() {
  const [stranger, member] = [await newUser(app), await newUser(app)]
  const { review, files, share } = await newReview(app, stranger)
  await addMember(app, review._id, member, 'EDITOR')
  await waitUntilIdle(app)
  const stream = await listen(app.url, liveReviewPath(review._id), { share })
  const url = files[0]?.url?.replace(app.deps.config.filesUrl, '') ?? ''
  const owner = await prove(stranger)
  return { stranger, member, owner, id: review._id, file: files[0]?._id ?? '', share, stream, url }
}

test('without earlier work nothing is asked', async () => {
  const owner = await prove(await newUser(app))
  expect(await unverifiedWorkOf(owner)).toBeNull()
  expect((await answer(owner, 'KEEP')).status).toBe(409)
})

describe('until the question is answered', () => {
  test('earlier links, members and streams are suspended, except for the owner', async () => {
    const { owner, member, id, share, stream, url } = await takenOver()
    expect(await unverifiedWorkOf(owner)).toEqual({
      state: 'ASKED',
      reviews: 1,
      files: 1,
      ...{ words: 0, workspaces: 0, deliveries: 0, people: 0, profiles: 0 },
      undoUntil: null,
      links: ['Spring campaign'],
    })
    expect([await see(id, owner), await see(id, { share }), await see(id, member)]).toEqual([200, 404, 404])
    await stream.ended(soonMs)
    expect((await app.fetch(url)).status).toBe(404)
    const mine = await app.call(listMyReviews, {}, member)
    expect(mine.body.results.map((one) => one._id)).not.toContain(id)
  })

  test('so are a public review and invitations; new ones are not', async () => {
    const [stranger, guest] = [await newUser(app), await newUser(app)]
    const { review } = await newReview(app, stranger)
    const params = { id: review._id }
    await app.call(changeVisibility, { params, body: { visibility: 'PUBLIC' } }, stranger)
    await app.call(sendInvitation, { params, body: { email: guest.user.email, role: 'VIEWER' } }, stranger)
    const [mail] = await mailsFor(app, guest.user.email)
    const token = new URL(mail ? linkIn(mail, '/invite/review') : '').searchParams.get('token') ?? ''
    const owner = await prove(stranger)
    const all = await app.call(listPublicReviews)
    expect(all.body.results.map((one) => one._id)).not.toContain(review._id)
    expect((await app.call(getInvitation, { body: { token } })).status).toBe(410)
    const accept = () => app.call(respondInvitation, { body: { token, response: 'ACCEPT' } }, guest)
    expect((await accept()).status).toBe(410)
    const fresh = await newReview(app, owner)
    expect(await see(fresh.review._id, { share: fresh.share })).toBe(200)
    await answer(owner, 'KEEP')
    expect((await accept()).status).toBe(200)
    expect(await see(review._id, {})).toBe(200)
  })
})

describe('a profile, contacts, a workspace and files that were sent', () => {
  /** By a stranger, with someone whom they admitted everywhere. */
  async function madeAll() {
    const [stranger, friend] = [await newPilot(app), await newPilot(app)]
    const workspace = (await app.call(createWorkspace, { body: { name: 'Studio' } }, stranger)).body.result
    await app.deps.db.pool.query(
      `insert into members (workspace_id, user_id, role) values ($1, $2, 'EDITOR')`,
      [workspace._id, friend.user._id],
    )
    const file = (await newFile(app, stranger, { purpose: 'TRANSFER' }))._id
    const item = (await app.call(createTransfer, { body: { file } }, stranger)).body.result._id
    const sent = (await app.call(createDelivery, { body: { items: [item] } }, stranger)).body.result
    await app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [
      friend.user._id,
    ])
    const asked = await app.call(
      askToConnect,
      { params: { id: stranger.user._id }, body: {} },
      { token: friend.token },
    )
    await app.call(
      answerConnection,
      { params: { id: asked.body.result._id }, body: { response: 'ACCEPT' } },
      stranger,
    )
    const wrote = await app.call(sendMessage, { body: { to: friend.user._id, message: 'Hello' } }, stranger)
    return { stranger, friend, workspace: workspace._id, sent, conversation: wrote.body.result.conversation }
  }
  type Made = Awaited<ReturnType<typeof madeAll>>

  const asFriend = async ({ stranger, friend, workspace, sent }: Made) => [
    (await app.call(getWorkspace, { params: { id: workspace } }, friend)).status,
    (await app.call(getDeliveryPage, { params: { id: sent._id } }, { share: sent.shareCode })).status,
    (await app.call(getPerson, { params: { id: stranger.user._id } }, friend)).status,
    (await app.call(listConnections, {}, friend)).body.results.length,
  ]
  const asOwner = async (owner: Caller, { workspace, sent, conversation }: Made) => [
    (await app.call(getWorkspace, { params: { id: workspace } }, owner)).status,
    (await app.call(getDelivery, { params: { id: sent._id } }, owner)).status,
    (await app.call(getConversation, { params: { id: conversation } }, owner)).status,
    (await app.call(listConnections, {}, owner)).body.results.length,
    (await app.call(contract.getProfile, {}, owner)).body.result.user.plan,
  ]

  test('are suspended, removed and restored together; the plan depends on what is left', async () => {
    const made = await madeAll()
    expect(await asFriend(made)).toEqual([200, 200, 200, 1])
    const owner = await prove(made.stranger)
    expect(await unverifiedWorkOf(owner)).toMatchObject({
      ...{ reviews: 0, files: 1, workspaces: 1, deliveries: 1, people: 2, profiles: 1 },
    })
    expect(await asFriend(made)).toEqual([404, 404, 404, 0])
    expect(await asOwner(owner, made)).toEqual([200, 200, 200, 1, 'PILOT'])

    await answer(owner, 'REMOVE')
    expect(await asFriend(made)).toEqual([404, 404, 404, 0])
    expect(await asOwner(owner, made)).toEqual([404, 404, 404, 0, 'FREE'])
    const theirs = await app.call(getConversation, { params: { id: made.conversation } }, made.friend)
    expect([theirs.status, theirs.body.conversation.person?.name]).toEqual([200, 'Deleted account'])

    await answer(owner, 'UNDO')
    expect(await asFriend(made)).toEqual([200, 200, 200, 1])
    expect(await asOwner(owner, made)).toEqual([200, 200, 200, 1, 'PILOT'])
    const page = await app.call(getDelivery, { params: { id: made.sent._id } }, owner)
    expect(page.body.result.fileCount).toBe(1)
  })
})

test('Keep opens everything again, and is asked once', async () => {
  const { owner, member, id, share } = await takenOver()
  expect((await answer(owner, 'KEEP')).body.result.settings.earlier).toBeNull()
  expect([await see(id, owner), await see(id, { share }), await see(id, member)]).toEqual([200, 200, 200])
  expect((await answer(owner, 'REMOVE')).status).toBe(409)
})

describe('Remove', () => {
  test('hides earlier work with its storage, but nothing newer', async () => {
    const { owner, member, id, share } = await takenOver()
    const fresh = await newReview(app, owner)
    const before = await usedBytes(owner)
    const done = await answer(owner, 'REMOVE')
    expect(done.body.result.settings.earlier).toMatchObject({ state: 'REMOVED', reviews: 1, files: 1 })
    expect([await see(id, owner), await see(id, { share }), await see(id, member)]).toEqual([404, 404, 404])
    expect(await see(fresh.review._id, owner)).toBe(200)
    expect(await usedBytes(owner)).toBeLessThan(before)
    const undone = await answer(owner, 'UNDO')
    expect([undone.status, undone.body.result.settings.earlier]).toEqual([200, null])
    expect([await see(id, owner), await see(id, { share }), await see(id, member)]).toEqual([200, 200, 200])
    expect(await usedBytes(owner)).toBe(before)
    expect((await answer(owner, 'UNDO')).status).toBe(409)
  })

  test('keeps comments in others’ reviews, without the name', async () => {
    const [stranger, host] = [await newUser(app), await newUser(app)]
    const { review, files } = await newReview(app, host)
    await addMember(app, review._id, stranger, 'COMMENTER')
    const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'As you' }
    const said = await app.call(createComment, { body }, stranger)
    const authorNow = async () =>
      (await app.call(getComment, { params: { id: said.body.result._id } }, host)).body.result.author
    const owner = await prove(stranger)
    await answer(owner, 'REMOVE')
    expect((await authorNow()).name).toBe('Deleted account')
    await answer(owner, 'UNDO')
    expect((await authorNow())._id).toBe(stranger.user._id)
  })

  test('becomes permanent after thirty days, or with the account', async () => {
    const { owner, stranger, id } = await takenOver()
    await answer(owner, 'REMOVE')
    const age = (days: number) =>
      app.deps.db.pool.query(
        'update users set created_at = now() - make_interval(days => $2::int) where kept_for = $1',
        [stranger.user._id, days],
      )
    await age(29)
    await sweepUsers(app.deps)
    expect(await unverifiedWorkOf(owner)).not.toBeNull()
    await age(31)
    await sweepUsers(app.deps)
    expect(await unverifiedWorkOf(owner)).toBeNull()
    const left = await app.deps.db.pool.query('select 1 from reviews where id = $1', [id])
    expect(left.rows).toEqual([])

    const other = await takenOver()
    await answer(other.owner, 'REMOVE')
    const { email, _id } = other.stranger.user
    await app.call(contract.sendLoginCode, { body: { email } }, other.owner)
    const mails = (await mailsFor(app, email, 3)).filter(({ subject }) => subject?.includes('Wingmark code'))
    const otp = codeIn(mails.at(-1) as never)
    expect((await app.call(contract.deleteAccount, { body: { otp } }, other.owner)).status).toBe(200)
    const rows = await app.deps.db.pool.query('select 1 from users where id = $1 or kept_for = $1', [_id])
    expect(rows.rows).toEqual([])
  })
})
