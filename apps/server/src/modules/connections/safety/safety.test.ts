import { deleteConnectionProfile, updateConnectionProfile } from '@wingmark/contract/connection-profiles'
import {
  answerConnection,
  askToConnect,
  blockPerson,
  endConnection,
  reportPerson,
  unblockPerson,
} from '@wingmark/contract/connections'
import {
  answerRequest,
  deleteMessage,
  editMessage,
  getConversation,
  getConversationWith,
  readConversation,
  sendMessage,
} from '@wingmark/contract/messages'
import { getPerson } from '@wingmark/contract/people'
import {
  changeVisibility,
  listPublicReviews,
  listPublicReviewsOfUser,
  updateReview,
} from '@wingmark/contract/reviews'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { hidePerson, suspendPerson } from '#server/modules/connections/operator/service'
import { newPilot } from '../../../../test/connection-people.ts'
import { mailsFor } from '../../../../test/mail-box.ts'
import { newFile, newReview, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

/** All queries about a person, none of which a blocked user gets answers to. */
const asked = {
  'their page': (me: Person, id: string) => app.call(getPerson, { params: { id } }, me),
  'them to report': (me: Person, user: string) =>
    app.call(reportPerson, { body: { user, reason: 'SPAM' as const } }, me),
  'to connect': (me: Person, id: string) => app.call(askToConnect, { params: { id }, body: {} }, me),
  'their profile to change': (me: Person, id: string) =>
    app.call(updateConnectionProfile, { params: { id }, body: { company: 'Mine' } }, me),
  'their profile to take back': (me: Person, id: string) =>
    app.call(deleteConnectionProfile, { params: { id } }, me),
  'a conversation': (me: Person, id: string) => app.call(getConversationWith, { params: { id } }, me),
  'a message': (me: Person, to: string) => app.call(sendMessage, { body: { to, message: 'Hello' } }, me),
}

type Ask = () => Promise<{ status: number; body: object; headers: Headers }>

/** An answer and the SQL behind it: equal statements take equal time. */
async function seen(ask: Ask) {
  await waitUntilIdle(app)
  const tries = [await seenOnce(ask), await seenOnce(ask), await seenOnce(ask)] as const
  // Background work of the process only adds statements.
  const statements = tries.map((one) => one.statements).reduce(inBoth)
  return { ...tries[0], statements }
}

/** Each as often as both contain it. */
function inBoth(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return one.filter((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

async function seenOnce(ask: Ask) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { status, body, headers } = await ask()
  const statements = query.mock.calls.flatMap(([given]) => {
    const name: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'name') : null
    // The job worker asks for its next job whenever it likes.
    return typeof name === 'string' && !name.endsWith('/graphile_worker') ? [name] : []
  })
  query.mockRestore()
  // Parallel statements start in any order.
  const work = { statements: statements.toSorted() }
  return { status, body: { ...body, requestId: '' }, kind: headers.get('content-type'), ...work }
}

describe.each([
  ['has blocked the caller', (other: Person, me: Person) => block(other, me)],
  ['is hidden', (other: Person) => hidePerson(app.deps, other.user.username)],
  ['is suspended', (other: Person) => suspendPerson(app.deps, other.user.username, null)],
])('who %s', (_state, make) => {
  test.each(Object.entries(asked))(
    'is missing to who asks for %s: status, words and work',
    async (_what, ask) => {
      const [me, other] = [await newPilot(app), await newPilot(app)]
      await make(other, me)
      const there = await seen(() => ask(me, other.user._id))
      const missing = await seen(() => ask(me, crypto.randomUUID()))
      expect(there).toEqual(missing)
      expect([there.status, there.statements.length > 0]).toEqual([404, true])
    },
  )

  test('has no public work for others, as if they did not exist', async () => {
    const [me, other] = [await newPilot(app), await newPilot(app)]
    const { review } = await newReview(app, other)
    const input = { params: { id: review._id }, body: { visibility: 'PUBLIC' as const } }
    await app.call(changeVisibility, input, other)
    await waitUntilIdle(app)
    const name = `Public ${review._id}`
    await app.call(updateReview, { params: { id: review._id }, body: { name } }, other)
    const found = async (caller: Person) =>
      (await app.call(listPublicReviews, { query: { name } }, caller)).body.total
    expect(await found(me)).toBe(1)
    const work = (id: string, caller = me) => app.call(listPublicReviewsOfUser, { params: { id } }, caller)
    expect((await work(other.user._id)).body.total).toBe(1)
    await make(other, me)
    const there = await seen(() => work(other.user._id))
    expect(there).toEqual(await seen(() => work(crypto.randomUUID())))
    expect(there.body).toMatchObject({ results: [], total: 0 })
    expect((await work(other.user._id, other)).body.total).toBe(1)
    expect([await found(me), await found(other)]).toEqual([0, 1])
  })
})

const block = (who: Person, whom: Person) => app.call(blockPerson, { params: { userId: whom.user._id } }, who)

test('someone who blocked the caller cannot be blocked back, as if they did not exist', async () => {
  const [me, other] = [await newPilot(app), await newPilot(app)]
  await block(other, me)
  const call = (userId: string) => () => app.call(blockPerson, { params: { userId } }, me)
  const there = await seen(call(other.user._id))
  expect(there).toEqual(await seen(call(crypto.randomUUID())))
  expect(there.status).toBe(404)
  await app.call(unblockPerson, { params: { userId: me.user._id } }, other)
  expect((await block(me, other)).status).toBe(201)
})

type Between = { connection: string; conversation: string; message: string }

/** What the blocked person can ask about the pair. */
const askedBetween = {
  'to read the conversation': (me: Person, { conversation: id }: Between) =>
    app.call(getConversation, { params: { id } }, me),
  'to accept its request': (me: Person, { conversation: id }: Between) =>
    app.call(answerRequest, { params: { id }, body: { accept: true as const } }, me),
  'to say what they have read': (me: Person, { conversation: conversationId }: Between) =>
    app.call(readConversation, { params: { conversationId }, body: { upTo: 1 } }, me),
  'to correct a message': (me: Person, { message: id }: Between) =>
    app.call(editMessage, { params: { id }, body: { message: 'Hello again' } }, me),
  'to delete a message': (me: Person, { message: id }: Between) =>
    app.call(deleteMessage, { params: { id } }, me),
  'to answer a request': (me: Person, { connection: id }: Between) =>
    app.call(answerConnection, { params: { id }, body: { response: 'ACCEPT' as const } }, me),
  'to end a connection': (me: Person, { connection: id }: Between) =>
    app.call(endConnection, { params: { id } }, me),
}

test.each(Object.entries(askedBetween))(
  'what was between two is missing to the blocked one, who asks %s',
  async (_what, ask) => {
    const [me, other] = [await newPilot(app), await newPilot(app)]
    const connection = (await app.call(askToConnect, { params: { id: me.user._id }, body: {} }, other)).body
      .result._id
    await app.call(answerConnection, { params: { id: connection }, body: { response: 'ACCEPT' } }, me)
    const { body } = await app.call(sendMessage, { body: { to: other.user._id, message: 'Hello' } }, me)
    const { _id: message, conversation } = body.result
    await block(other, me)
    const missing = crypto.randomUUID()
    const there = await seen(() => ask(me, { connection, conversation, message }))
    expect(there).toEqual(
      await seen(() => ask(me, { connection: missing, conversation: missing, message: missing })),
    )
    expect([there.status, there.statements.length > 0]).toEqual([404, true])
  },
)

test('a suspended person’s messages can still be reported', async () => {
  const [me, other] = [await newPilot(app), await newPilot(app)]
  const words = { to: me.user._id, message: 'Buy now' }
  const { body } = await app.call(sendMessage, { body: words }, other)
  await suspendPerson(app.deps, other.user.username, null)
  const report = { user: other.user._id, reason: 'SPAM' as const, message: body.result._id }
  expect((await app.call(reportPerson, { body: report }, me)).status).toBe(201)
})

test('a report of a message keeps its text and its files’ names, even after deletion', async () => {
  const [me, other] = [await newPilot(app), await newPilot(app)]
  await app.call(sendMessage, { body: { to: other.user._id, message: 'Hello' } }, me)
  const file = await newFile(app, other, { purpose: 'COMMENT', name: 'stolen.png' })
  await waitUntilIdle(app)
  const words = { to: me.user._id, message: 'Look what I made', files: [file._id] }
  const { _id: message } = (await app.call(sendMessage, { body: words }, other)).body.result
  const report = { user: other.user._id, reason: 'STOLEN_WORK' as const, message }
  const { body } = await app.call(reportPerson, { body: report }, me)
  await app.call(deleteMessage, { params: { id: message } }, other)
  const { rows } = await app.deps.db.pool.query('select copy from reports where id = $1', [body.result._id])
  const files = [{ name: 'stolen.png', key: expect.any(String) }]
  expect(rows).toMatchObject([{ copy: { message: 'Look what I made', files } }])
})

test('a report is emailed to the operator, where an address is set', async () => {
  const operatorEmail = 'operator@example.test'
  const watched = await startTestApp({ config: { operatorEmail } })
  try {
    const [me, other] = [await newPilot(watched), await newPilot(watched, 'Rita Reported')]
    const report = { user: other.user._id, reason: 'STOLEN_WORK' as const, note: 'The third is mine.' }
    await watched.call(reportPerson, { body: report }, me)
    const [mail] = await mailsFor(watched, operatorEmail)
    expect(mail?.subject).toBe('Rita Reported was reported')
    expect(mail?.text).toContain('stolen work')
    expect(mail?.text).toContain('The third is mine.')
    expect(mail?.text).toContain(`npm run people -- hide ${other.user.username}`)
  } finally {
    await watched.close()
  }
})
