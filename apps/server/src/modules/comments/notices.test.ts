import { listNotifications } from '@wingmark/contract/notifications'
import { changeShareAccess } from '@wingmark/contract/reviews'
import { describe, expect, test } from 'vitest'
import { openRoom, type Room } from '../../../test/comment-room.ts'
import { addMember, newReview, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller } from '../../../test/start-test-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

describe('notifications', () => {
  const notified = async (person: Person) =>
    (await room.app.call(listNotifications, { query: { limit: 100 } }, person)).body.results

  test('go to owner, editors and mentioned people once, never to the author', async () => {
    const fresh = await newReview(room.app, room.owner, 1, 'Poster')
    await addMember(room.app, fresh.review._id, room.editor, 'EDITOR')
    await addMember(room.app, fresh.review._id, room.commenter, 'COMMENTER')
    const made = await room.newComment(room.editor, {
      file: fresh.files[0]?._id,
      mentions: [room.owner.user._id, room.commenter.user._id],
    })
    const about = async (person: Person) =>
      (await notified(person)).filter((one) => one.comment === made._id).map((one) => [one.action, one.title])
    expect(await about(room.owner)).toEqual([['MENTIONED', 'You were mentioned in Poster']])
    expect(await about(room.commenter)).toEqual([['MENTIONED', 'You were mentioned in Poster']])
    expect(await about(room.editor)).toEqual([])

    await room.reply(room.owner, made._id)
    expect((await notified(room.owner)).find((one) => one.comment === made._id)?.words).toBe(made.message)
    expect(await about(room.editor)).toEqual([['REPLY_ADDED', 'New reply in Poster']])
    expect((await notified(room.editor)).find((one) => one.comment === made._id)?.words).toBe('Done.')
    await room.setStatus(room.owner, made._id, 'RESOLVED')
    await room.setStatus(room.owner, made._id, 'RESOLVED')
    expect((await about(room.editor)).map(([action]) => action)).toEqual(['COMMENT_RESOLVED', 'REPLY_ADDED'])
  })

  test('people who came by a link hear of replies, unless the link lost rights', async () => {
    const fresh = await newReview(room.app, room.owner)
    const byLink: Caller & Person = { ...(await newUser(room.app, 'Lin Link')), share: fresh.share }
    const made = await room.newComment(byLink, { file: fresh.files[0]?._id })
    await room.reply(room.owner, made._id)
    expect(await notified(byLink)).toHaveLength(1)
    await room.app.call(
      changeShareAccess,
      { params: { id: fresh.review._id }, body: { access: 'NONE' } },
      room.owner,
    )
    await room.reply(room.owner, made._id)
    expect(await notified(byLink)).toHaveLength(1)
  })

  test('come in pages of five, newest first, with a matching total', async () => {
    const person = await newUser(room.app)
    const fresh = await newReview(room.app, person)
    for (let n = 0; n < 7; n++)
      await room.newComment({ ...room.guest, share: fresh.share }, { file: fresh.files[0]?._id })
    const page = async (number: number) =>
      (await room.app.call(listNotifications, { query: { page: number } }, person)).body
    const [first, second] = [await page(1), await page(2)]
    expect([first.results.length, second.results.length]).toEqual([5, 2])
    expect(first).toMatchObject({ total: 7, totalPages: 2, currentPage: 1 })
    const ids = [...first.results, ...second.results].map((one) => one._id)
    expect(ids).toEqual([...ids].sort().reverse())
    expect(first.results[0]).toMatchObject({ action: 'COMMENT_ADDED', createdBy: { name: 'Guest Example' } })
  })

  test('cannot be read without an account', async () => {
    expect((await room.app.call(listNotifications, {}, {})).status).toBe(401)
    expect((await room.app.call(listNotifications, {}, room.guest)).status).toBe(401)
  })
})
