import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { full, Installation, type Json, type Reply, readyWithinMs } from './support/installation.ts'
import { type Answered, expectPromisesKept } from './support/promises.ts'
import { newFile, type Sent, sendForm } from './support/sending.ts'
import { anyMoment } from './support/time.ts'

const kills = full(20, 1)
const keeps = full(10, 1)
/** A power of two; one call takes at most 500. */
const changes = full(256, 32)
const fileBytes = full(3_000_000, 1_000_000)

let installation: Installation
const answered: Answered = new Map()
beforeAll(async () => {
  installation = await Installation.start()
})
afterAll(() => installation?.end())

const write = (method: string, path: string, body: object, key: string = crypto.randomUUID()) =>
  installation.ask(`/transfer/api/v1${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })

async function killSoon(withinMs: number, withDatabase = randomInt(2) === 0): Promise<void> {
  await anyMoment(0, withinMs)
  expect(await installation.killAndStart({ withDatabase })).toBeLessThan(readyWithinMs)
}

/** As the browser does it, with the same keys each time; null where the server was killed. */
type Wish = { file: Sent; record: string; send: string; email: string }
const newWish = (): Wish => ({
  file: newFile(fileBytes, 'TRANSFER'),
  record: crypto.randomUUID(),
  send: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.test`,
})
async function send({ file, record, send: key, email }: Wish): Promise<Reply | null> {
  const sent = await sendForm(installation, file)
  if (!sent) return null
  answered.set(file.key, { id: sent.result._id, sha256: file.sha256 })
  const made = await write('POST', '', { file: sent.result._id }, record)
  return made && write('POST', '/delivery', { items: [made.result._id], recipients: [email] }, key)
}

/** What a mailbox keeps: only one of each identical mail. */
async function mailsByAddress(): Promise<Map<string, Set<string>>> {
  const folder = join(installation.dataDir, 'mail')
  const found = new Map<string, Set<string>>()
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.eml'))) {
    const mail = await readFile(join(folder, name), 'utf8')
    const [, to = ''] = /^To: (.+)$/m.exec(mail) ?? []
    const [, id = ''] = /^Message-ID: (.+)$/m.exec(mail) ?? []
    found.set(to, (found.get(to) ?? new Set()).add(id))
  }
  return found
}

test(`after ${kills} random kills while files are sent, each is sent once, complete, by one mail`, async () => {
  const sent = new Map<string, string>()
  for (let round = 0; round < kills; round++) {
    const wishes = [newWish(), newWish(), newWish()]
    const first = Promise.all(wishes.map(send))
    await killSoon(300)
    const known = await first
    for (const [n, wish] of wishes.entries()) {
      const again = await send(wish)
      expect(again?.status).toBe(201)
      // Whatever was answered before the kill still exists.
      if (known[n]?.status === 201) expect(again?.result._id).toBe(known[n].result._id)
      sent.set(wish.email, again?.result._id ?? '')
    }
  }
  const rows = await installation.query<{ id: string; items: number; email: string }>(
    `select d.id, (select count(*)::int from delivery_items i where i.delivery_id = d.id) as items, l.email
     from deliveries d join share_links l on l.delivery_id = d.id and l.email is not null`,
  )
  expect(rows).toHaveLength(sent.size)
  expect(new Map(rows.map(({ id, email }) => [email, id]))).toEqual(sent)
  expect(rows.every(({ items }) => items === 1)).toBe(true)
  await installation.untilJobsAreDone()
  const mails = await mailsByAddress()
  expect([...sent.keys()].map((email) => mails.get(email)?.size)).toEqual(rows.map(() => 1))
})

async function newDelivery(files: number, terms: object): Promise<Json> {
  const items: string[] = []
  for (let n = 0; n < files; n++) {
    const file = newFile(fileBytes, 'TRANSFER')
    const sent = await sendForm(installation, file)
    answered.set(file.key, { id: sent?.result._id ?? '', sha256: file.sha256 })
    items.push((await write('POST', '', { file: sent?.result._id }))?.result._id ?? '')
  }
  const made = await write('POST', '/delivery', { items, ...terms })
  expect(made?.status).toBe(201)
  return made?.result as Json
}

