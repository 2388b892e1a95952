import { answerConnection, askToConnect, blockPerson, endConnection } from '@wingmark/contract/connections'
import { deleteFile } from '@wingmark/contract/files'
import { removeMember } from '@wingmark/contract/members'
import {
  answerRequest,
  deleteMessage,
  editMessage,
  getConversation,
  getConversationWith,
  listConversations,
  readConversation,
  sendMessage,
} from '@wingmark/contract/messages'
import { listNotifications } from '@wingmark/contract/notifications'
import { deleteAccount, getUsage } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import { recountMessages } from '#server/modules/messages/usage/service'
import { newPilot } from '../../../test/connection-people.ts'
import { fetchFile } from '../../../test/files.ts'
import { keptLog } from '../../../test/kept-log.ts'
import { inboxPath, listen, soonMs } from '../../../test/listen-live.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  password,
  waitUntilIdle,
} from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

type Words = { message?: string; files?: string[] }
const send = (from: Person, to: Person, words: Words = { message: 'Hello' }, key?: string) =>
  app.call(
    sendMessage,
    { body: { to: to.user._id, ...words }, ...(key ? { headers: { 'idempotency-key': key } } : {}) },
    from,
  )
const sent = async (from: Person, to: Person, words?: Words) => {
  const { status, body } = await send(from, to, words)
  if (status !== 201) throw new Error(`not sent: ${status} ${body.message}`)
  return body.result
}
const open = (id: string, person: Person, query = {}) =>
  app.call(getConversation, { params: { id }, query }, person)
const box = async (person: Person, name: 'INBOX' | 'REQUESTS' = 'INBOX') =>
  (await app.call(listConversations, { query: { box: name } }, person)).body
const usedToday = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.messages.used

/** Two people with profiles, whose first message was answered. */
async function newPair() {
  const [ada, ben] = [await newPilot(app, 'Ada Example'), await newPilot(app, 'Ben Example')]
  const { conversation } = await sent(ada, ben)
  await sent(ben, ada, { message: 'Hello back' })
  return { ada, ben, conversation }
}

describe('a first message', () => {
  test('is a request to someone open to messages, and an answer opens the conversation', async () => {
    const [ada, ben] = [await newPilot(app, 'Ada Example'), await newPilot(app, 'Ben Example')]
    const { conversation } = await sent(ada, ben, { message: 'May I ask you something?' })
    expect((await box(ben)).results).toEqual([])
    const requests = await box(ben, 'REQUESTS')
    expect(requests).toMatchObject({ total: 1, unread: { inbox: 0, requests: 1 } })
    expect(requests.results[0]).toMatchObject({
      _id: conversation,
      request: 'INCOMING',
      person: { name: 'Ada Example' },
      last: { text: 'May I ask you something?', isOwn: false },
      can: { write: true, accept: true },
    })
    expect((await box(ada)).results[0]).toMatchObject({ request: 'OUTGOING', can: { write: false } })
    const notified = await app.call(listNotifications, {}, ben)
    expect(notified.body.results[0]).toMatchObject({
      action: 'MESSAGE_REQUESTED',
      title: 'Ada Example wants to message you',
      subject: { kind: 'PERSON', _id: ada.user._id },
    })
    const second = await send(ada, ben)
    expect([second.status, second.body.message]).toEqual([
      409,
      'Your first message is a request. Wait for an answer.',
    ])
    await sent(ben, ada, { message: 'Of course' })
    await sent(ada, ben, { message: 'Thank you' })
    expect((await box(ben)).results[0]).toMatchObject({ request: null, box: 'INBOX', lastNumber: 3 })
  })

  test('is accepted only by the other person', async () => {
    const [ada, ben] = [await newPilot(app), await newPilot(app)]
    const { conversation } = await sent(ada, ben)
    const input = { params: { id: conversation }, body: { accept: true as const } }
    expect((await app.call(answerRequest, input, ada)).status).toBe(403)
    expect((await app.call(answerRequest, input, await newPilot(app))).status).toBe(404)
    expect((await app.call(answerRequest, input, ben)).body.result).toMatchObject({
      box: 'INBOX',
      request: null,
    })
    await sent(ada, ben)
  })

  test('between fellow members is no request and needs no profile, while they share a review', async () => {
    const [owner, member, stranger] = [await newUser(app), await newUser(app), await newUser(app)]
    const { review } = await newReview(app, owner)
    await addMember(app, review._id, member, 'VIEWER')
    await sent(member, owner)
    await sent(member, owner)
    expect((await box(owner)).results[0]).toMatchObject({ request: null, can: { attach: true } })
    expect((await box(member)).results[0]).toMatchObject({ request: null, can: { write: true } })
    await app.call(removeMember, { params: { id: review._id, memberId: member.user._id } }, owner)
    expect((await box(member)).results[0]).toMatchObject({ can: { attach: false } })
    expect((await send(member, owner)).status).toBe(403)
    const refused = await send(stranger, owner)
    const missing = await app.call(
      sendMessage,
      { body: { to: crypto.randomUUID(), message: 'Hello' } },
      stranger,
    )
    expect([refused.status, refused.body.message]).toEqual([missing.status, missing.body.message])
    expect(missing.status).toBe(404)
  })

  test('needs a profile, and someone who accepts messages', async () => {
    const [person, pilot] = [await newUser(app), await newPilot(app)]
    const closed = await newPilot(app, 'Cleo Closed', { isOpenToMessages: false })
    expect(await send(person, pilot)).toMatchObject({
      status: 403,
      body: { message: 'Build your Connection Profile to write to this person.' },
    })
    expect((await send(pilot, closed)).status).toBe(403)
    expect(await usedToday(pilot)).toBe(0)
  })

  test('has no files', async () => {
    const [ada, ben] = [await newPilot(app), await newPilot(app)]
    const file = await newFile(app, ada, { purpose: 'COMMENT' })
    const answer = await send(ada, ben, { files: [file._id] })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['files']])
    expect((await box(ben, 'REQUESTS')).results).toEqual([])
  })
})

