import * as contract from '@wingmark/contract/connections'
import { listNotifications } from '@wingmark/contract/notifications'
import { upgradePlan } from '@wingmark/contract/subscriptions'
import { getUsage } from '@wingmark/contract/users'
import { describe, expect, test } from 'vitest'
import {
  hidePerson,
  restorePerson,
  showPerson,
  suspendPerson,
} from '#server/modules/connections/operator/service'
import { newPilot } from '../../../../test/connection-people.ts'
import { inboxPath, listen } from '../../../../test/listen-live.ts'
import { newUser, type Person } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const to = ({ user }: Person) => ({ params: { id: user._id } })
const ask = (from: Person, other: Person, note?: string) =>
  app.call(contract.askToConnect, { ...to(other), body: note === undefined ? {} : { note } }, from)
const answer = (person: Person, id: string, response: 'ACCEPT' | 'DECLINE') =>
  app.call(contract.answerConnection, { params: { id }, body: { response } }, person)
const end = (person: Person, id: string) => app.call(contract.endConnection, { params: { id } }, person)
const listed = async (person: Person, query: object = {}) =>
  (await app.call(contract.listConnections, { query }, person)).body.results
const block = (person: Person, other: Person) =>
  app.call(contract.blockPerson, { params: { userId: other.user._id } }, person)
/** As if it was sent this many days earlier. */
const age = (id: string, days: number) =>
  app.deps.db.pool.query(
    'update connections set created_at = created_at - make_interval(days => $2) where id = $1',
    [id, days],
  )

describe('asking', () => {
  test('reaches the other person with its note, who accepts it', async () => {
    const [one, other] = [await newPilot(app, 'Una One'), await newPilot(app, 'Otto Other')]
    const inbox = await listen(app.url, inboxPath, other)
    const asked = await ask(one, other, ' Your titles are lovely. ')
    expect(asked.status).toBe(201)
    expect(asked.body.result).toMatchObject({
      status: 'PENDING',
      direction: 'OUTGOING',
      note: 'Your titles are lovely.',
      person: { _id: other.user._id, name: 'Otto Other', designation: 'Motion designer' },
      can: { answer: false, withdraw: true, remove: false },
    })
    const { _id: id } = asked.body.result
    await inbox.next('connection.updated')
    const [incoming] = await listed(other, { status: 'PENDING', direction: 'INCOMING' })
    expect(incoming).toMatchObject({ _id: id, direction: 'INCOMING', can: { answer: true } })
    const accepted = await answer(other, id, 'ACCEPT')
    expect(accepted.body.result).toMatchObject({ status: 'ACCEPTED', can: { remove: true } })
    expect(await listed(one, { status: 'ACCEPTED' })).toMatchObject([{ _id: id, status: 'ACCEPTED' }])
    const { body } = await app.call(listNotifications, {}, one)
    expect(body.results[0]).toMatchObject({
      action: 'CONNECTION_ACCEPTED',
      title: 'You’re connected with Otto Other',
      review: null,
      subject: { kind: 'PERSON', _id: other.user._id },
    })
    const again = await ask(one, other)
    expect([again.status, again.body.message]).toEqual([409, 'You’re already connected.'])
  })

  test('both at once connects them, and twenty times at once is one request', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    await Promise.all([ask(one, other), ask(other, one)])
    expect(await listed(one)).toMatchObject([{ status: 'ACCEPTED' }])
    expect(await listed(other)).toMatchObject([{ status: 'ACCEPTED' }])
    const third = await newPilot(app)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(one, third)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.message).toBe('You’ve already sent a request.')
  })

  test('with the same key answers the same', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => app.call(contract.askToConnect, { ...to(other), body: {}, headers }, one)
    const [first, second] = [await send(), await send()]
    expect([second.status, second.body.result._id]).toEqual([201, first.body.result._id])
  })

  test('needs a profile, and is refused with a message', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const bare = await newUser(app)
    const refused = await ask(bare, one)
    expect([refused.status, refused.body.message]).toEqual([403, 'Build your Connection Profile to connect.'])
    const self = await ask(one, one)
    expect([self.status, self.body.message]).toEqual([422, 'You can’t connect to yourself.'])
    expect((await ask(one, other, 'x'.repeat(301))).status).toBe(422)
    expect((await ask(one, other, 7 as never)).body.errors).toEqual({ note: 'Must be text.' })
    expect((await ask(one, bare)).status).toBe(404)
    await app.call(upgradePlan, { params: { id: bare.user._id, planId: 'COMMANDER' } }, bare)
    expect((await ask(bare, one)).status).toBe(403)
  })

  test('ends at 5 a day before verification, at 20 after, and at a Pilot’s 50 before Commander', async () => {
    const one = await newPilot(app)
    const pilots = await Promise.all(Array.from({ length: 6 }, () => newPilot(app)))
    const answers = []
    for (const other of pilots) answers.push(await ask(one, other))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
    expect(answers[5]?.body.message).toMatch('You can send 5 requests a day.')
    const { pool } = app.deps.db
    await pool.query('update users set email_confirmed_at = now() where id = $1', [one.user._id])
    const last = pilots[5] ?? one
    const many = (count: number, when: string) =>
      pool.query(
        `with made as (insert into users (id, name, email, username) select gen_random_uuid(), 'Paul Many', x, x
            from (select gen_random_uuid()::text as x from generate_series(1, $2::int)) as many returning id)
          insert into connections (id, requester_id, addressee_id, status, created_at)
          select gen_random_uuid(), $1::uuid, id, 'PENDING', now() - $3::interval from made`,
        [one.user._id, count, when],
      )
    await many(15, '1 hour')
    const full = await ask(one, last)
    expect([full.status, full.body.message]).toEqual([429, 'You can send 20 requests a day.'])
    await pool.query(
      `update connections set created_at = now() - interval '2 days' where requester_id = $1`,
      [one.user._id],
    )
    await many(30, '3 days')
    const over = await ask(one, last)
    const usage = async () => (await app.call(getUsage, {}, one)).body.result
    expect(await usage()).toMatchObject({ connections: { used: 50, limit: 50 } })
    expect([over.status, over.body.message]).toEqual([402, 'Fly high as a Commander to connect more'])
    expect((await ask(last, one)).status).toBe(201)
    await app.call(upgradePlan, { params: { id: one.user._id, planId: 'COMMANDER' } }, one)
    expect(await usage()).toMatchObject({ connections: { limit: null } })
    expect((await ask(one, await newPilot(app))).status).toBe(201)
  })
})