/** By a visitor with the link; null where no whole answer came. */
async function claim({ _id, shareCode }: Json): Promise<{ status: number; url: string } | null> {
  try {
    const response = await fetch(`${installation.server.origin}/transfer/api/v1/download`, {
      method: 'POST',
      body: JSON.stringify({ delivery: _id }),
      headers: { 'content-type': 'application/json', 'x-share-token': String(shareCode) },
    })
    const body: { result?: { url: string } } = await response.json()
    return { status: response.status, url: body.result?.url ?? '' }
  } catch {
    return null
  }
}

test(`after ${kills} kills while messages with two files are sent, each exists once, with both files`, async () => {
  const ida = installation.token
  const asNew = async () => {
    const { accessToken } = await installation.signUp()
    const headers = { authorization: `Bearer ${accessToken}` }
    const me = await installation.ask('/user/api/v1/profile', { headers })
    const { _id: id } = JSON.parse(me?.text ?? '').result.user as { _id: string }
    return { id, token: accessToken }
  }
  const to = await asNew()
  let kept = 0
  for (let round = 0; round < kills; round++) {
    const from = await asNew()
    await installation.query("update users set plan = 'PILOT' where id = $1", [from.id])
    await installation.query(
      "insert into connections (id, requester_id, addressee_id, status) values (gen_random_uuid(), $1, $2, 'ACCEPTED')",
      [from.id, to.id],
    )
    installation.token = from.token
    const wishes = Array.from({ length: 6 }, (_, n) => ({
      key: crypto.randomUUID(),
      message: `Message ${n}`,
      files: [newFile(20_000, 'COMMENT'), newFile(20_000, 'COMMENT')],
    }))
    /** Null where the server was killed; with the same keys each time. */
    const say = async ({ key, message, files }: (typeof wishes)[number]): Promise<Reply | null> => {
      const ids: string[] = []
      for (const file of files) {
        const sent = await sendForm(installation, file)
        if (!sent) return null
        ids.push(sent.result._id)
      }
      return installation.ask('/message/api/v1', {
        method: 'POST',
        body: JSON.stringify({ to: to.id, message, files: ids }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
    }
    const first = Promise.all(wishes.map(say))
    await killSoon(full(900, 500))
    await first
    for (const wish of wishes) expect((await say(wish))?.status).toBe(201)
    kept += wishes.length
    const [found] = await installation.query(
      `select count(*)::int as messages, count(distinct message)::int as texts, max(seq) as last,
        bool_and((select count(*) from files f where f.message_id = m.id) = 2) as whole,
        bool_and((select count(*) from user_events e where e.target_id = m.id and e.event = 'message.created') = 2) as notified,
        (select used from usage_meters where user_id = $1 and meter = 'MESSAGES') as used
       from messages m where sender_id = $1`,
      [from.id],
    )
    const count = wishes.length
    expect(found).toEqual({
      ...{ messages: count, texts: count, last: count, used: count },
      ...{ whole: true, notified: true },
    })
  }
  installation.token = ida
  expect(kept).toBe(kills * 6)
})

test('a cut download continues under its claim, and claims never exceed the limit', async () => {
  const [free, limited] = [await newDelivery(3, {}), await newDelivery(1, { maxDownloads: 3 })]
  const claimed = (await claim(free))?.url ?? ''
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(installation.server.origin + path, { headers })
  const begun = await open(claimed)
  const etag = begun.headers.get('etag') ?? ''
  expect(Number(begun.headers.get('content-length'))).toBeGreaterThan(3 * fileBytes)
  const reader = begun.body?.getReader()
  const head = Buffer.from((await reader?.read())?.value ?? [])
  const tries = Array.from({ length: 10 })
  const first = Promise.all(tries.map(() => claim(limited)))
  await killSoon(60)
  await reader?.cancel().catch(() => {})

  const rest = await open(claimed, { range: `bytes=${head.length}-`, 'if-range': etag })
  expect([rest.status, rest.headers.get('etag')]).toEqual([206, etag])
  const whole = Buffer.concat([head, Buffer.from(await rest.arrayBuffer())])
  expect(whole.equals(Buffer.from(await (await open(claimed)).arrayBuffer()))).toBe(true)
  const counted = () => installation.query('select download_count from deliveries where id = $1', [free._id])
  await expect.poll(counted, { timeout: 60_000 }).toEqual([{ download_count: 1 }])

  const claims = [...(await first), ...(await Promise.all(tries.map(() => claim(limited))))]
  const given = claims.flatMap((one) => (one?.status === 200 ? [one.url] : []))
  // An unanswered claim counts for its visitor, too, until it is given back.
  const kept = await installation.query('select 1 from downloads where delivery_id = $1', [limited._id])
  expect(kept).toHaveLength(3)
  expect(given.length).toBeLessThanOrEqual(3)
  expect(claims.every((one) => one === null || [200, 410].includes(one.status))).toBe(true)
  for (const url of given) expect((await open(url)).status).toBe(200)
})

const idsOf = (reply: Reply | null) =>
  (JSON.parse(reply?.text ?? '') as { results: Json[] }).results.map((one) => one._id)

test(`after ${keeps} kills while a recipient copies a delivery, they have all of it once`, async () => {
  const { accessToken } = await installation.signUp()
  const sent = await newDelivery(3, {})
  const keep = (key: string) =>
    installation.ask(`/transfer/api/v1/keep/${sent._id}`, {
      method: 'POST',
      body: '{}',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessToken}`,
        'x-share-token': String(sent['shareCode']),
        'idempotency-key': key,
      },
    })
  for (let round = 1; round <= keeps; round++) {
    const key = crypto.randomUUID()
    const first = keep(key)
    await killSoon(60)
    const [before, again] = [await first, await keep(key)]
    expect(again?.status).toBe(201)
    if (before) expect(idsOf(again)).toEqual(idsOf(before))
    const kept = await installation.query(
      `select count(*)::int as files, count(distinct t.file_id)::int as own, (select download_count from deliveries where id = $1) as downloads
       from transfers t where t.owner_id <> (select owner_id from deliveries where id = $1)`,
      [sent._id],
    )
    expect(kept).toEqual([{ files: 3 * round, own: 3 * round, downloads: round }])
  }
})

/** A folder, and its declared number of items. */
const inFolder = async (id: string) => {
  const [found] = await installation.query<{ lie: number; said: number }>(
    `select t.item_count as said, (select count(*)::int from transfers c where c.parent_id = t.id and c.deleted_at is null) as lie
     from transfers t where t.id = $1`,
    [id],
  )
  expect(found?.lie).toBe(found?.said)
  return found?.lie
}

test(`${changes} things are copied, moved, deleted and restored completely or not at all`, async () => {
  const folder = async (name: string) => (await write('POST', '', { type: 'FOLDER', name }))?.result._id ?? ''
  const [from, to] = [await folder('From'), await folder('To')]
  const file = newFile(fileBytes, 'TRANSFER')
  const sent = await sendForm(installation, file)
  answered.set(file.key, { id: sent?.result._id ?? '', sha256: file.sha256 })
  await write('POST', '', { file: sent?.result._id, parent: from })
  for (let count = 1; count < changes; count *= 2) {
    const ids = await idsIn(from)
    const [id, ...also] = ids
    expect((await write('PATCH', `/copy/${id}`, { parent: from, also }))?.status).toBe(200)
  }
  const ids = await idsIn(from)
  expect(ids).toHaveLength(changes)
  const [id, ...also] = ids

  const key = crypto.randomUUID()
  const steps: Step[] = [
    { change: () => write('PATCH', `/copy/${id}`, { parent: to, also }, key), after: [changes, changes] },
    { change: () => write('PATCH', `/move/${id}`, { parent: to, also }), after: [0, 2 * changes] },
    { change: () => write('DELETE', `/${id}`, { also }), after: [0, changes] },
    { change: () => write('POST', `/restore/${id}`, { also }), after: [0, 2 * changes] },
  ]
  const killedAt = full(null, randomInt(steps.length))
  const counts = async () => [await inFolder(from), await inFolder(to)]
  let stood = [changes, 0]
  for (const [n, { change, after }] of steps.entries()) {
    if (killedAt === null || killedAt === n) {
      const first = change()
      await killSoon(100)
      const isDone = (await first)?.status === 200
      expect(isDone ? [after] : [after, stood]).toContainEqual(await counts())
    }
    // Repeated, it is done once. What is already deleted or restored is not found.
    expect([200, 404]).toContain((await change())?.status)
    expect(await counts()).toEqual(after)
    stood = after
  }
})

type Step = { change: () => Promise<Reply | null>; after: number[] }

async function idsIn(folder: string): Promise<string[]> {
  const rows = await installation.query<{ id: string }>(
    'select id from transfers where parent_id = $1 and deleted_at is null order by id',
    [folder],
  )
  return rows.map(({ id }) => id)
}

test('all promises are kept', () => expectPromisesKept(installation, answered, { isAll: false }))