describe('the daily limit', () => {
  test('allows exactly ten of thirty parallel ones, and says when it ends', async () => {
    const { ada, ben } = await newPair()
    const before = await usedToday(ada)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(ada, ben)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10 - before)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30 - (10 - before))
    expect(refused[0]?.body.message).toBe('You’ve reached today’s limit of 10 messages.')
    const { resetsAt, used } = (await app.call(getUsage, {}, ada)).body.result.messages
    expect([used, resetsAt.slice(11)]).toEqual([10, '00:00:00.000Z'])
    const seconds = Number(refused[0]?.headers.get('retry-after'))
    expect(Math.abs((Date.parse(resetsAt) - Date.now()) / 1000 - seconds)).toBeLessThan(60)
  })

  test('is three without a profile', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    const { review } = await newReview(app, owner)
    await addMember(app, review._id, member, 'VIEWER')
    await sent(member, owner)
    for (let n = 0; n < 3; n++) await sent(owner, member)
    const fourth = await send(owner, member)
    expect([fourth.status, fourth.body.message]).toEqual([429, 'You’ve reached today’s limit of 3 messages.'])
  })

  test('counts messages sent: no edits, no failures, a lost answer once', async () => {
    const { ada, ben } = await newPair()
    const key = crypto.randomUUID()
    const [first, second] = [await send(ada, ben, undefined, key), await send(ada, ben, undefined, key)]
    expect([second.status, second.body.result._id]).toEqual([201, first.body.result._id])
    const params = { id: first.body.result._id }
    await app.call(editMessage, { params, body: { message: 'Better' } }, ada)
    await send(ada, ben, { files: [crypto.randomUUID()] })
    expect(await usedToday(ada)).toBe(2)
  })

  test('ignores yesterday’s messages', async () => {
    const { ada, ben } = await newPair()
    await app.deps.db.pool.query(
      `update usage_meters set used = 10, period = period - 1 where user_id = $1`,
      [ada.user._id],
    )
    await sent(ada, ben)
    expect(await usedToday(ada)).toBe(1)
  })
})

