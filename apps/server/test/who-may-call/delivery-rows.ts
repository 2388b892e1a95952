import { changeDeliveryLink, createDelivery, createDeliveryLink } from '@wingmark/contract/deliveries'
import { openDelivery } from '@wingmark/contract/received-deliveries'
import { createTransfer } from '@wingmark/contract/transfers'
import { newFile } from '../people.ts'
import { byLink, type Expectation, type Input, type Row, type Rows, users, who } from './expectation.ts'
import type { Name, Somebody, World } from './people.ts'

const accessKey = 'open sesame'

type Sent = { id: string; item: string; shareCode: string; linkId: string; share: string }

const items = new WeakMap<World, Promise<string>>()
const unchanged = new WeakMap<World, Map<string, Promise<Sent>>>()

async function makeItem({ app, owner }: World): Promise<string> {
  const file = (await newFile(app, owner, { purpose: 'TRANSFER' }))._id
  return (await app.call(createTransfer, { body: { file, name: 'final.png' } }, owner)).body.result._id
}

const kindOf = (name: Name) => name.split(' by ')[1] ?? 'none'

/** A delivery of the owner's with a link of this kind, and the token that its visitor sends. */
async function makeSent(world: World, kind: string, recipients: string[] = []): Promise<Sent> {
  const { app, owner } = world
  const making = items.get(world) ?? makeItem(world)
  items.set(world, making)
  const item = await making
  const key = kind.includes('key link') ? { accessKey } : {}
  const made = await app.call(createDelivery, { body: { items: [item], recipients, ...key } }, owner)
  const { _id: id, shareCode, links } = made.body.result
  const params = { id, linkId: links.find((link) => link.isFirst)?._id ?? '' }
  const end = `update share_links set expires_at = now() - interval '1 day' where delivery_id = $1`
  if (kind === 'expired link') await app.deps.db.pool.query(end, [id])
  if (kind === 'closed link') await app.call(changeDeliveryLink, { params, body: { access: 'NONE' } }, owner)
  const opened = kind === 'opened key link'
  const share = opened
    ? (await app.call(openDelivery, { body: { shareCode, accessKey } })).body.result.shareToken
    : shareCode
  const spare = await app.call(createDeliveryLink, { params: { id }, body: { name: 'Another' } }, owner)
  const isShown = kind !== 'none'
  return { id, item, shareCode, linkId: spare.body.result._id, share: isShown ? share : 'nothing-of-it' }
}

/** One for each kind, where the call must not change it. */
async function sendTo(world: World, { name, caller }: Somebody, isChanged: boolean) {
  const kinds = unchanged.get(world) ?? new Map<string, Promise<Sent>>()
  unchanged.set(world, kinds)
  const kind = kindOf(name)
  const making = (isChanged ? undefined : kinds.get(kind)) ?? makeSent(world, kind)
  if (!isChanged) kinds.set(kind, making)
  const sent = await making
  const shown: Somebody['caller'] = { ...caller, share: sent.share }
  return { ...sent, caller: shown }
}

/** The owner; visitors by an open, a key, an expired and a closed link; others. */
const onlyOwner = (status: number): Expectation =>
  who([status, 404, 404, 404], 401, 401, [403, 404, 404, 401])
const receivers = (status: number) =>
  who([status, 404, 404, 404], byLink(status, status), byLink(status, status), [status, 404, 404, 404])

const row = (
  expect: Expectation,
  input: (sent: Sent) => Omit<Input, 'caller'>,
  { changes = false } = {},
): Row => ({
  expect,
  with: async (world, somebody, isAllowed) => {
    const sent = await sendTo(world, somebody, changes && isAllowed)
    return { ...input(sent), caller: sent.caller }
  },
})
const ofOwner = (status: number, body?: Record<string, unknown>, changes = true): Row =>
  row(onlyOwner(status), ({ id, linkId }) => ({ params: { id, linkId }, ...(body ? { body } : {}) }), {
    changes,
  })
const shownToOwner = ofOwner(200, undefined, false)

const keepers: Partial<Record<Name, number>> = { owner: 201, 'user by COMMENT link': 201 }

