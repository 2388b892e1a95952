import { randomUUID } from 'node:crypto'
import {
  deleteReply,
  editReply,
  getComment,
  listFileComments,
  listReviewComments,
} from '@wingmark/contract/comments'
import { changeShareAccess, changeVisibility } from '@wingmark/contract/reviews'
import { describe, expect, test } from 'vitest'
import { openRoom, type Room } from '../../../test/comment-room.ts'
import { newGuest, newReview } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { Caller } from '../../../test/start-test-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

describe('who may do what', () => {
  type Who = [name: string, status: number, caller: () => Caller]
  const everybody: Record<string, () => Caller> = {
    owner: () => room.owner,
    editor: () => room.editor,
    commenter: () => room.commenter,
    viewer: () => room.viewer,
    'guest with the link': () => room.guest,
    'visitor with the link': () => room.visitor,
    stranger: () => room.stranger,
    'signed out': () => ({}),
  }
  const table = (statuses: Record<string, number>): Who[] =>
    Object.entries(statuses).map(([name, status]) => [name, status, everybody[name] ?? (() => ({}))])

  test.each(
    table({
      owner: 201,
      editor: 201,
      commenter: 201,
      viewer: 403,
      'guest with the link': 201,
      'visitor with the link': 401,
      stranger: 404,
      'signed out': 401,
    }),
  )('%s comments and replies: %i', async (_name, status, caller) => {
    const existing = await room.newComment(room.owner)
    expect((await room.comment(caller())).status).toBe(status)
    expect((await room.reply(caller(), existing._id)).status).toBe(status)
  })

  test.each(
    table({
      owner: 200,
      editor: 200,
      commenter: 200,
      viewer: 200,
      'guest with the link': 200,
      'visitor with the link': 200,
      stranger: 404,
      'signed out': 404,
    }),
  )('%s reads comments: %i', async (_name, status, caller) => {
    const existing = await room.newComment(room.owner)
    expect((await room.app.call(getComment, { params: { id: existing._id } }, caller())).status).toBe(status)
    expect((await room.app.call(listFileComments, { params: { id: room.fileId } }, caller())).status).toBe(
      status,
    )
    const ofReview = await room.app.call(
      listReviewComments,
      { params: { id: room.published.review._id } },
      caller(),
    )
    expect(ofReview.status).toBe(status)
  })

  test.each(
    table({
      owner: 403,
      editor: 403,
      commenter: 200,
      viewer: 403,
      'guest with the link': 403,
      'visitor with the link': 401,
      stranger: 404,
      'signed out': 401,
    }),
  )('%s edits a comment and a reply of the commenter: %i', async (_name, status, caller) => {
    const existing = await room.newComment(room.commenter)
    const answer = (await room.reply(room.commenter, existing._id)).body.result
    expect((await room.edit(caller(), existing._id, { message: 'Changed' })).status).toBe(status)
    const edited = await room.app.call(
      editReply,
      { params: { id: answer._id }, body: { message: 'Changed' } },
      caller(),
    )
    expect(edited.status).toBe(status)
  })

  test.each(
    table({
      owner: 200,
      editor: 200,
      commenter: 403,
      viewer: 403,
      'guest with the link': 403,
      'visitor with the link': 401,
      stranger: 404,
      'signed out': 401,
    }),
  )('%s deletes and resolves what the owner wrote: %i', async (_name, status, caller) => {
    const existing = await room.newComment(room.owner)
    const answer = (await room.reply(room.owner, existing._id)).body.result
    expect((await room.setStatus(caller(), existing._id, 'RESOLVED')).status).toBe(status)
    expect((await room.setStatus(caller(), existing._id, 'OPEN')).status).toBe(status)
    expect((await room.app.call(deleteReply, { params: { id: answer._id } }, caller())).status).toBe(status)
    expect((await room.remove(caller(), existing._id)).status).toBe(status)
  })

  test('a commenter resolves their own, a guest does not', async () => {
    const own = await room.newComment(room.commenter)
    expect((await room.setStatus(room.commenter, own._id, 'RESOLVED')).body.result.resolvedBy?.name).toBe(
      'Cleo Commenter',
    )
    const byGuest = await room.newComment(room.guest)
    expect((await room.setStatus(room.guest, byGuest._id, 'RESOLVED')).status).toBe(403)
  })

  test('a guest edits and deletes their own comments, and nobody else’s', async () => {
    const own = await room.newComment(room.guest)
    const other = await newGuest(room.app, room.published.share)
    expect((await room.edit(other, own._id, { message: 'Mine now' })).status).toBe(403)
    expect((await room.remove(other, own._id)).status).toBe(403)
    const marker = { page: 1, x: 0.75, y: 0.5 }
    const moved = (await room.edit(room.guest, own._id, { marker })).body.result
    expect(moved).toMatchObject({ marker })
    expect(moved.editedAt).toBeUndefined()
    expect((await room.edit(room.guest, own._id, { message: 'Better' })).body.result).toMatchObject({
      message: 'Better',
      editedAt: expect.any(String),
    })
    expect((await room.remove(room.guest, own._id)).status).toBe(200)
  })

  test('`can` says correctly what the caller may do', async () => {
    const existing = await room.newComment(room.commenter)
    const seenBy = async (caller: Caller) =>
      (await room.app.call(getComment, { params: { id: existing._id } }, caller)).body.result.can
    expect(await seenBy(room.owner)).toEqual({
      edit: false,
      delete: true,
      resolve: true,
      reply: true,
      react: true,
    })
    expect(await seenBy(room.commenter)).toEqual({
      edit: true,
      delete: true,
      resolve: true,
      reply: true,
      react: true,
    })
    expect(await seenBy(room.guest)).toEqual({
      edit: false,
      delete: false,
      resolve: false,
      reply: true,
      react: true,
    })
    expect(await seenBy(room.viewer)).toEqual({
      edit: false,
      delete: false,
      resolve: false,
      reply: false,
      react: false,
    })
  })

  test('a stranger comments on a public review only if its link allows it', async () => {
    const open = await newReview(room.app, room.owner)
    const on = (caller: Caller) => room.comment(caller, { file: open.files[0]?._id })
    await room.app.call(
      changeVisibility,
      { params: { id: open.review._id }, body: { visibility: 'PUBLIC' } },
      room.owner,
    )
    expect((await on(room.stranger)).status).toBe(201)
    expect((await on(await newGuest(room.app))).status).toBe(201)
    await room.app.call(
      changeShareAccess,
      { params: { id: open.review._id }, body: { access: 'VIEW' } },
      room.owner,
    )
    expect((await on(room.stranger)).status).toBe(403)
  })

  test('hidden things answer like missing ones', async () => {
    const hidden = await room.newComment(room.owner)
    const answers = await Promise.all(
      [hidden._id, randomUUID()].map((id) => room.app.call(getComment, { params: { id } }, room.stranger)),
    )
    for (const { body } of answers) delete body.requestId
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(answers.map((answer) => answer.status)).toEqual([404, 404])
  })

  test('no answer contains an email address', async () => {
    await room.newComment(room.commenter)
    const { body } = await room.app.call(listFileComments, { params: { id: room.fileId } }, room.visitor)
    expect(JSON.stringify(body)).not.toContain('@')
  })
})
