import { editComment, editReply, getComment, listMentionable } from '@wingmark/contract/comments'
import { blockPerson, unblockPerson } from '@wingmark/contract/connections'
import { listNotifications } from '@wingmark/contract/notifications'
import { updateProfile } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { addMember, newUser } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller } from '../../../../test/start-test-app.ts'

let room: Room
withApp.beforeAll(async ({ app }) => {
  room = await openRoom(app)
})

const offered = async (caller: Caller, word = '') => {
  const { body } = await room.app.call(
    listMentionable,
    { params: { id: room.published.review._id }, query: { word } },
    caller,
  )
  return body.results
}
const names = async (caller: Caller, word?: string) => (await offered(caller, word)).map((one) => one.name)

describe('whom somebody may mention', () => {
  test('for the owner and members: all of them but themselves, found by any part of the name', async () => {
    expect(await names(room.commenter)).toEqual(['Emil Editor', 'Olga Owner', 'Vera Viewer'])
    expect(await names(room.owner, 'EDIT')).toEqual(['Emil Editor'])
    expect(await names(room.owner, 'e')).toEqual(['Emil Editor', 'Cleo Commenter', 'Vera Viewer'])
    for (const word of ['%', '_', '\\', 'nobody']) expect(await names(room.owner, word)).toEqual([])
  })

  test('for guests and whoever came by the link: only those who wrote in this review', async () => {
    for (const caller of [room.guest, room.visitor]) expect(await names(caller)).toEqual([])
    const thread = await room.newComment(room.commenter)
    await room.reply(room.editor, thread._id)
    for (const caller of [room.guest, room.visitor])
      expect(await names(caller)).toEqual(['Cleo Commenter', 'Emil Editor'])
    const [first] = await offered(room.guest)
    expect(first).toEqual({ _id: room.commenter.user._id, name: 'Cleo Commenter', avatar: null })
  })

  test('nobody of two where one has blocked the other', async () => {
    const params = { userId: room.owner.user._id }
    await room.app.call(blockPerson, { params }, room.commenter)
    expect(await names(room.owner)).not.toContain('Cleo Commenter')
    expect(await names(room.commenter)).not.toContain('Olga Owner')
    const refused = await room.comment(room.owner, { message: '@Cleo', mentions: [room.commenter.user._id] })
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['mentions'])
    await room.app.call(unblockPerson, { params }, room.commenter)
  })

  test('at most twenty', async () => {
    for (let n = 0; n < 22; n++) {
      await addMember(room.app, room.published.review._id, await newUser(room.app, `Many ${n}`), 'VIEWER')
    }
    expect(await names(room.owner, 'many')).toHaveLength(20)
  })
})

describe('a mention', () => {
  test('keeps the name that was written, also after somebody is renamed', async () => {
    const { editor, owner, viewer } = room
    const message = 'Please look, @Emil Editor'
    const made = await room.newComment(owner, { message, mentions: [editor.user._id] })
    expect(made.mentionNames).toEqual(['Emil Editor'])
    const reply = (await room.reply(owner, made._id, { message, mentions: [editor.user._id] })).body.result
    await room.app.call(updateProfile, { body: { name: 'Emilia Else' } }, editor)

    const again = (await room.app.call(getComment, { params: { id: made._id } }, owner)).body.result
    expect(again.mentionNames).toEqual(['Emil Editor'])
    expect(again.replies[0]?.mentionNames).toEqual(['Emil Editor'])

    const mentions = [viewer.user._id, editor.user._id]
    const more = { message: `${message} and @Vera Viewer`, mentions }
    for (const { body } of [
      await room.app.call(editComment, { params: { id: made._id }, body: more }, owner),
      await room.app.call(editReply, { params: { id: reply._id }, body: more }, owner),
    ]) {
      expect(body.result).toMatchObject({ mentions, mentionNames: ['Vera Viewer', 'Emil Editor'] })
    }
    const newly = { message: 'Now @Emilia Else', mentions: [editor.user._id] }
    const edited = await room.app.call(editComment, { params: { id: made._id }, body: newly }, owner)
    expect(edited.body.result.mentionNames).toEqual(['Emilia Else'])
  })

  test('is told to who is mentioned, also by a guest', async () => {
    const thread = await room.newComment(room.commenter)
    await room.reply(room.guest, thread._id, {
      message: 'Thank you, @Cleo Commenter',
      mentions: [room.commenter.user._id],
    })
    const { body } = await room.app.call(listNotifications, {}, room.commenter)
    expect(body.results[0]).toMatchObject({ action: 'MENTIONED' })
  })
})