describe('a conversation', () => {
  test('exists for its two people alone, with all its contents', async () => {
    const { ada, ben, conversation } = await newPair()
    const other = await newPilot(app)
    const message = await sent(ada, ben)
    const params = { id: message._id }
    expect((await open(conversation, other)).status).toBe(404)
    const read = { params: { conversationId: conversation }, body: { upTo: 1 } }
    expect((await app.call(readConversation, read, other)).status).toBe(404)
    expect((await app.call(editMessage, { params, body: { message: 'x' } }, other)).status).toBe(404)
    expect((await app.call(deleteMessage, { params }, other)).status).toBe(404)
    expect((await app.call(editMessage, { params, body: { message: 'x' } }, ben)).status).toBe(403)
    expect((await app.call(deleteMessage, { params }, ben)).status).toBe(403)
    expect((await open(conversation, ben)).body.results.map((one) => one.message)).toEqual([
      'Hello',
      'Hello back',
      'Hello',
    ])
  })

  test('is read in pages, the newest first', async () => {
    const { ada, ben, conversation } = await newPair()
    for (const message of ['three', 'four', 'five']) await sent(ada, ben, { message })
    const first = (await open(conversation, ben, { limit: 2 })).body
    expect(first.results.map((one) => one.message)).toEqual(['five', 'four'])
    const next = (await open(conversation, ben, { limit: 3, cursor: first.nextCursor })).body
    expect(next.results.map((one) => one.message)).toEqual(['three', 'Hello back', 'Hello'])
    expect([next.nextCursor, next.total]).toEqual([null, 5])
    expect((await open(conversation, ben, { cursor: 'x' })).status).toBe(422)
    const [middle] = next.results
    const around = (await open(conversation, ben, { limit: 3, around: middle?._id ?? '' })).body
    expect(around.results.map((one) => one.number)).toEqual([4, 3, 2])
    const elsewhere = (await newPair()).conversation
    const [foreign] = (await open(conversation, ada)).body.results
    expect((await open(elsewhere, ada, { around: foreign?._id ?? '' })).status).toBe(404)
    const unknown = (await open(conversation, ben, { limit: 2, around: crypto.randomUUID() })).body
    expect(unknown.results).toEqual(first.results)
    for (const words of ['x', '']) expect((await open(conversation, ben, { around: words })).status).toBe(422)
  })

  test('knows what was read, and shows it to the other person', async () => {
    const { ada, ben, conversation } = await newPair()
    await sent(ada, ben)
    expect((await box(ben)).unread.inbox).toBe(1)
    const body = { upTo: 900 }
    const { result } = (
      await app.call(readConversation, { params: { conversationId: conversation }, body }, ben)
    ).body
    expect(result.readNumber).toBe(3)
    expect((await box(ben)).unread.inbox).toBe(0)
    expect((await box(ada)).results[0]?.seenNumber).toBe(3)
  })

  test('is found before the first message and after', async () => {
    const [ada, ben] = [await newPilot(app), await newPilot(app, 'Ben Example')]
    const params = { id: ben.user._id }
    const before = await app.call(getConversationWith, { params }, ada)
    expect(before.body.result).toMatchObject({
      conversation: null,
      isRequest: true,
      person: { name: 'Ben Example' },
    })
    const { conversation } = await sent(ada, ben)
    expect((await app.call(getConversationWith, { params }, ada)).body.result.conversation).toBe(conversation)
    expect((await app.call(getConversationWith, { params }, ben)).status).toBe(422)
  })

  test('is one when both write first at once', async () => {
    const [ada, ben] = [await newPilot(app), await newPilot(app)]
    const statuses = (await Promise.all([send(ada, ben), send(ben, ada)])).map(({ status }) => status)
    expect(statuses).toEqual([201, 201])
    expect((await box(ada)).results).toMatchObject([{ request: null, lastNumber: 2 }])
  })
})

