import { blockPerson } from '@wingmark/contract/connections'
import type { NotifyMode } from '@wingmark/contract/mails'
import { readConversation, sendMessage } from '@wingmark/contract/messages'
import { updateProfile } from '@wingmark/contract/users'
import { expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import { mailsFor, mailsInTheEnd } from '../../../../test/mail-box.ts'
import { type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'
import { mailUnread } from './service.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

async function send(from: Person, to: Person, message: string) {
  const { status, body } = await app.call(sendMessage, { body: { to: to.user._id, message } }, from)
  if (status !== 201) throw new Error(`not sent: ${status} ${body.message}`)
  return body.result
}
const notify = (person: Person, mode: NotifyMode) =>
  app.call(updateProfile, { body: { notify: mode } }, person)

/** As if everything was written that long ago and the job had run. */
async function lookAfter(interval: string) {
  await app.deps.db.pool.query(`update messages set created_at = created_at - interval '${interval}'`)
  await mailUnread(app.deps)
  await waitUntilIdle(app)
}
const notified = async (person: Person) =>
  (await mailsInTheEnd(app, person.user.email)).filter(
    (mail) => mail.subject?.includes('wants to message you') || mail.subject?.includes('messaged you'),
  )

/** Two people who have answered and read each other. */
async function newPair(name: string) {
  const [ada, ben] = [await newPilot(app, name), await newPilot(app, 'Ben Example')]
  const { conversation } = await send(ada, ben, 'Hello')
  const { number } = await send(ben, ada, 'Hello back')
  const read = { params: { conversationId: conversation }, body: { upTo: number } }
  for (const person of [ada, ben]) await app.call(readConversation, read, person)
  return { ada, ben, conversation }
}

test('a request unread for ten minutes is emailed with a name, but none of its words', async () => {
  const [ada, ben] = [await newPilot(app, 'Ada <b>Example</b>'), await newPilot(app)]
  await send(ada, ben, 'Buy this at https://example.com/now')
  await mailUnread(app.deps)
  expect(await notified(ben)).toEqual([])
  await lookAfter('11 minutes')
  const mails = await mailsFor(app, ben.user.email)
  const mail = mails.find((one) => one.subject === 'Ada <b>Example</b> wants to message you')
  expect(mail?.text).toContain('/messages/')
  expect(mail?.text).toContain('/unsubscribe/')
  for (const words of [mail?.text, mail?.html]) expect(words).not.toMatch(/Buy this|example\.com\/now/)
  expect(mail?.html).not.toContain('<b>')
  await lookAfter('1 day')
  expect(await notified(ben)).toHaveLength(1)
  expect(await notified(ada)).toEqual([])
})

test('unread messages of several people go into one email, without read or deleted ones', async () => {
  const [one, two] = [await newPair('Ada Example'), await newPair('Cleo Example')]
  const { ben } = one
  await send(one.ada, ben, 'The first')
  await send(one.ada, ben, 'The last of two')
  const third = await newPilot(app, 'Dora Example')
  await send(third, ben, 'A request')
  const read = await send(two.ada, two.ben, 'Read in time')
  const params = { conversationId: two.conversation }
  await app.call(readConversation, { params, body: { upTo: read.number } }, two.ben)
  await lookAfter('11 minutes')
  const [mail, ...others] = await notified(ben)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 people messaged you')
  expect(mail?.text).toContain('Ada Example wrote 2 messages; the latest:\n> The last of two')
  expect(mail?.html).toContain('>Open conversation</a>')
  expect(mail?.html).not.toContain('Open comment')
  expect(mail?.text).toContain('Dora Example sent you their first message')
  expect(mail?.text).not.toContain('A request')
  expect(await notified(two.ben)).toEqual([])
})

test('the email setting counts: hourly, none at all, and none from blocked people', async () => {
  const [hourly, off, blocked] = [await newPair('Ada A'), await newPair('Ada B'), await newPair('Ada C')]
  await notify(hourly.ben, 'HOURLY')
  await app.call(updateProfile, { body: { mailAreas: ['COMMENTS'] } }, off.ben)
  for (const pair of [hourly, off, blocked]) await send(pair.ada, pair.ben, 'Something new')
  await app.call(blockPerson, { params: { userId: blocked.ada.user._id } }, blocked.ben)
  await lookAfter('61 minutes')
  expect(await notified(hourly.ben)).toHaveLength(1)
  expect(await notified(off.ben)).toEqual([])
  expect(await notified(blocked.ben)).toEqual([])
})
