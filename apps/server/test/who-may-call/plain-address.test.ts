import { changeShareAccess, openShare } from '@wingmark/contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newGuest, newUser } from '../people.ts'
import { everyone, unknownCode, who } from './expectation.ts'
import { makeWorld, type Name, type World } from './people.ts'
import { routes, statusOf, table } from './table.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.app.close()
  await world.model.close()
})

// A COMMENT link without a code, that is, by which nobody joins.
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
    found[name] = await statusOf(world, row, routes.get(key), name, { given: somebody })
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