describe('a message', () => {
  test('can be edited for a quarter of an hour', async () => {
    const { ada, ben, conversation } = await newPair()
    const { _id: id } = await sent(ada, ben, { message: 'teh' })
    const params = { id }
    const edited = await app.call(editMessage, { params, body: { message: 'the' } }, ada)
    expect(edited.body.result).toMatchObject({ message: 'the', editedAt: expect.any(String) })
    expect((await app.call(editMessage, { params, body: { message: ' ' } }, ada)).status).toBe(422)
    await app.deps.db.pool.query(
      `update messages set created_at = now() - interval '16 minutes' where id = $1`,
      [id],
    )
    expect((await app.call(editMessage, { params, body: { message: 'x' } }, ada)).status).toBe(409)
    expect((await open(conversation, ada)).body.results[0]).toMatchObject({
      message: 'the',
      can: { edit: false, delete: true },
    })
  })

  test('leaves a placeholder when deleted, and its files are deleted', async () => {
    const { ada, ben, conversation } = await newPair()
    const file = await newFile(app, ada, { purpose: 'COMMENT' })
    const { _id: id, files } = await sent(ada, ben, { message: 'Secret', files: [file._id] })
    const params = { id }
    expect((await app.call(deleteMessage, { params }, ada)).status).toBe(200)
    expect((await app.call(deleteMessage, { params }, ada)).status).toBe(200)
    const seen = (await open(conversation, ben)).body
    expect(seen.results[0]).toMatchObject({ message: '', deleted: true, files: [] })
    expect(seen.conversation.last).toMatchObject({ text: '', deleted: true })
    expect((await fetchFile(app, files[0]?.url ?? '')).status).toBe(404)
    expect((await app.call(editMessage, { params, body: { message: 'x' } }, ada)).status).toBe(404)
  })

  test('shows its files to these two people, and they cannot be attached elsewhere', async () => {
    const { ada, ben, conversation } = await newPair()
    const file = await newFile(app, ada, { purpose: 'COMMENT' })
    const foreign = await newFile(app, ben, { purpose: 'COMMENT' })
    expect((await send(ada, ben, { files: [foreign._id] })).status).toBe(422)
    await sent(ada, ben, { files: [file._id] })
    for (const reader of [ada, ben]) {
      const [message] = (await open(conversation, reader)).body.results
      expect((await fetchFile(app, message?.files[0]?.url ?? '')).status).toBe(200)
    }
    expect((await send(ada, ben, { message: 'again', files: [file._id] })).status).toBe(422)
    expect((await app.call(deleteFile, { params: { id: file._id } }, ada)).status).toBe(409)
  })

  test.each([
    ['nothing', {}, 'message'],
    ['nothing to see', { message: '\u200b\u200b' }, 'message'],
    ['4,001 characters', { message: 'a'.repeat(4_001) }, 'message'],
    ['words that are none', { message: 7 }, 'message'],
    ['eleven files', { files: Array.from({ length: 11 }, () => crypto.randomUUID()) }, 'files'],
    ['a file that is none', { files: ['x'] }, 'files.0'],
  ])('with %s is refused with a message', async (_what, words, field) => {
    const [ada, ben] = [await newPilot(app), await newPilot(app)]
    const answer = await send(ada, ben, words as Words)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
  })

  test('to oneself, by a guest, or of a megabyte is refused', async () => {
    const ada = await newPilot(app)
    expect(await send(ada, ada)).toMatchObject({
      status: 422,
      body: { message: 'You can’t message yourself.' },
    })
    const guest = await newGuest(app)
    const body = { to: ada.user._id, message: 'Hello' }
    expect((await app.call(sendMessage, { body }, guest)).status).toBe(401)
    expect((await send(ada, ada, { message: 'a'.repeat(1_100_000) })).status).toBe(413)
  })
})

test('both get events at once: messages, edits, deletions and read marks', async () => {
  const { ada, ben, conversation } = await newPair()
  const [hers, his] = [await listen(app.url, inboxPath, ada), await listen(app.url, inboxPath, ben)]
  await Promise.all([hers.next('reset'), his.next('reset')])
  const { _id: id } = await sent(ada, ben, { message: 'Live' })
  const heard = await his.next('message.created', soonMs)
  expect(heard.data).toMatchObject({
    conversation: { _id: conversation, person: { name: 'Ada Example' } },
    message: { message: 'Live', isOwn: false },
  })
  expect((await hers.next('message.created', soonMs)).data).toMatchObject({ message: { isOwn: true } })
  await app.call(readConversation, { params: { conversationId: conversation }, body: { upTo: 3 } }, ben)
  expect((await hers.next('conversation.changed', soonMs)).data).toMatchObject({
    conversation: { seenNumber: 3 },
    message: null,
  })
  await his.next('conversation.changed', soonMs)
  await app.call(editMessage, { params: { id }, body: { message: 'Alive' } }, ada)
  expect((await his.next('conversation.changed', soonMs)).data).toMatchObject({
    message: { message: 'Alive' },
  })
  await app.call(deleteMessage, { params: { id } }, ada)
  expect((await his.next('conversation.changed', soonMs)).data).toMatchObject({ message: { deleted: true } })
  hers.close()
  his.close()
})

test('an edited request notifies its writer alone', async () => {
  const [ada, ben] = [await newPilot(app), await newPilot(app)]
  const { _id: id } = await sent(ada, ben)
  const [hers, his] = [await listen(app.url, inboxPath, ada), await listen(app.url, inboxPath, ben)]
  await Promise.all([hers.next('reset'), his.next('reset')])
  await app.call(editMessage, { params: { id }, body: { message: 'Louder' } }, ada)
  await hers.next('conversation.changed', soonMs)
  await sent(ben, ada, { message: 'Yes?' })
  await his.next('message.created', soonMs)
  expect(his.heard.map(({ event }) => event)).not.toContain('conversation.changed')
  hers.close()
  his.close()
})