describe('answering', () => {
  test('a declined request notifies nobody, and looks unanswered until it lapses', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    const before = await listed(one)
    expect((await answer(other, id, 'DECLINE')).body.result.status).toBe('DECLINED')
    expect(await listed(one)).toEqual(before)
    expect(await listed(one, { status: 'DECLINED' })).toEqual([])
    expect(await listed(other, { status: 'DECLINED' })).toMatchObject([{ _id: id }])
    expect((await ask(one, other)).body.message).toBe('You’ve already sent a request.')
    await age(id, 61)
    expect(await listed(one)).toEqual([])
    const early = await ask(one, other)
    expect([early.status, early.body.message]).toEqual([
      429,
      expect.stringMatching(/^You can ask this person/),
    ])
    await age(id, 30)
    expect((await ask(one, other)).status).toBe(201)
  })

  test('a withdrawn request can be repeated after 21 days, a removed connection after 90', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    expect((await end(one, id)).status).toBe(200)
    expect((await end(one, id)).status).toBe(404)
    expect((await ask(one, other)).status).toBe(429)
    await age(id, 22)
    const { _id: next } = (await ask(one, other)).body.result
    await answer(other, next, 'ACCEPT')
    expect((await end(other, next)).status).toBe(200)
    expect(await listed(one)).toEqual([])
    expect((await ask(one, other)).status).toBe(429)
    expect((await ask(other, one)).status).toBe(201)
  })

  test('is for the recipient only', async () => {
    const [one, other, third] = [await newPilot(app), await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    expect((await answer(one, id, 'ACCEPT')).status).toBe(403)
    expect((await answer(third, id, 'ACCEPT')).status).toBe(404)
    expect((await end(third, id)).status).toBe(404)
    const odd = await app.call(
      contract.answerConnection,
      { params: { id }, body: { response: 'MAYBE' as never } },
      other,
    )
    expect(odd.body.errors).toEqual({ response: 'Choose one of: ACCEPT, DECLINE' })
    await answer(other, id, 'ACCEPT')
    expect((await answer(other, id, 'DECLINE')).status).toBe(409)
  })

  test('is closed to suspended people, and impossible for hidden ones', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    await suspendPerson(app.deps, other.user.username, null)
    expect((await answer(other, id, 'ACCEPT')).status).toBe(403)
    expect((await end(one, id)).status).toBe(404)
    await restorePerson(app.deps, other.user.username)
    await hidePerson(app.deps, one.user.username)
    expect((await answer(other, id, 'ACCEPT')).status).toBe(404)
    await restorePerson(app.deps, one.user.username)
    expect((await answer(other, id, 'ACCEPT')).status).toBe(200)
    await hidePerson(app.deps, one.user.username)
    expect(await listed(other)).toEqual([])
  })

  test('accepting and withdrawing at once has one result, the same for both', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    await Promise.all([answer(other, id, 'ACCEPT'), end(one, id)])
    const [ofOne, ofOther] = [await listed(one), await listed(other)]
    expect(ofOne.map(({ status }) => status)).toEqual(ofOther.map(({ status }) => status))
  })
})

