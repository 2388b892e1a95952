import { listActivity } from '@wingmark/contract/activity'
import { blockPerson } from '@wingmark/contract/connections'
import * as contract from '@wingmark/contract/members'
import { sendMessage } from '@wingmark/contract/messages'
import {
  changeShareAccess,
  changeVisibility,
  deleteReview,
  deleteReviewForGood,
  getReview,
  listMyReviews,
  openShare,
} from '@wingmark/contract/reviews'
import { createShareLink } from '@wingmark/contract/share-links'
import { getUsage } from '@wingmark/contract/users'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  png,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let editor: Person
let commenter: Person
let viewer: Person
let published: Published
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})
beforeEach(async () => {
  owner = await newUser(app, 'Olga Owner')
  editor = await newUser(app, 'Emil Editor')
  commenter = await newUser(app, 'Cleo Commenter')
  viewer = await newUser(app, 'Vera Viewer')
  published = await newReview(app, owner)
  id = published.review._id
  await addMember(app, id, editor, 'EDITOR')
  await addMember(app, id, commenter, 'COMMENTER')
  await addMember(app, id, viewer, 'VIEWER')
})

const list = (caller: Caller) => app.call(contract.listMembers, { params: { id } }, caller)
const give = (memberId: string, role: string, caller: Caller = owner) =>
  app.call(contract.changeMemberRole, { params: { id, memberId }, body: { role: role as 'EDITOR' } }, caller)
const remove = (memberId: string, caller: Caller = owner) =>
  app.call(contract.removeMember, { params: { id, memberId } }, caller)
const roles = async (caller: Caller = owner) =>
  (await list(caller)).body.result.members.map((member) => [member.name, member.role])
const see = async (caller: Caller) => (await app.call(getReview, { params: { id } }, caller)).status

describe('the members of a review', () => {
  test('see each other, the owner first', async () => {
    for (const person of [owner, editor, commenter, viewer]) {
      expect(await roles(person)).toEqual([
        ['Olga Owner', 'OWNER'],
        ['Emil Editor', 'EDITOR'],
        ['Cleo Commenter', 'COMMENTER'],
        ['Vera Viewer', 'VIEWER'],
      ])
    }
    expect((await list(owner)).body.result.can).toEqual({
      invite: ['EDITOR', 'COMMENTER', 'VIEWER'],
      leave: false,
    })
    expect((await list(editor)).body.result.can).toEqual({ invite: ['COMMENTER', 'VIEWER'], leave: true })
    expect((await list(viewer)).body.result.can).toEqual({ invite: [], leave: true })
  })

  test('may write to each other, unless one has blocked the other', async () => {
    const writable = async (caller: Caller) =>
      (await list(caller)).body.result.members.filter(({ can }) => can.message).map(({ name }) => name)
    expect(await writable(viewer)).toEqual(['Olga Owner', 'Emil Editor', 'Cleo Commenter'])
    await app.call(blockPerson, { params: { userId: viewer.user._id } }, editor)
    expect(await writable(viewer)).toEqual(['Olga Owner', 'Cleo Commenter'])
    const sent = await app.call(sendMessage, { body: { to: owner.user._id, message: 'Hello' } }, viewer)
    expect(sent.status, sent.body.message).toBe(201)
  })

  test('are hidden from people with a link, and from everyone else', async () => {
    const stranger = await newUser(app)
    const { share } = published
    expect((await list({ ...stranger, share })).status).toBe(403)
    expect((await list(stranger)).status).toBe(404)
    expect((await list(await newGuest(app, share))).status).toBe(401)
    expect((await list({ share })).status).toBe(401)
  })

  test('have addresses only for the owner', async () => {
    const { members } = (await list(owner)).body.result
    expect(members.map((member) => member.email)).toEqual(
      [owner, editor, commenter, viewer].map((person) => person.user.email),
    )
    const seen = (await list(editor)).body.result.members
    expect(seen.flatMap((member) => member.email ?? [])).toEqual([editor.user.email])
  })
})

describe('roles', () => {
  test('are changed by the owner, with immediate effect', async () => {
    expect((await give(viewer.user._id, 'EDITOR')).body.result.members).toContainEqual(
      expect.objectContaining({ name: 'Vera Viewer', role: 'EDITOR' }),
    )
    const { can } = (await app.call(getReview, { params: { id } }, viewer)).body.result.review
    expect(can).toMatchObject({ edit: true, share: false })
  })

  test.each(['editor', 'commenter', 'viewer'])('cannot be changed by an %s', async (who) => {
    const caller = { editor, commenter, viewer }[who] ?? editor
    expect((await give(viewer.user._id, 'EDITOR', caller)).status).toBe(403)
    expect((await give(caller.user._id, 'OWNER', caller)).status).toBe(403)
    const other = caller === editor ? viewer : editor
    expect((await remove(other.user._id, caller)).status).toBe(403)
  })

  test('must be known ones', async () => {
    const { status, body } = await give(viewer.user._id, 'ADMIN')
    expect([status, body.message]).toEqual([422, 'Choose one of: OWNER, EDITOR, COMMENTER, VIEWER'])
  })

  test('are for members of this review', async () => {
    const stranger = await newUser(app)
    expect((await give(stranger.user._id, 'EDITOR')).status).toBe(404)
    expect((await give(crypto.randomUUID(), 'EDITOR')).status).toBe(404)
    const other = await newReview(app, owner)
    id = other.review._id
    expect((await give(editor.user._id, 'VIEWER')).status).toBe(404)
    expect((await remove(editor.user._id)).status).toBe(404)
  })

  test('a review needs an owner', async () => {
    for (const answer of [await give(owner.user._id, 'EDITOR'), await remove(owner.user._id)]) {
      expect([answer.status, answer.body.message]).toEqual([422, 'A review needs at least one owner.'])
    }
    expect((await give(owner.user._id, 'OWNER')).status).toBe(200)
    expect((await roles())[0]).toEqual(['Olga Owner', 'OWNER'])
  })
})

