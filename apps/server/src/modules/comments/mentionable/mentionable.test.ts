import { listActivity } from '@wingmark/contract/activity'
import { editComment, editReply, getComment, listMentionable } from '@wingmark/contract/comments'
import { createConnectionProfile } from '@wingmark/contract/connection-profiles'
import { answerConnection, askToConnect, blockPerson, unblockPerson } from '@wingmark/contract/connections'
import { getInvitation, respondInvitation } from '@wingmark/contract/invitations'
import { listMembers } from '@wingmark/contract/members'
import { listNotifications } from '@wingmark/contract/notifications'
import { updateProfile } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { openRoom, type Room } from '../../../../test/comment-room.ts'
import { newPilot, profileOf } from '../../../../test/connection-people.ts'
import { mailsInTheEnd } from '../../../../test/mail-box.ts'
import { addMember, newUser, type Person } from '../../../../test/people.ts'
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

describe('mentionable people', () => {
  test('for the owner and members: all others of them, found by any part of the name', async () => {
    expect(await names(room.commenter)).toEqual(['Emil Editor', 'Olga Owner', 'Vera Viewer'])
    expect(await names(room.owner, 'EDIT')).toEqual(['Emil Editor'])
    expect(await names(room.owner, 'e')).toEqual(['Emil Editor', 'Cleo Commenter', 'Vera Viewer'])
    for (const word of ['%', '_', '\\', 'nobody']) expect(await names(room.owner, word)).toEqual([])
  })

  test('for guests and link visitors: only people who wrote in this review', async () => {
    for (const caller of [room.guest, room.visitor]) expect(await names(caller)).toEqual([])
    const thread = await room.newComment(room.commenter)
    await room.reply(room.editor, thread._id)
    for (const caller of [room.guest, room.visitor])
      expect(await names(caller)).toEqual(['Cleo Commenter', 'Emil Editor'])
    const [first] = await offered(room.guest)
    const { _id } = room.commenter.user
    expect(first).toEqual({ _id, name: 'Cleo Commenter', avatar: null, standing: 'IN' })
  })

  test('neither of two people if one has blocked the other', async () => {
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

describe('a connection who is not in the review', () => {
  let known: Person
  withApp.beforeAll(async ({ app }) => {
    known = await newPilot(app, 'Kaja Known')
    const { owner, commenter } = room
    for (const person of [owner, commenter]) {
      await app.call(createConnectionProfile, { body: profileOf(person) }, person)
      const asked = await app.call(askToConnect, { params: { id: known.user._id }, body: {} }, person)
      const answer = { params: { id: asked.body.result._id }, body: { response: 'ACCEPT' as const } }
      await app.call(answerConnection, answer, known)
    }
    await app.deps.db.pool.query('update users set email_confirmed_at = now() where id = $1', [
      known.user._id,
    ])
  })

  const named = () => ({ message: 'What do you think, @Kaja Known?', mentions: [known.user._id] })
  const people = async (caller: Caller) =>
    (await room.app.call(listMembers, { params: { id: room.published.review._id } }, caller)).body.result

  test('is offered to Pilots, and can be mentioned by people who may invite', async () => {
    const standing = async (caller: Caller) => (await offered(caller, 'kaja')).map((one) => one.standing)
    expect(await standing(room.owner)).toEqual(['TO_INVITE'])
    expect(await standing(room.commenter)).toEqual(['OUTSIDE'])
    for (const caller of [room.editor, room.guest, room.visitor]) expect(await standing(caller)).toEqual([])
    for (const caller of [room.commenter, room.editor, room.guest]) {
      const refused = await room.comment(caller, named())
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors ?? {})).toEqual(['mentions'])
    }
    const both = { ...named(), mentions: [known.user._id, room.stranger.user._id] }
    expect((await room.comment(room.owner, both)).status).toBe(422)
    expect((await people(room.owner)).invitations).toEqual([])
  })

  test('is invited by a mention, once, and nobody learns the address', async () => {
    const { app, owner } = room
    const thread = await room.newComment(owner, named())
    expect(thread).toMatchObject({ mentions: [known.user._id], mentionNames: ['Kaja Known'] })
    expect((await room.reply(owner, thread._id, named())).status).toBe(201)
    expect(await offered(owner, 'kaja')).toMatchObject([{ standing: 'INVITED' }])

    const { email } = known.user
    const mails = (await mailsInTheEnd(app, email)).filter((mail) => mail.subject?.includes('invited you'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Nobody saw your email address.')
    const { invitations } = await people(owner)
    expect(invitations).toMatchObject([
      { email: null, name: 'Kaja Known', role: 'COMMENTER', can: { resend: false, revoke: true } },
    ])
    const id = room.published.review._id
    const record = (await app.call(listActivity, { params: { id } }, owner)).body.results
    expect(record.find((one) => one.action === 'INVITED')?.subject).toBe('Kaja Known')
    expect(JSON.stringify([invitations, record])).not.toContain(email)
  })

  test('joins through the notification', async () => {
    const { app } = room
    const review = room.published.review._id
    const notified = async () => (await app.call(listNotifications, {}, known)).body.results
    expect((await notified()).find((one) => one.action === 'MENTIONED')).toMatchObject({ isInvited: true })
    expect((await app.call(getInvitation, { body: { review } }, room.stranger)).status).toBe(410)
    const { body } = await app.call(getInvitation, { body: { review } }, known)
    expect(body.result).toMatchObject({ role: 'COMMENTER', isForCaller: true })
    const answer = await app.call(respondInvitation, { body: { review, response: 'ACCEPT' } }, known)
    expect(answer.body.result).toEqual({ response: 'ACCEPT', review })
    expect((await notified()).find((one) => one.action === 'MENTIONED')).toMatchObject({ isInvited: false })
    expect(await offered(room.owner, 'kaja')).toMatchObject([{ standing: 'IN' }])
  })
})

describe('a mention', () => {
  test('keeps the name as written, also after someone is renamed', async () => {
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

  test('notifies the mentioned person, also when a guest writes', async () => {
    const thread = await room.newComment(room.commenter)
    await room.reply(room.guest, thread._id, {
      message: 'Thank you, @Cleo Commenter',
      mentions: [room.commenter.user._id],
    })
    const { body } = await room.app.call(listNotifications, {}, room.commenter)
    expect(body.results[0]).toMatchObject({ action: 'MENTIONED' })
  })
})
