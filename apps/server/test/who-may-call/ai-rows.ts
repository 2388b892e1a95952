import { changeAiReading } from '@wingmark/contract/ai'
import { byRole, ownerOnly, type Rows, users } from './expectation.ts'
import type { World } from './people.ts'

/** Otherwise everyone has used up their calls before the table ends. */
const freshCalls = (world: World) =>
  world.app.deps.db.pool.query(`delete from rate_limits where key like 'aiByUser%'`)

async function mayRead(world: World): Promise<void> {
  await freshCalls(world)
  const input = { params: { id: world.id }, body: { mayRead: true } }
  await world.app.call(changeAiReading, input, world.owner)
}

const reading = {
  expect: byRole([200, 200, 200, 200]),
  with: async (world: World) => {
    await mayRead(world)
    world.model.say('{"points":[{"text":"Larger, please.","comments":["c1"]}]}')
    return { body: { review: world.id } }
  },
}

export const rows: Rows = {
  'GET /ai/api/v1/status': { expect: users(200) },
  'PATCH /ai/api/v1/status': { expect: users(200), with: () => ({ body: { isTold: true } }) },
  'POST /ai/api/v1/generate': {
    expect: users(200),
    with: async (world) => {
      await freshCalls(world)
      world.model.say('Make it larger.')
      return { body: { kind: 'CLEARER', text: 'bigger' } }
    },
  },
  'POST /ai/api/v1/summary': reading,
  'POST /ai/api/v1/changes': reading,
  'GET /ai/api/v1/summary': {
    expect: byRole([200, 200, 200, 200]),
    with: async (world) => {
      await mayRead(world)
      return { query: { review: world.id } }
    },
  },
  'PATCH /ai/api/v1/review/:id': {
    expect: ownerOnly(200),
    with: ({ id }) => ({ params: { id }, body: { mayRead: true } }),
  },
}