describe('a list', () => {
  test('finds, sorts and refuses unknown values', async () => {
    const one = await newPilot(app)
    const others = [await newPilot(app, 'Zoë Zimmer'), await newPilot(app, 'Ada Adler')]
    for (const other of others) await ask(one, other)
    const names = async (query: object) => (await listed(one, query)).map(({ person }) => person.name)
    expect(await names({ sort: 'name' })).toEqual(['Ada Adler', 'Zoë Zimmer'])
    expect(await names({ sort: 'createdAt' })).toEqual(['Zoë Zimmer', 'Ada Adler'])
    expect(await names({ search: 'ZOE' })).toEqual(['Zoë Zimmer'])
    expect(await names({ search: "' & | :*" })).toHaveLength(2)
    for (const [field, value] of [
      ['status', 'GONE'],
      ['sort', 'age'],
      ['page', '0'],
      ['limit', 'many'],
    ] as const) {
      const odd = await app.call(contract.listConnections, { query: { [field]: value } }, one)
      expect([odd.status, Object.keys(odd.body.errors ?? {})]).toEqual([422, [field]])
    }
    const long = await app.call(contract.listConnections, { query: { search: 'x'.repeat(201) } }, one)
    expect(long.body.errors).toEqual({ search: 'At most 200 characters.' })
  })
})

describe('blocking', () => {
  test('works at once and both ways, and looks like a missing person', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    const { _id: id } = (await ask(one, other)).body.result
    await answer(other, id, 'ACCEPT')
    expect((await block(one, other)).status).toBe(201)
    expect(await listed(one)).toEqual([])
    expect(await listed(other)).toEqual([])
    const missing = { ...other, user: { ...other.user, _id: crypto.randomUUID() } }
    for (const [from, to] of [
      [other, one],
      [one, other],
    ] as const) {
      const [blocked, absent] = [await ask(from, to), await ask(from, missing)]
      expect(blocked.status).toBe(404)
      expect({ ...blocked.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    }
    const { body } = await app.call(contract.listBlocked, {}, one)
    expect(body.results).toMatchObject([{ _id: other.user._id }])
    expect((await app.call(contract.listBlocked, {}, other)).body.total).toBe(0)
    const params = { userId: other.user._id }
    expect((await app.call(contract.unblockPerson, { params }, other)).status).toBe(404)
    expect((await app.call(contract.unblockPerson, { params }, one)).status).toBe(200)
    expect((await ask(other, one)).status).toBe(201)
  })

  test('wins over a simultaneous request', async () => {
    const [one, other] = [await newPilot(app), await newPilot(app)]
    await Promise.all([ask(one, other), block(other, one)])
    expect(await listed(one)).toEqual([])
    expect(await listed(other)).toEqual([])
  })

  test('sends the other an event only if something ended, and lists usernames that can be found', async () => {
    const [one, other, bare] = [await newPilot(app), await newPilot(app), await newUser(app)]
    const inbox = await listen(app.url, inboxPath, other)
    await inbox.next('reset')
    await block(one, other)
    await block(one, bare)
    const third = await newPilot(app)
    await ask(third, other)
    await inbox.next('connection.updated')
    await block(third, other)
    expect((await inbox.next('connection.updated')).data).toMatchObject({ user: third.user._id })
    const about = inbox.heard.map(({ data }) => JSON.stringify(data)).join(' ')
    expect(about).not.toContain(one.user._id)
    inbox.close()
    const usernames = async () => {
      const { body } = await app.call(contract.listBlocked, {}, one)
      return body.results.map(({ username }) => username)
    }
    expect(await usernames()).toEqual([null, other.user.username])
    // As from a time when a blocked person could block back.
    await app.deps.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [
      other.user._id,
      one.user._id,
    ])
    expect(await usernames()).toEqual([null, null])
  })

  test('oneself or a missing person is refused', async () => {
    const one = await newPilot(app)
    expect((await block(one, one)).status).toBe(422)
    const params = { userId: crypto.randomUUID() }
    expect((await app.call(contract.blockPerson, { params }, one)).status).toBe(404)
  })
})

test('a report keeps a copy of its subject', async () => {
  const [one, other] = [await newPilot(app), await newPilot(app, 'Rita Reported')]
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const report = (user: string, reason = 'SPAM') =>
    app.call(contract.reportPerson, { body: { user, reason: reason as never, note: 'Again.' }, headers }, one)
  const first = await report(other.user._id)
  expect(first.status).toBe(201)
  expect((await report(other.user._id)).body.result).toEqual(first.body.result)
  expect((await report(one.user._id)).status).toBe(422)
  headers['idempotency-key'] = crypto.randomUUID()
  expect((await report(crypto.randomUUID())).status).toBe(404)
  expect((await report(other.user._id, 'BORED')).status).toBe(422)
  const { rows } = await app.deps.db.pool.query('select copy, note from reports where reported_id = $1', [
    other.user._id,
  ])
  const copy = { name: 'Rita Reported', company: 'Studio Nord' }
  expect(rows).toMatchObject([{ note: 'Again.', copy }])
  const { username } = other.user
  const seen = () => showPerson(app.deps, username.toUpperCase())
  expect(await seen()).toMatchObject({
    person: { username, hasProfile: true, restriction: null },
    reports: [{ reason: 'SPAM', by: one.user.username, copy }],
  })
  await hidePerson(app.deps, username)
  expect((await seen())?.person).toMatchObject({ restriction: 'HIDDEN', until: null })
  await suspendPerson(app.deps, username, new Date(Date.now() - 60_000))
  expect((await seen())?.person.restriction).toBeNull()
  expect(await showPerson(app.deps, 'nobody-at-all')).toBeNull()
})
