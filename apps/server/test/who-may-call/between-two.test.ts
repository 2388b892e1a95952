import * as profiles from '@wingmark/contract/connection-profiles'
import * as connections from '@wingmark/contract/connections'
import * as messages from '@wingmark/contract/messages'
import * as people from '@wingmark/contract/people'
import type { Route } from '@wingmark/contract/route'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { newPilot, profileOf } from '../connection-people.ts'
import { newGuest, newUser, type Person } from '../people.ts'
import { withApp } from '../shared-app.ts'
import type { Caller, TestApp } from '../start-test-app.ts'
import type { Input } from './expectation.ts'

/**
 * All calls are about one person. Callers: herself, a connection, two strangers, one she blocked, a guest, a visitor.
 */
const callers = [
  'self',
  'connection',
  'stranger',
  'without a profile',
  'blocked',
  'guest',
  'visitor',
] as const
type Name = (typeof callers)[number]

/** A request for her; with the caller, if signed in, a connection, a conversation and her message in it. */
type Given = {
  id: string
  username: string
  request: string
  connection: string
  conversation: string
  message: string
  own: ReturnType<typeof profileOf>
}
type Row = { with?: (given: Given) => Input; expect: readonly number[] }

/** All signed-in users. */
const users = (status: number) => [status, status, status, status, status, 401, 401]
/** Equal rights for both people. */
const theTwo = (self: number, other: number) => [self, other, 404, 404, 404, 401, 401]
const ofPerson = ({ id }: Given) => ({ params: { id } })
const inConversation = ({ conversation }: Given) => ({ params: { id: conversation } })

const table: Record<string, Row> = {
  'GET /connection/api/v1/profile/user': { expect: [200, 200, 200, 404, 200, 401, 401] },
  'GET /connection/api/v1/username/:name': {
    with: ({ username }) => ({ params: { name: username } }),
    expect: users(200),
  },
  'POST /connection/api/v1/profile': {
    with: ({ own }) => ({ body: own }),
    expect: [409, 409, 409, 201, 409, 401, 401],
  },
  'PATCH /connection/api/v1/profile/:id': {
    with: (given) => ({ ...ofPerson(given), body: { company: 'Another' } }),
    expect: [200, 403, 403, 403, 404, 401, 401],
  },
  'DELETE /connection/api/v1/profile/:id': { with: ofPerson, expect: [200, 403, 403, 403, 404, 401, 401] },
  'GET /connection/api/v1/profile': { expect: [200, 200, 200, 403, 200, 401, 401] },
  'GET /connection/api/v1/skills': { expect: users(200) },
  'GET /connection/api/v1/user/:id': { with: ofPerson, expect: [200, 200, 200, 200, 404, 401, 401] },
  'POST /connection/api/v1/user/:id': {
    with: (given) => ({ ...ofPerson(given), body: {} }),
    expect: [422, 409, 201, 403, 404, 401, 401],
  },
  'GET /connection/api/v1/user': { expect: users(200) },
  'PATCH /connection/api/v1/respond/:id': {
    with: ({ request }) => ({ params: { id: request }, body: { response: 'ACCEPT' } }),
    expect: theTwo(200, 404),
  },
  'DELETE /connection/api/v1/:id': {
    with: ({ connection }) => ({ params: { id: connection } }),
    expect: theTwo(200, 200),
  },
  'POST /connection/api/v1/block/:userId': {
    with: ({ id }) => ({ params: { userId: id } }),
    expect: [422, 201, 201, 201, 404, 401, 401],
  },
  'DELETE /connection/api/v1/block/:userId': {
    with: ({ id }) => ({ params: { userId: id } }),
    expect: users(404),
  },
  'GET /connection/api/v1/blocked': { expect: users(200) },
  'POST /connection/api/v1/report': {
    with: ({ id }) => ({ body: { user: id, reason: 'SPAM' } }),
    expect: [422, 201, 201, 201, 404, 401, 401],
  },
  'POST /message/api/v1': {
    with: ({ id }) => ({ body: { to: id, message: 'Hello' } }),
    expect: [422, 201, 201, 403, 404, 401, 401],
  },
  'GET /message/api/v1/with/:id': { with: ofPerson, expect: [422, 200, 200, 200, 404, 401, 401] },
  'GET /message/api/v1/conversations': { expect: users(200) },
  'GET /message/api/v1/conversation/:id': { with: inConversation, expect: theTwo(200, 200) },
  'PATCH /message/api/v1/conversation/:id': {
    with: (given) => ({ ...inConversation(given), body: {} }),
    expect: theTwo(200, 200),
  },
  'PATCH /message/api/v1/read/:conversationId': {
    with: ({ conversation }) => ({ params: { conversationId: conversation }, body: { upTo: 1 } }),
    expect: theTwo(200, 200),
  },
  'PATCH /message/api/v1/:id': {
    with: ({ message }) => ({ params: { id: message }, body: { message: 'Hello again' } }),
    expect: theTwo(200, 403),
  },
  'DELETE /message/api/v1/:id': {
    with: ({ message }) => ({ params: { id: message } }),
    expect: theTwo(200, 403),
  },
}

