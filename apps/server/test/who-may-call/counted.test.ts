import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from './people.ts'
import { routes, statusOf, table } from './table.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(async () => {
  await world.app.close()
  await world.model.close()
})

test('nobody, with a token that is dead', async () => {
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

/** Calls that create nothing, create it once, or are limited by bytes or concurrent work. */
const boundedOtherwise = [
  'PATCH /user/api/v1/logout',
  // Counted once they are fetched.
  ...['POST /user/api/v1/export', 'POST /comment/api/v1/export/:id', 'POST /transfer/api/v1/download'],
  ...['POST /file/api/v1', 'POST /file/api/v1/tus', 'PATCH /file/api/v1/tus/:id'],
  // Of the owner's only what failed or is locked is drawn again.
  ...['POST /file/api/v1/redraw/:id', 'POST /file/api/v1/unlock/:id'],
  // Openings, of which those that fail are counted.
  ...['PATCH /transfer/api/v1/get-delivery', 'PATCH /review/api/v1/get-review'],
  ...['PATCH /review/api/v1/join-review', 'PATCH /review/api/v1/get-invitation-detail'],
  'POST /live/api/v1/review/:id/here',
]

// The last one, since what is made here stays.
test('whatever makes or changes something is counted', async () => {
  const { pool } = world.app.deps.db
  const uncounted: string[] = []
  for (const [key, row] of Object.entries(table)) {
    const somebody = world.everybody.find(({ name }) => row.expect[name] < 300)
    if (/^(GET|HEAD|DELETE) /.test(key) || !somebody) continue
    await statusOf(world, row, routes.get(key), somebody.name, {
      begin: () => pool.query('delete from rate_limits'),
    })
    const { rows } = await pool.query('select 1 from rate_limits')
    if (rows.length === 0) uncounted.push(key)
  }
  expect(uncounted.toSorted()).toEqual(boundedOtherwise.toSorted())
})
