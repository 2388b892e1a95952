import { plans } from '@wingmark/contract/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from './support/installation.ts'
import { type Answered, expectPromisesKept } from './support/promises.ts'
import { createTus, endTus, newFile, type Sent, sendForm, sendFrom } from './support/sending.ts'
import { pause } from './support/time.ts'

const MB = 1_048_576
const limit = plans.FREE.storageBytes
const atOnce = 20
/** Enough for two. */
const room = 10 * MB
const each = 5 * MB

let installation: Installation
const answered: Answered = new Map()
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const usedBytes = async () => {
  const [user] = await installation.query<{ used: number | string }>('select used_bytes as used from users')
  return Number(user?.used)
}

/** Runs it with this little space left, checking the usage's bounds; returns how many succeeded. */
async function race(work: () => Promise<boolean>[]): Promise<number> {
  const before = await usedBytes()
  const ballast = limit - room - before
  await installation.query('update users set used_bytes = used_bytes + $1', [ballast])
  let isOver = false
  const watched = (async () => {
    while (!isOver) {
      const used = await usedBytes()
      expect(used).toBeLessThanOrEqual(limit)
      expect(used).toBeGreaterThanOrEqual(0)
    }
  })()
  const working = work()
  try {
    return (await Promise.all(working)).filter(Boolean).length
  } finally {
    // Also after a failure: the next test begins with its own space.
    await Promise.allSettled(working)
    isOver = true
    await watched.finally(() =>
      installation.query('update users set used_bytes = used_bytes - $1', [ballast]),
    )
  }
}

/** An overloaded server may lack database connections, and says so: asks again, as clients do. */
async function untilAnswered<T extends { status: number } | null>(ask: () => Promise<T>): Promise<T> {
  const reply = await ask()
  if (reply?.status !== 503) return reply
  await pause(500)
  return untilAnswered(ask)
}

const times = (work: () => Promise<boolean>) => Array.from({ length: atOnce }, work)

const refused = 'You’ve used all of your storage. Delete files or upgrade your plan.'

async function isKeptByForm(purpose: Sent['purpose'] = 'REVIEW'): Promise<boolean> {
  const sent = newFile(each, purpose)
  const reply = await untilAnswered(() => sendForm(installation, sent))
  if (reply?.status === 201) answered.set(sent.key, { id: reply.result._id, sha256: sent.sha256 })
  else expect([reply?.status, reply?.message]).toEqual([507, refused])
  return reply?.status === 201
}

async function isKeptByTus(): Promise<boolean> {
  const sent = newFile(each)
  const upload = await createTus(installation, sent).catch((error: Error) => {
    expect(error.message).toMatch(/^not made: 507 /)
    return null
  })
  if (upload === null) return false
  const answer = await sendFrom(installation, upload, 0)
  if (answer?.reply.status === 204) {
    answered.set(sent.key, { id: String(answer.headers['x-file-id']), sha256: sent.sha256 })
    return true
  }
  expect([answer?.reply.status, answer?.reply.message]).toEqual([507, refused])
  // Space stays reserved for an upload that may continue: the next race needs all of it.
  expect(await endTus(installation, upload)).toBe(204)
  return false
}

test('uploads by the form', async () => {
  const count = await race(() => times(() => isKeptByForm()))
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(2)
})

test('uploads by tus', async () => {
  expect(await race(() => times(isKeptByTus))).toBe(2)
})

test('uploads both ways', async () => {
  const count = await race(() => [...times(() => isKeptByForm()), ...times(isKeptByTus)])
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(2)
})

test('uploads for a transfer', async () => {
  const count = await race(() => times(() => isKeptByForm('TRANSFER')))
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(2)
})

test('duplicates, while files are deleted', async () => {
  const [one] = answered.values()
  const original = one ?? { id: '', sha256: '' }
  const duplicate = async () => {
    const call = { method: 'POST', headers: { 'idempotency-key': crypto.randomUUID() } }
    const reply = await untilAnswered(() => installation.ask(`/file/api/v1/duplicate/${original.id}`, call))
    if (reply?.status === 201) answered.set(reply.result._id, { ...original, id: reply.result._id })
    else expect([reply?.status, reply?.message]).toEqual([507, refused])
    return reply?.status === 201
  }
  expect(await race(() => times(duplicate))).toBe(2)
  await race(() => {
    const going = [...answered].slice(1)
    const deleted = going.map(async ([key, { id }]) => {
      const reply = await untilAnswered(() => installation.ask(`/file/api/v1/${id}`, { method: 'DELETE' }))
      expect(reply?.status).toBe(200)
      answered.delete(key)
      return true
    })
    return [...deleted, ...times(() => isKeptByForm()), ...times(duplicate)]
  })
})

/** Calls on transfers; every refusal is for lack of space. */
async function call(method: string, path: string, body: object) {
  const init = { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const reply = await untilAnswered(() => installation.ask(`/transfer/api/v1${path}`, init))
  if (reply?.status !== 200 && reply?.status !== 201)
    expect([reply?.status, reply?.message]).toEqual([507, refused])
  return reply
}

test('copies of transfers, and transfers restored from the trash', async () => {
  const isDone = async (method: string, path: string) => (await call(method, path, {}))?.status === 200
  const file = await sendForm(installation, newFile(each, 'TRANSFER'))
  const first = (await call('POST', '', { file: file?.result._id }))?.result._id ?? ''
  expect(await race(() => times(() => isDone('PATCH', `/copy/${first}`)))).toBe(2)
  for (let made = 3; made < atOnce; made++) await call('PATCH', `/copy/${first}`, {})

  const rows = await installation.query<{ id: string }>('select id from transfers')
  const [id, ...also] = rows.map((row) => row.id)
  await call('DELETE', `/${id}`, { also })
  expect(await race(() => rows.map((one) => isDone('POST', `/restore/${one.id}`)))).toBe(2)
  for (const one of rows) {
    await installation.ask(`/transfer/api/v1/${one.id}`, { method: 'DELETE' })
    expect((await call('DELETE', `/deleted/${one.id}`, {}))?.status).toBe(200)
  }
})

test('files of a review in a delivery', async () => {
  const sent = newFile(each)
  const id = (await untilAnswered(() => sendForm(installation, sent)))?.result._id ?? ''
  answered.set(sent.key, { id, sha256: sent.sha256 })
  const { result } = await installation.askJson('POST', '/review/api/v1', { name: 'Final', files: [id] })
  const isSent = async () => (await call('POST', '/delivery', { review: result._id }))?.status === 201
  expect(await race(() => times(isSent))).toBe(2)
  const made = await installation.query(
    `select (select count(*)::int from deliveries) as deliveries, (select count(*)::int from delivery_items) as items,
       (select count(*)::int from share_links where delivery_id is not null) as links`,
  )
  expect(made).toEqual([{ deliveries: 2, items: 2, links: 2 }])
  for (const folder of await installation.query<{ id: string }>(
    `select id from transfers where type = 'FOLDER'`,
  )) {
    await call('DELETE', `/${folder.id}`, {})
    await call('DELETE', `/deleted/${folder.id}`, {})
  }
})

test('all promises are kept', async ({ annotate }) => {
  await expectPromisesKept(installation, answered)
  await annotate(`of ${atOnce} at once never more than two fitted; the usage stayed within 0 and the limit`)
})
