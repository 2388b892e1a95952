import { createTransfer } from '@wingmark/contract/transfers'
import { newFile } from '../people.ts'
import { type Row, type Rows, users, who } from './expectation.ts'
import type { World } from './people.ts'

/** Only its owner may read a tree. */
const owners = who([200, 404, 404, 404], 401, 401, [404, 404, 404, 401])

async function newFolder({ app, owner }: World): Promise<string> {
  const body = { type: 'FOLDER' as const, name: 'Final files' }
  return (await app.call(createTransfer, { body }, owner)).body.result._id
}

/** Calls on a new folder of the owner's. */
const onFolder = (body?: Record<string, unknown>): Row => ({
  expect: owners,
  with: async (world) => ({ params: { id: await newFolder(world) }, ...(body ? { body } : {}) }),
})

const onDeleted: NonNullable<Row['with']> = async (world) => {
  const id = await newFolder(world)
  const { token } = world.owner
  await world.app.fetch(`/transfer/api/v1/${id}`, { method: 'DELETE', caller: { token } })
  return { params: { id } }
}

export const rows: Rows = {
  'POST /transfer/api/v1': {
    expect: users(201),
    with: () => ({ body: { type: 'FOLDER', name: 'Final files' } }),
  },
  'GET /transfer/api/v1/user': { expect: users(200) },
  'GET /transfer/api/v1/user/:id': onFolder(),
  'GET /transfer/api/v1/:id': onFolder(),
  'PATCH /transfer/api/v1/:id': onFolder({ name: 'Finals' }),
  'PATCH /transfer/api/v1/move/:id': onFolder({ parent: null }),
  'PATCH /transfer/api/v1/copy/:id': onFolder({}),
  'PATCH /transfer/api/v1/extract/:id': onFolder({}),
  'DELETE /transfer/api/v1/:id': onFolder({}),
  'POST /transfer/api/v1/restore/:id': {
    expect: owners,
    with: onDeleted,
  },
  'GET /transfer/api/v1/deleted': { expect: users(200) },
  'DELETE /transfer/api/v1/deleted/:id': { expect: owners, with: onDeleted },
  'GET /transfer/api/v1/file/download/:id': {
    expect: owners,
    send: async (world, { caller }) => {
      const { app, owner } = world
      const file = (await newFile(app, owner, { purpose: 'TRANSFER' }))._id
      const made = await app.call(createTransfer, { body: { file, name: 'design.png' } }, owner)
      return send(world, `/transfer/api/v1/file/download/${made.body.result._id}`, caller)
    },
  },
  'GET /transfer/api/v1/download': {
    expect: who(401, 401, 401, 401),
    send: (world, { caller }) => send(world, '/transfer/api/v1/download?of=none', caller),
  },
}

async function send({ app }: World, path: string, caller: { token?: string; share?: string }) {
  const answer = await app.fetch(path, { caller })
  await answer.arrayBuffer()
  return { status: answer.status }
}
