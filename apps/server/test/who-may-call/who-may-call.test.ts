import { readdirSync } from 'node:fs'
import { changeShareAccess, openShare } from '@wingmark/contract/reviews'
import type { Route } from '@wingmark/contract/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { newGuest, newUser } from '../people.ts'
import { everyone, type Row, type Rows, unknownCode, who } from './expectation.ts'
import { everybody, makeWorld, type Name, type Somebody, type World } from './people.ts'

/** A domain's rows are a file beside this one, found by its name. */
const table: Rows = {}
for (const name of readdirSync(import.meta.dirname)) {
  if (!name.endsWith('-rows.ts')) continue
  const { rows }: { rows: Rows } = await import(new URL(name, import.meta.url).href)
  Object.assign(table, rows)
}

/** Streams and resumable uploads have no JSON routes in the contract. */
const besides = [
  'GET /live/api/v1/review/:id',
  'GET /live/api/v1/delivery/:id',
  'GET /live/api/v1/user',
  ...['POST /file/api/v1/tus', 'HEAD /file/api/v1/tus/:id', 'PATCH /file/api/v1/tus/:id'],
  'DELETE /file/api/v1/tus/:id',
  'GET /comment/api/v1/export/:id',
  ...['GET /transfer/api/v1/file/download/:id', 'GET /transfer/api/v1/download'],
  ...['GET /transfer/api/v1/claim', 'GET /transfer/api/v1/sent-download'],
]

const contract = new URL('../../../../packages/contract/src/', import.meta.url)
/** Rows give bodies as plain objects, whatever the route takes. */
type AnyRoute = Route & { body: z.ZodType<unknown, Record<string, unknown>> }
const routes = new Map<string, AnyRoute>()
for (const name of readdirSync(contract)) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
  const values: unknown[] = Object.values(await import(new URL(name, contract).href))
  for (const value of values) if (isRoute(value)) routes.set(`${value.method} ${value.path}`, value)
}

function isRoute(value: unknown): value is AnyRoute {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  )
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.app.close()
  await world.model.close()
})

/** `begin` runs right before the call itself. */
async function statusOf(
  row: Row,
  route: AnyRoute | undefined,
  name: Name,
  { given, begin }: { given?: Somebody; begin?: () => Promise<unknown> } = {},
): Promise<number> {
  const somebody = given ?? world.everybody.find((one) => one.name === name)
  if (!somebody) throw new Error(`nobody is ${name}`)
  if (row.send) {
    await begin?.()
    return (await row.send(world, somebody)).status
  }
  if (!route) throw new Error('neither a route nor a way to send')
  const { caller = somebody.caller, ...input } =
    (await row.with?.(world, somebody, row.expect[name] < 300)) ?? {}
  await begin?.()
  return (await world.app.call(route, input, caller)).status
}

test('every route of the contract has a row, and every row a route', () => {
  const rows = Object.keys(table).filter((key) => !besides.includes(key))
  expect(rows.toSorted()).toEqual([...routes.keys()].toSorted())
})

describe('who may call', () => {
  test.each(Object.entries(table))('%s', async (key, row) => {
    const found: Partial<Record<Name, number>> = {}
    for (const name of everybody) found[name] = await statusOf(row, routes.get(key), name)
    expect(found).toEqual(row.expect)
  })

  // A COMMENT link without a code, by which nobody joins.
  test.each(Object.entries(table))('by the plain address: %s', async (key, row) => {
    const { app, id, owner } = world
    const callers = [
      ['guest by COMMENT link', await newGuest(app)],
      ['visitor by COMMENT link', {}],
      ['user by COMMENT link', await newUser(app)],
    ] as const
    const needsCode = ['PATCH /review/api/v1/join-review', 'PATCH /review/api/v1/get-review'].includes(key)
    const found: Partial<Record<Name, number>> = {}
    const expected: Partial<Record<Name, number>> = {}
    for (const [name, caller] of callers) {
      await app.call(changeShareAccess, { params: { id }, body: { plainAddress: true } }, owner)
      const somebody = { name, caller, code: unknownCode, ...('user' in caller ? { person: caller } : {}) }
      found[name] = await statusOf(row, routes.get(key), name, { given: somebody })
      expected[name] = needsCode && row.expect[name] < 300 ? 403 : row.expect[name]
    }
    await app.call(changeShareAccess, { params: { id }, body: { plainAddress: false } }, owner)
    expect(found).toEqual(expected)
  })

  test('anyone with the address, to open it by that', async () => {
    const { app, id, owner } = world
    const open = async () => {
      const statuses = world.everybody.map(async ({ name, caller }) => [
        name,
        (await app.call(openShare, { body: { review: id } }, caller)).status,
      ])
      return Object.fromEntries(await Promise.all(statuses))
    }
    expect(await open()).toEqual(who(200, 403, 403, 403))
    await app.call(changeShareAccess, { params: { id }, body: { plainAddress: true } }, owner)
    expect(await open()).toEqual(everyone(200))
    await app.call(changeShareAccess, { params: { id }, body: { plainAddress: false } }, owner)
  })

  test('nobody, with an invalid token', async () => {
    const [owner] = world.everybody
    if (!owner) throw new Error('no owner')
    const caller = { token: 'wmu_deaddeaddeaddeaddeaddeaddeaddead', share: world.share }
    for (const [key, row] of Object.entries(table)) {
      const route = routes.get(key)
      if (!route) continue
      const input = (await row.with?.(world, owner, false)) ?? {}
      expect([key, (await world.app.call(route, input, caller)).status]).toEqual([key, 401])
    }
  })
})

/** Calls that create nothing, create it once, or are limited by bytes or concurrent work. */
const boundedOtherwise = [
  'PATCH /user/api/v1/logout',
  // Counted when they are fetched.
  ...['POST /user/api/v1/export', 'POST /comment/api/v1/export/:id', 'POST /transfer/api/v1/download'],
  ...['POST /file/api/v1', 'POST /file/api/v1/tus', 'PATCH /file/api/v1/tus/:id'],
  // Of the owner's files only failed or locked ones are rendered again.
  ...['POST /file/api/v1/redraw/:id', 'POST /file/api/v1/unlock/:id'],
  // Openings, of which failed ones are counted.
  ...['PATCH /transfer/api/v1/get-delivery', 'PATCH /review/api/v1/get-review'],
  ...['PATCH /review/api/v1/join-review', 'PATCH /review/api/v1/get-invitation-detail'],
  'POST /live/api/v1/review/:id/here',
]

// The last one, since what it creates stays.
test('all calls that create or change something are counted', async () => {
  const { pool } = world.app.deps.db
  const uncounted: string[] = []
  for (const [key, row] of Object.entries(table)) {
    const somebody = world.everybody.find(({ name }) => row.expect[name] < 300)
    if (/^(GET|HEAD|DELETE) /.test(key) || !somebody) continue
    await statusOf(row, routes.get(key), somebody.name, {
      begin: () => pool.query('delete from rate_limits'),
    })
    const { rows } = await pool.query('select 1 from rate_limits')
    if (rows.length === 0) uncounted.push(key)
  }
  expect(uncounted.toSorted()).toEqual(boundedOtherwise.toSorted())
})