type AnyRoute = Route & { body: z.ZodType<unknown, Record<string, unknown>> }
const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
const routes = new Map(
  [profiles, connections, people, messages]
    .flatMap((file): unknown[] => Object.values(file))
    .filter(isRoute)
    .map((route) => [`${route.method} ${route.path}`, route]),
)

let app: TestApp
/** For calls that change nothing. */
let untouched: ReturnType<typeof makeWorld>
withApp.beforeAll(({ app: shared }) => {
  app = shared
  untouched = makeWorld()
})

async function makeWorld() {
  const [self, connection, another, asker, stranger, blocked] = await Promise.all([
    newPilot(app, 'Olga Owner'),
    ...Array.from({ length: 5 }, () => newPilot(app)),
  ])
  if (!connection || !another || !asker || !stranger || !blocked) throw new Error('somebody is missing')
  const ask = async (person: Person) => {
    const input = { params: { id: self.user._id }, body: {} }
    return (await app.call(connections.askToConnect, input, person)).body.result._id
  }
  const meet = async (person: Person) => {
    const id = await ask(person)
    const answer = { params: { id }, body: { response: 'ACCEPT' as const } }
    await app.call(connections.answerConnection, answer, self)
    const body = { to: person.user._id, message: 'Hello' }
    const { _id, conversation } = (await app.call(messages.sendMessage, { body }, self)).body.result
    return { connection: id, message: _id, conversation }
  }
  const pairs = { other: await meet(connection), self: await meet(another), blocked: await meet(blocked) }
  const request = await ask(asker)
  await app.call(connections.blockPerson, { params: { userId: blocked.user._id } }, self)
  const bare = await newUser(app)
  const known: Record<Name, Caller | Person> = {
    ...{ self, connection, stranger, blocked, 'without a profile': bare },
    ...{ guest: await newGuest(app), visitor: {} },
  }
  const given = (name: Name): Given => ({
    ...{ id: self.user._id, username: self.user.username, request },
    ...pairs[name === 'self' || name === 'blocked' ? name : 'other'],
    own: profileOf('user' in known[name] ? known[name] : self),
  })
  return { known, given }
}

test('every route between people has its row', () => {
  expect(Object.keys(table).toSorted()).toEqual([...routes.keys()].toSorted())
})

describe('who may call about another person', () => {
  test.each(Object.entries(table))('%s', async (key, row) => {
    const route = routes.get(key)
    if (!route) throw new Error('no such route')
    const { known, given } = await (key.startsWith('GET') ? untouched : makeWorld())
    const found: number[] = []
    // She comes last, since her own call may change what the others see.
    for (const name of callers.toReversed())
      found.unshift((await app.call(route, row.with?.(given(name)) ?? {}, known[name])).status)
    expect(Object.fromEntries(callers.map((name, n) => [name, found[n]]))).toEqual(
      Object.fromEntries(callers.map((name, n) => [name, row.expect[n]])),
    )
  })
})
