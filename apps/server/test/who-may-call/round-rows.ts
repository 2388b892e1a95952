import { startRound } from '@wingmark/contract/rounds'
import { byLink, editors, type Rows, readers, who } from './expectation.ts'
import type { World } from './people.ts'

const endsAt = '2990-01-01T00:00:00.000Z'

/** A draft of a round, which the call may delete. */
async function newDraft({ app, id, owner }: World): Promise<string> {
  const body = { endsAt, state: 'DRAFT' as const }
  return (await app.call(startRound, { params: { id }, body }, owner)).body.result._id
}

/** The open round, for everyone who may comment. */
async function openRound(world: World): Promise<string> {
  const { app, id, owner } = world
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    `select id from rounds where review_id = $1 and state = 'OPEN'`,
    [id],
  )
  if (rows[0]) return rows[0].id
  return (await app.call(startRound, { params: { id }, body: { endsAt } }, owner)).body.result._id
}

/** Other rows may have added versions. */
async function currentVersion({ app, fileId }: World): Promise<number> {
  const { rows } = await app.deps.db.pool.query<{ version: number }>(
    'select version from files where id = $1',
    [fileId],
  )
  return rows[0]?.version ?? 0
}

export const rows: Rows = {
  'POST /review/api/v1/round/:id': {
    expect: editors(201),
    with: async ({ app, id }) => {
      await app.deps.db.pool.query(`delete from rounds where review_id = $1 and state = 'DRAFT'`, [id])
      return { params: { id }, body: { endsAt, state: 'DRAFT' } }
    },
  },
  'GET /review/api/v1/rounds/:id': { expect: readers, with: ({ id }) => ({ params: { id } }) },
  'PATCH /round/api/v1/:id': {
    expect: editors(200),
    with: async (world) => ({ params: { id: await openRound(world) }, body: { message: 'By Friday.' } }),
  },
  'DELETE /round/api/v1/:id': {
    expect: editors(200),
    with: async (world) => ({ params: { id: await newDraft(world) } }),
  },
  // Who started it decides only where they are named.
  'PATCH /round/api/v1/decide/:id': {
    expect: who([403, 200, 200, 403], byLink(403, 200), 401, [200, 404, 404, 401]),
    with: async (world) => ({
      params: { id: await openRound(world) },
      body: {
        files: [{ file: world.fileId, version: await currentVersion(world), decision: 'APPROVED' }],
      },
    }),
  },
  // For guests, where the round demands it: nobody here.
  'POST /round/api/v1/code/:id': {
    expect: who(403, byLink(403, 403), 401, [403, 404, 404, 401]),
    with: async (world) => ({ params: { id: await openRound(world) }, body: { email: 'ida@example.test' } }),
  },
  'PATCH /round/api/v1/code/:id': {
    expect: who(403, byLink(403, 403), 401, [403, 404, 404, 401]),
    with: async (world) => ({ params: { id: await openRound(world) }, body: { code: '123456' } }),
  },
  'GET /round/api/v1/summary/:id': {
    expect: readers,
    with: async (world) => ({ params: { id: await openRound(world) } }),
  },
  'GET /round/api/v1/decisions/:id': {
    expect: readers,
    with: async (world) => ({ params: { id: await openRound(world) } }),
  },
}