describe('transferring ownership', () => {
  test('makes one member the owner and the owner an editor', async () => {
    const handed = await give(editor.user._id, 'OWNER')
    expect(handed.body.result.members.map((member) => [member.name, member.role])).toEqual([
      ['Emil Editor', 'OWNER'],
      ['Olga Owner', 'EDITOR'],
      ['Cleo Commenter', 'COMMENTER'],
      ['Vera Viewer', 'VIEWER'],
    ])
    const seen = (await app.call(getReview, { params: { id } }, editor)).body.result.review
    expect([seen.owner.name, seen.can.delete]).toEqual(['Emil Editor', true])
    expect((await app.call(deleteReview, { params: { id } }, owner)).status).toBe(403)
    expect((await give(viewer.user._id, 'EDITOR')).status).toBe(403)
    expect((await give(viewer.user._id, 'COMMENTER', editor)).status).toBe(200)
  })

  test('moves the files with their charge', async () => {
    const used = async (person: Person) =>
      (await app.call(getUsage, {}, person)).body.result.storage.usedBytes
    const own = await used(owner)
    expect(own).toBeGreaterThan(0)
    await give(editor.user._id, 'OWNER')
    expect([await used(owner), await used(editor)]).toEqual([0, own])
    expect((await app.call(deleteReview, { params: { id } }, editor)).status).toBe(200)
    expect((await app.call(deleteReviewForGood, { params: { id } }, editor)).status).toBe(200)
    expect([await used(owner), await used(editor)]).toEqual([0, 0])
  })

  test('to someone without room for the files changes nothing', async () => {
    await newFile(app, editor, { bytes: png(40, 40) })
    await app.deps.db.pool.query('update users set used_bytes = 5368709120 - 10 where id = $1', [
      editor.user._id,
    ])
    const { status, body } = await give(editor.user._id, 'OWNER')
    expect([status, body.message]).toEqual([
      507,
      'The new owner doesn’t have enough storage for the files of this review.',
    ])
    expect((await roles())[0]).toEqual(['Olga Owner', 'OWNER'])
  })

  test('to two people at once leaves exactly one owner', async () => {
    const answers = await Promise.all([
      give(editor.user._id, 'OWNER'),
      give(viewer.user._id, 'OWNER'),
      give(commenter.user._id, 'OWNER'),
    ])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403, 403])
    expect((await roles(owner)).filter(([, role]) => role === 'OWNER')).toHaveLength(1)
    expect(await roles(owner)).toHaveLength(4)
  })
})

describe('leaving', () => {
  test('a removed member loses access', async () => {
    await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
    expect(await see(editor)).toBe(200)
    expect((await remove(editor.user._id)).status).toBe(200)
    expect(await see(editor)).toBe(404)
    expect((await list(editor)).status).toBe(404)
    expect((await remove(editor.user._id)).status).toBe(404)
  })

  test('everybody but the owner may leave', async () => {
    expect((await remove(viewer.user._id, viewer)).status).toBe(200)
    expect(await see(viewer)).toBe(404)
    expect((await roles()).map(([name]) => name)).not.toContain('Vera Viewer')
    expect((await remove(viewer.user._id, viewer)).status).toBe(404)
  })
})

