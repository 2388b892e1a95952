import { createComment, createReply } from '@wingmark/contract/comments'
import { sendInvitation } from '@wingmark/contract/invitations'
import { removeMember } from '@wingmark/contract/members'
import { openShare } from '@wingmark/contract/reviews'
import { changeShareLink, createShareLink } from '@wingmark/contract/share-links'
import { hashToken, randomToken } from '#server/platform/tokens'
import { startModelServer } from '../model-server.ts'
import {
  addMember,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  waitUntilIdle,
} from '../people.ts'
import { type Caller, startTestApp, type TestApp } from '../start-test-app.ts'

export const linkKinds = [
  'VIEW link',
  'COMMENT link',
  'EDIT link',
  'opened key link',
  'unopened key link',
  'expired link',
  'closed link',
] as const
export type LinkKind = (typeof linkKinds)[number]

export const members = ['owner', 'editor', 'commenter', 'viewer'] as const
export const guests = linkKinds.map((kind) => `guest by ${kind}` as const)
export const visitors = linkKinds.map((kind) => `visitor by ${kind}` as const)
export const others = ['user by COMMENT link', 'former member', 'stranger', 'signed out'] as const
export const everybody = [...members, ...guests, ...visitors, ...others] as const
export type Name = (typeof everybody)[number]

/** A caller; `code` is that of their link, `accessKey` its access key where they know it. */
export type Somebody = { name: Name; caller: Caller; person?: Person; code?: string; accessKey?: string }

export type World = Awaited<ReturnType<typeof makeWorld>>

const accessKey = 'open sesame'

/** A review with all callers, and something of each kind in it. */
export async function makeWorld() {
  const model = await startModelServer()
  const app = await startTestApp({ config: { ai: model.config } })
  const owner = await newUser(app, 'Olga Owner')
  const published = await newReview(app, owner, 2)
  const id = published.review._id
  const fileId = published.files[0]?._id ?? ''
  const people = await makePeople(app, owner, published)
  const spare = await newUser(app, 'Sam Spare')
  await addMember(app, id, spare, 'COMMENTER')

  const newComment = async () => {
    const body = { file: fileId, type: 'GENERAL' as const, message: 'Larger, please.' }
    return (await app.call(createComment, { body }, owner)).body.result._id
  }
  const commentId = await newComment()
  const newReply = async () =>
    (await app.call(createReply, { body: { comment: commentId, message: 'Done.' } }, owner)).body.result._id
  const newLink = async () =>
    (await app.call(createShareLink, { params: { id }, body: { name: 'Another' } }, owner)).body.result._id
  const newInvitation = async () => {
    const body = { email: `${crypto.randomUUID()}@example.test`, role: 'VIEWER' as const }
    const { result } = (await app.call(sendInvitation, { params: { id }, body }, owner)).body
    return result.invitations[0]?._id ?? ''
  }
  const invitationId = await newInvitation()
  const invited = await newInvitation()
  // The mail that is being sent has a token of its own.
  await waitUntilIdle(app)
  const invitationToken = randomToken()
  const setToken = 'update invitations set token_hash = $1 where id = $2'
  await app.deps.db.pool.query(setToken, [hashToken(invitationToken), invited])

  return {
    app,
    model,
    owner,
    id,
    fileId,
    commentId,
    replyId: await newReply(),
    linkId: await newLink(),
    invitationId,
    invitationToken,
    spare,
    share: published.share,
    newComment,
    newReply,
    newLink,
    newInvitation,
    everybody: everybody.map((name): Somebody => ({ name, caller: {}, ...people[name] })),
  }
}

async function makePeople(app: TestApp, owner: Person, published: Published) {
  const { _id: id } = published.review
  const people: Partial<Record<Name, Omit<Somebody, 'name'>>> = {}
  const put = (name: Name, person: Person) => {
    people[name] = { caller: person, person }
  }
  put('owner', owner)
  for (const role of ['EDITOR', 'COMMENTER', 'VIEWER'] as const) {
    const person = await newUser(app)
    await addMember(app, id, person, role)
    put(role === 'EDITOR' ? 'editor' : role === 'COMMENTER' ? 'commenter' : 'viewer', person)
  }
  const former = await newUser(app)
  await addMember(app, id, former, 'EDITOR')
  await app.call(removeMember, { params: { id, memberId: former.user._id } }, owner)
  put('former member', former)
  put('stranger', await newUser(app))

  for (const kind of linkKinds) {
    const { code, share } = await makeLink(app, owner, id, kind)
    const known = { code, ...(kind === 'opened key link' ? { accessKey } : {}) }
    people[`guest by ${kind}`] = { caller: await newGuest(app, share), ...known }
    people[`visitor by ${kind}`] = { caller: { share }, ...known }
    if (kind !== 'COMMENT link') continue
    const person = await newUser(app)
    people['user by COMMENT link'] = { caller: { ...person, share }, person, code }
  }
  return people
}

/** `share` is what a visitor by this link sends with each call. */
async function makeLink(app: TestApp, owner: Person, id: string, kind: LinkKind) {
  const access = kind === 'VIEW link' ? 'VIEW' : kind === 'EDIT link' ? 'EDIT' : 'COMMENT'
  const hasKey = kind === 'opened key link' || kind === 'unopened key link'
  const body = { name: kind, access, ...(hasKey ? { accessKey } : {}) } as const
  const { _id: linkId, shareCode: code } = (await app.call(createShareLink, { params: { id }, body }, owner))
    .body.result
  const change = (how: { access?: 'NONE'; expiresAt?: string }) =>
    app.call(changeShareLink, { params: { id, linkId }, body: how }, owner)
  if (kind === 'expired link') await change({ expiresAt: '2020-01-01T00:00:00.000Z' })
  if (kind === 'closed link') await change({ access: 'NONE' })
  if (kind !== 'opened key link') return { code, share: code }
  const opened = await app.call(openShare, { body: { shareCode: code, accessKey } })
  return { code, share: opened.body.result.shareToken }
}
