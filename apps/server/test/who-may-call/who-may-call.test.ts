import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everybody, makeWorld, type Name, type World } from './people.ts'
import { routes, statusOf, table } from './table.ts'

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

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.app.close()
  await world.model.close()
})

test('every route of the contract has a row, and every row a route', () => {
  const rows = Object.keys(table).filter((key) => !besides.includes(key))
  expect(rows.toSorted()).toEqual([...routes.keys()].toSorted())
})

describe('who may call', () => {
  test.each(Object.entries(table))('%s', async (key, row) => {
    const found: Partial<Record<Name, number>> = {}
    for (const name of everybody) found[name] = await statusOf(world, row, routes.get(key), name)
    expect(found).toEqual(row.expect)
  })
})
