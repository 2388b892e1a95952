import {
  type Comment,
  createReply,
  getComment,
  getReply,
  listFileComments,
  type ReactionKind,
  reactToComment,
  reactToReply,
} from '@wingmark/contract/comments'
import { reactionsMax } from '@wingmark/contract/limits'
import { liveReviewPath } from '@wingmark/contract/live'
import { listNotifications } from '@wingmark/contract/notifications'
import { deleteAccount } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { listen, listenToReview } from '../../../../test/listen-live.ts'
import { newGuest, newReview, newUser, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller } from '../../../../test/start-test-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

const react = (caller: Caller, id: string, kind: ReactionKind, isOn = true) =>
  room.app.call(reactToComment, { params: { id }, body: { kind, isOn } }, caller)

const listed = async (caller: Caller, id: string) => {
  const given = { params: { id: room.fileId }, query: { limit: 100 } }
  const { body } = await room.app.call(listFileComments, given, caller)
  return body.results.find((one) => one._id === id)
}

const short = (comment: Pick<Comment, 'reactions'> | undefined) =>
  comment?.reactions.map(({ kind, count, people, isMine }) => [
    kind,
    count,
    people.map((one) => (one.isGuest ? `${one.name} as a guest` : one.name)).join(),
    isMine,
  ])

test('each person reacts once per kind, however often they ask, and can undo it', async () => {
  const { _id } = await room.newComment(room.owner)
  await Promise.all(Array.from({ length: 8 }, () => react(room.owner, _id, 'HEART')))
  await react(room.guest, _id, 'HEART')
  await react(room.commenter, _id, 'QUESTION')
  const { body } = await react(room.commenter, _id, 'THUMBS_UP')
  expect(short(body.result)).toEqual([
    ['THUMBS_UP', 1, 'Cleo Commenter', true],
    ['HEART', 2, 'Olga Owner,Guest Example as a guest', false],
    ['QUESTION', 1, 'Cleo Commenter', true],
  ])
  const whole = await room.app.call(getComment, { params: { id: _id } }, room.guest)
  expect(short(whole.body.result)?.[1]).toEqual(['HEART', 2, 'Olga Owner,Guest Example as a guest', true])
  expect((await listed(room.guest, _id))?.reactions).toEqual(whole.body.result.reactions)
  expect(short(await listed(room.visitor, _id))?.[1]?.[3]).toBe(false)

  await react(room.owner, _id, 'HEART', false)
  await react(room.owner, _id, 'HEART', false)
  const left = await listed(room.owner, _id)
  expect(short(left)?.[1]).toEqual(['HEART', 1, 'Guest Example as a guest', false])
  // Four were added and one removed; nothing else changed.
  expect(left).toMatchObject({ reactionSeq: 5, updatedAt: whole.body.result.updatedAt })
})

test('a reply has reactions of its own', async () => {
  const { _id } = await room.newComment(room.owner)
  const answer = await room.app.call(createReply, { body: { comment: _id, message: 'So?' } }, room.commenter)
  const id = answer.body.result._id
  await room.app.call(reactToReply, { params: { id }, body: { kind: 'AGREE', isOn: true } }, room.guest)
  const { body } = await room.app.call(getReply, { params: { id } }, room.guest)
  expect(short(body.result)).toEqual([['AGREE', 1, 'Guest Example as a guest', true]])
  const comment = await listed(room.owner, _id)
  expect(comment?.reactions).toEqual([])
  expect(short(comment?.replies[0])).toEqual([['AGREE', 1, 'Guest Example as a guest', false]])
})

