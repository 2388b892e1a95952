import { readFile } from 'node:fs/promises'
import { createReply, getComment, listFileComments } from '@wingmark/contract/comments'
import { laterColor, personColors } from '@wingmark/contract/person-colors'
import { deleteAccount, login } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { addMember, newGuest, newReview, newUser, password } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

const eight = personColors.map((_, color) => color)

async function newTalk() {
  const { review, files, share } = await newReview(room.app, room.owner)
  const file = files[0]?._id ?? ''
  const say = (caller: Parameters<Room['newComment']>[0]) => room.newComment(caller, { file })
  const colors = async () =>
    (await room.app.call(listFileComments, { params: { id: file } }, room.owner)).body.results.map(
      ({ author }) => author.color,
    )
  return { review, share, file, say, colors, guest: () => newGuest(room.app, share) }
}

test('each of the first eight who write has the lowest colour that is free and keeps it; of others the id tells', async () => {
  const { say, colors, guest } = await newTalk()
  const guests = await Promise.all(eight.map(guest))
  const made = await Promise.all(guests.map(say))
  expect(made.map(({ author }) => author.color).toSorted()).toEqual(eight)
  const ninth = await guest()
  expect((await say(ninth)).author.color).toBe(laterColor(ninth.id))
  const again = await Promise.all(guests.map(say))
  expect(again.map(({ author }) => author.color)).toEqual(made.map(({ author }) => author.color))
  expect((await colors()).slice(0, 8).toSorted()).toEqual(eight)
})

test('who answers has one too, in another review another, and it stays when a guest signs in or an account is deleted', async () => {
  const { app, owner } = room
  const { review, say, colors, guest } = await newTalk()
  const [first, later] = [await guest(), await newUser(app)]
  await addMember(app, review._id, later, 'COMMENTER')
  const begun = await say(first)
  const body = { comment: begun._id, message: 'Yes' }
  expect((await app.call(createReply, { body }, later)).body.result.author.color).toBe(1)
  expect((await say(owner)).author.color).toBe(2)
  const elsewhere = await newTalk()
  expect((await elsewhere.say(owner)).author.color).toBe(0)

  const claimant = await newUser(app)
  const credentials = { email: claimant.user.email, password, claimGuestToken: first.token ?? '' }
  await app.call(login, { body: credentials })
  await app.call(deleteAccount, { body: { password } }, later)
  const thread = (await app.call(getComment, { params: { id: begun._id } }, owner)).body.result
  expect(thread.author).toMatchObject({ _id: claimant.user._id, color: 0 })
  expect(thread.replies[0]?.author).toMatchObject({ isDeleted: true, color: 1 })
  expect(await colors()).toEqual([0, 2])
})

test('at the upgrade those who have written get theirs in the order of their first words', async () => {
  const { app } = room
  const { review, say, colors, guest } = await newTalk()
  const [one, two] = [await guest(), await guest()]
  for (const caller of [one, two, one]) await say(caller)
  await app.deps.db.pool.query(`update reviews set writers = '{}' where id = '${review._id}'`)
  const path = new URL('../../../db/migrations/0069_review-writers.sql', import.meta.url)
  const [, fill = ''] = (await readFile(path, 'utf8')).split('--> statement-breakpoint')
  await app.deps.db.pool.query(fill)
  expect(await colors()).toEqual([0, 1, 0])
})