test('reading a request does not notify its sender', async () => {
  const [ada, ben] = [await newPilot(app), await newPilot(app)]
  const { conversation } = await sent(ada, ben)
  await app.call(readConversation, { params: { conversationId: conversation }, body: { upTo: 1 } }, ben)
  expect((await box(ada)).results[0]?.seenNumber).toBe(0)
})

test('messages stay with the other person when an account is deleted, and are deleted with the last one', async () => {
  const { ada, ben, conversation } = await newPair()
  await app.call(deleteAccount, { body: { password } }, ada)
  const { body } = await open(conversation, ben)
  expect(body.results.map((one) => one.message)).toEqual(['Hello back', 'Hello'])
  expect(body.conversation).toMatchObject({ person: null, can: { write: false } })
  expect((await send(ben, ada)).status).toBe(404)
  await app.call(deleteAccount, { body: { password } }, ben)
  const left = await app.deps.db.pool.query('select 1 from conversations where id = $1', [conversation])
  expect(left.rows).toEqual([])
})

test('connections write freely, with files; former ones must ask again', async () => {
  const [ada, ben] = [await newPilot(app), await newPilot(app, 'Ben', { isOpenToMessages: false })]
  const asked = await app.call(askToConnect, { params: { id: ben.user._id }, body: {} }, ada)
  const params = { id: asked.body.result._id }
  await app.call(answerConnection, { params, body: { response: 'ACCEPT' } }, ben)
  const file = await newFile(app, ada, { purpose: 'COMMENT' })
  await sent(ada, ben, { files: [file._id] })
  await sent(ada, ben)
  expect((await box(ben)).results[0]).toMatchObject({ request: null, can: { write: true, attach: true } })
  await app.call(endConnection, { params }, ben)
  const refused = await send(ada, ben)
  const { body } = await app.call(getConversationWith, { params: { id: ben.user._id } }, ada)
  const refusal = 'Only connections can message this person.'
  expect([refused.status, refused.body.message, body.result.refusal]).toEqual([403, refusal, refusal])
  expect((await send(ben, ada)).status).toBe(201)
  expect((await box(ada, 'REQUESTS')).results[0]?.request).toBe('INCOMING')
})

test('a block ends it at once: the blocked person finds nobody, the other keeps the messages', async () => {
  const { ada, ben, conversation } = await newPair()
  const file = await newFile(app, ada, { purpose: 'COMMENT' })
  const { _id: id } = await sent(ada, ben, { files: [file._id] })
  await waitUntilIdle(app)
  const [message] = (await open(conversation, ben)).body.results
  const his = await listen(app.url, inboxPath, ben)
  await his.next('reset')
  await app.call(blockPerson, { params: { userId: ben.user._id } }, ada)
  // His open page closes, though they were never connected.
  expect((await his.next('connection.updated')).data).toEqual({ user: ada.user._id, status: 'NONE' })
  for (const [from, to] of [
    [ada, ben],
    [ben, ada],
  ] as const)
    expect((await send(from, to)).status).toBe(404)
  expect((await open(conversation, ben)).status).toBe(404)
  expect((await box(ben)).total).toBe(0)
  expect((await fetchFile(app, message?.files[0]?.url ?? '')).status).toBe(404)
  const kept = (await open(conversation, ada)).body
  expect(kept.conversation.can).toEqual({ write: false, attach: false, accept: false })
  expect(kept.results).toHaveLength(3)
  await app.call(deleteMessage, { params: { id } }, ada)
  expect(his.heard.map(({ event }) => event)).not.toContain('conversation.changed')
  his.close()
})

test('a wrong meter is repaired and logged; deleted messages were sent, too', async () => {
  const { ada, ben } = await newPair()
  const { _id: id } = await sent(ada, ben, { message: 'Not this.' })
  await app.call(deleteMessage, { params: { id } }, ada)
  const broken = (used: number, by: Person) =>
    app.deps.db.pool.query('update usage_meters set used = $2 where user_id = $1', [by.user._id, used])
  await broken(9, ada)
  await broken(0, ben)
  const { log, lines } = keptLog()
  await recountMessages({ ...app.deps, log })
  expect([await usedToday(ada), await usedToday(ben)]).toEqual([2, 1])
  const notified = lines().filter((line) => line.user === ada.user._id)
  expect(notified).toEqual([expect.objectContaining({ meter: 'MESSAGES', before: 9, after: 2 })])
})