export const rows: Rows = {
  'POST /transfer/api/v1/delivery': {
    expect: users(201),
    with: () => ({ body: { expectedCount: 1 } }),
  },
  'GET /transfer/api/v1/delivery': { expect: users(200) },
  'GET /transfer/api/v1/delivery/:id': shownToOwner,
  'GET /transfer/api/v1/delivery-items/:id': shownToOwner,
  'PATCH /transfer/api/v1/delivery/:id': ofOwner(200, { title: 'Finals' }),
  'DELETE /transfer/api/v1/delivery/:id': ofOwner(200),
  'POST /transfer/api/v1/remind/:id': {
    expect: onlyOwner(200),
    with: async (world, { name, caller }) => {
      const { id, share } = await makeSent(world, kindOf(name), [`${crypto.randomUUID()}@example.test`])
      const before = `update share_links set mailed_at = now() - interval '2 days' where delivery_id = $1`
      await world.app.deps.db.pool.query(before, [id])
      return { params: { id }, body: {}, caller: { ...caller, share } }
    },
  },
  'GET /transfer/api/v1/share-link/:id': shownToOwner,
  'POST /transfer/api/v1/share-link/:id': ofOwner(201, { name: 'One more' }),
  'PATCH /transfer/api/v1/share-link/:id/:linkId': ofOwner(200, { access: 'NONE' }),
  'DELETE /transfer/api/v1/share-link/:id/:linkId': ofOwner(200),
  'GET /transfer/api/v1/activity/:id': shownToOwner,
  'PATCH /transfer/api/v1/get-delivery': {
    expect: who([200, 404, 404, 404], byLink(200, 200), byLink(200, 200), [200, 404, 404, 404]),
    with: async (world, somebody) => {
      const sent = await sendTo(world, somebody, false)
      const isOwner = somebody.name === 'owner'
      return { body: { shareCode: isOwner ? sent.shareCode : sent.caller.share }, caller: sent.caller }
    },
  },
  'GET /transfer/api/v1/get-delivery/:id': row(receivers(200), ({ id }) => ({ params: { id } })),
  'GET /transfer/api/v1/delivery-files/:id': row(receivers(200), ({ id }) => ({ params: { id } })),
  'POST /transfer/api/v1/keep/:id': row(
    { ...who([404, 404, 404, 404], 401, 401, [404, 404, 404, 401]), ...keepers },
    ({ id }) => ({ params: { id }, body: {} }),
  ),
  'PATCH /transfer/api/v1/ask-for-link': {
    expect: who(
      [404, 404, 404, 404],
      [200, 200, 200, 200, 200, 200, 404],
      [200, 200, 200, 200, 200, 200, 404],
      [200, 404, 404, 404],
    ),
    with: async (world, somebody) => {
      const { caller } = await sendTo(world, somebody, false)
      return { body: { shareCode: caller.share }, caller }
    },
  },
  'GET /transfer/api/v1/received': { expect: users(200) },
  'POST /transfer/api/v1/download': row(receivers(200), ({ id, item }) => ({
    body: { items: [item], delivery: id },
  })),
  'GET /live/api/v1/delivery/:id': {
    expect: receivers(200),
    send: async (world, somebody) => {
      const { id, caller } = await sendTo(world, somebody, false)
      const answer = await world.app.fetch(`/live/api/v1/delivery/${id}`, { caller })
      await answer.body?.cancel()
      return { status: answer.status }
    },
  },
  'GET /transfer/api/v1/claim': {
    expect: who(404, 404, 404, 404),
    send: async ({ app }, { caller }) => {
      const answer = await app.fetch('/transfer/api/v1/claim?via=d-none', { caller })
      await answer.arrayBuffer()
      return { status: answer.status }
    },
  },
  'GET /transfer/api/v1/sent-download': {
    expect: who(401, 401, 401, 401),
    send: async ({ app }, { caller }) => {
      const answer = await app.fetch('/transfer/api/v1/sent-download?of=none', { caller })
      await answer.arrayBuffer()
      return { status: answer.status }
    },
  },
}