test('five are named and all are counted, up to a limit', async () => {
  const { _id } = await room.newComment(room.owner)
  // Such names could close a script element.
  await room.app.deps.db.pool.query(
    `with made as (
      insert into guests (id, name, token_hash)
      select gen_random_uuid(), '</script> ' || n, sha256(n::text::bytea) from generate_series(1, ${reactionsMax}) n returning id
    ), put as (
      insert into reactions (id, comment_id, kind, guest_id) select gen_random_uuid(), $1, 'PARTY', id from made
    ) update comments set reaction_seq = 1 where id = $1`,
    [_id],
  )
  const [party] = (await listed(room.owner, _id))?.reactions ?? []
  expect(party).toMatchObject({ kind: 'PARTY', count: reactionsMax, isMine: false })
  expect(party?.people).toHaveLength(5)
  expect(party?.people[0]?.name).toContain('</script>')
  expect(await react(room.owner, _id, 'PARTY')).toMatchObject({ status: 409 })
})

test('a deleted comment takes none and loses its own; its author gets no notification', async () => {
  const fresh = await newReview(room.app, room.owner)
  const guest = await newGuest(room.app, fresh.share)
  const author = await newUser(room.app)
  const { _id } = await room.newComment({ ...author, share: fresh.share }, { file: fresh.files[0]?._id })
  await react(guest, _id, 'EYES')
  expect((await room.app.call(listNotifications, {}, author)).body.results).toEqual([])
  await room.reply(guest, _id)
  await room.remove(room.owner, _id)
  expect(await react(guest, _id, 'HEART')).toMatchObject({
    status: 404,
    body: { code: 'COMMENT_DELETED' },
  })
  const { body } = await room.app.call(getComment, { params: { id: _id } }, room.owner)
  expect(body.result).toMatchObject({ deleted: true, reactions: [], can: { react: false } })
})

test('every listener gets the event, with whether they reacted themselves', async () => {
  const { _id } = await room.newComment(room.owner)
  const reviewId = room.published.review._id
  const [asGuest, asOwner] = await Promise.all(
    [room.guest, room.owner].map((caller) => listenToReview(room.app.url, reviewId, caller)),
  )
  await Promise.all([asGuest?.next('presence'), asOwner?.next('presence')])
  await react(room.guest, _id, 'HEART')
  const heard = await Promise.all([asGuest?.next('comment.reactions'), asOwner?.next('comment.reactions')])
  expect(heard.map((one) => one?.data)).toMatchObject(
    [true, false].map((isMine) => ({
      _id,
      file: room.fileId,
      reactionSeq: 1,
      reactions: [{ kind: 'HEART', count: 1, isMine }],
    })),
  )
  asGuest?.close()
  // The next stream sends missed changes in their final state.
  const { body } = await room.reply(room.owner, _id)
  const to = { params: { id: body.result._id }, body: { kind: 'EYES', isOn: true } } as const
  await room.app.call(reactToReply, to, room.guest)
  const again = await listen(room.app.url, liveReviewPath(reviewId), room.guest, asGuest?.lastId() ?? '0')
  expect((await again.next('reply.reactions')).data).toMatchObject({
    comment: _id,
    reactions: [{ kind: 'EYES', isMine: true }],
  })
  again.close()
  asOwner?.close()
})

test('bad input gets a message', async () => {
  const { _id } = await room.newComment(room.owner)
  for (const body of [{ kind: 'SKULL', isOn: true }, { kind: 'HEART' }, { kind: 'HEART', isOn: 'yes' }, {}])
    expect(
      await room.app.call(reactToComment, { params: { id: _id }, body: body as never }, room.owner),
    ).toMatchObject({ status: 422, body: { message: expect.any(String) } })
  expect(await react(room.owner, 'nonsense', 'HEART')).toMatchObject({ status: 404 })
})

test('reactions are deleted with their account', async () => {
  const leaving = { ...(await newUser(room.app)), share: room.published.share }
  const { _id } = await room.newComment(room.owner)
  await react(leaving, _id, 'HEART')
  expect((await listed(room.owner, _id))?.reactions).toHaveLength(1)
  expect(await room.app.call(deleteAccount, { body: { password } }, leaving)).toMatchObject({ status: 200 })
  expect((await listed(room.owner, _id))?.reactions).toEqual([])
})