describe('joining by a link', () => {
  const join = (caller: Caller, shareCode: string, accessKey?: string) =>
    app.call(contract.joinReview, { body: { shareCode, ...(accessKey ? { accessKey } : {}) } }, caller)
  const link = async (body: Record<string, unknown>) =>
    (await app.call(createShareLink, { params: { id }, body: { name: 'Team', ...body } }, owner)).body.result

  test.each([
    ['VIEW', 'VIEWER'],
    ['COMMENT', 'COMMENTER'],
    ['EDIT', 'EDITOR'],
  ] as const)('with access %s makes a %s, who no longer needs the link', async (access, role) => {
    const person = await newUser(app)
    const { shareCode } = await link({ access })
    const joined = await join(person, shareCode)
    expect(joined.body.result).toEqual({ _id: id, role })
    await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
    expect(await see(person)).toBe(200)
  })

  test('is offered to users with a link, and to nobody else', async () => {
    const mayJoin = async (caller: Caller) => {
      const { review } = (await app.call(getReview, { params: { id } }, caller)).body.result
      return [review.role, review.can.join]
    }
    const { share } = published
    const person = await newUser(app)
    expect(await mayJoin({ ...person, share })).toEqual([null, true])
    expect(await mayJoin({ share })).toEqual([null, false])
    expect(await mayJoin(await newGuest(app, share))).toEqual([null, false])
    expect(await mayJoin({ ...viewer, share })).toEqual(['VIEWER', false])
    expect(await mayJoin(owner)).toEqual(['OWNER', false])
    await join(person, share)
    expect(await mayJoin({ ...person, share })).toEqual(['COMMENTER', false])
    const { results } = (await app.call(listMyReviews, {}, person)).body
    expect(results.map(({ _id, owner: { name }, role }) => [_id, name, role])).toEqual([
      [id, owner.user.name, 'COMMENTER'],
    ])
  })

  test('accepts the token of an opening in place of the key, and no other', async () => {
    const person = await newUser(app)
    const { shareCode } = await link({ access: 'VIEW', accessKey: 'studio' })
    const opened = await app.call(openShare, { body: { shareCode, accessKey: 'studio' } }, person)
    const { shareToken } = opened.body.result
    const forged = `${shareToken.slice(0, -2)}xx`
    const other = await link({ access: 'EDIT' })
    const borrowed = shareToken.replace(/^st\.[^.]+/, `st.${other._id}`)
    for (const token of [forged, borrowed, `st.${other._id}`, `st.${other._id}..`]) {
      expect((await join(person, token)).status).toBe(403)
    }
    expect((await join(person, shareToken)).body.result).toEqual({ _id: id, role: 'VIEWER' })
  })

  test('changes nothing for members', async () => {
    const { shareCode } = await link({ access: 'EDIT' })
    expect((await join(viewer, shareCode)).body.result.role).toBe('VIEWER')
    expect((await join(owner, shareCode)).body.result.role).toBe('OWNER')
    const person = await newUser(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(person, shareCode)))
    expect(new Set(answers.map((answer) => answer.body.result.role))).toEqual(new Set(['EDITOR']))
    expect(await roles()).toHaveLength(5)
  })

  test('needs an account, a link that is open, and its key', async () => {
    const person = await newUser(app)
    const { shareCode } = await link({ access: 'EDIT', accessKey: 'studio' })
    expect((await join(await newGuest(app), shareCode)).status).toBe(401)
    const wrong = [await join(person, 'x'.repeat(24)), await join(person, shareCode, 'wrong')]
    for (const answer of wrong) {
      expect([answer.status, answer.body.message]).toEqual([403, 'This link or access key isn’t valid.'])
    }
    expect((await join(person, shareCode)).status).toBe(423)
    expect((await join(person, shareCode, 'studio')).body.result.role).toBe('EDITOR')
    const late = await link({ expiresAt: '2020-01-01T00:00:00.000Z' })
    expect((await join(await newUser(app), late.shareCode)).status).toBe(410)
    await app.call(changeShareAccess, { params: { id }, body: { access: 'NONE' } }, owner)
    expect((await join(await newUser(app), published.share)).status).toBe(403)
    const open = await link({})
    await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
    expect((await join(await newUser(app), open.shareCode)).status).toBe(403)
  })
})

test('the owner reads the activity, newest first, by page', async () => {
  await give(viewer.user._id, 'COMMENTER')
  await remove(commenter.user._id)
  await remove(viewer.user._id, viewer)
  await app.call(changeVisibility, { params: { id }, body: { visibility: 'PRIVATE' } }, owner)
  await give(editor.user._id, 'OWNER')
  const read = (caller: Caller, query: Record<string, string> = {}) =>
    app.call(listActivity, { params: { id }, query }, caller)
  const { results } = (await read(editor)).body
  expect(
    results.map(({ action, actor, subject, before, after }) => [action, actor.name, subject, before, after]),
  ).toEqual([
    ['HANDED_OVER', 'Olga Owner', 'Emil Editor', 'EDITOR', 'OWNER'],
    ['VISIBILITY_CHANGED', 'Olga Owner', null, 'UNLISTED', 'PRIVATE'],
    ['LEFT', 'Vera Viewer', 'Vera Viewer', 'COMMENTER', null],
    ['REMOVED', 'Olga Owner', 'Cleo Commenter', 'COMMENTER', null],
    ['ROLE_CHANGED', 'Olga Owner', 'Vera Viewer', 'VIEWER', 'COMMENTER'],
  ])
  const first = (await read(editor, { limit: '2' })).body
  const second = (await read(editor, { limit: '10', cursor: first.nextCursor ?? '' })).body
  expect([...first.results, ...second.results]).toEqual(results)
  expect(second.nextCursor).toBeNull()
  expect((await read(owner)).status).toBe(403)
  expect((await read(viewer)).status).toBe(404)
  expect((await read(editor, { cursor: 'x' })).body.errors).toEqual({ cursor: 'Unknown cursor.' })
})
