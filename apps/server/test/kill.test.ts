import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepLeftovers } from '#server/modules/files/upload/service'
import { createLog } from '#server/platform/log'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { password, png } from './people.ts'
import { launch, postgresOf, type RunningServer } from './running-server.ts'
import { startTestApp } from './start-test-app.ts'

const kills = 20

let dataDir: string
let server: RunningServer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wingmark-kill-'))
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  for (const pid of postgresOf(dataDir)) endProcess(pid)
  await rm(dataDir, { recursive: true, force: true })
})

type Sent = { key: string; sha256: string; bytes: Buffer; name: string }
type Kept = { id: string; url: string; sha256: string }

const acknowledged = {
  files: new Map<string, Kept>(),
  comments: new Map<string, string>(),
  reviews: new Set<string>(),
}
const unanswered: Sent[] = []
const sentComments = new Map<string, string>()
let token = ''
let review = { id: '', file: '' }

type Json = { result: Record<string, string> & { review: { _id: string } } }

/** Null when no whole answer came: the server was killed. */
async function ask(path: string, init: RequestInit): Promise<{ status: number; body: Json } | null> {
  try {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers }
    const response = await fetch(server.origin + path, { ...init, headers })
    return { status: response.status, body: (await response.json()) as Json }
  } catch {
    return null
  }
}

const askJson = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

async function sendFile(sent: Sent): Promise<string | null> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(sent.bytes)]), sent.name)
  const answer = await ask('/file/api/v1', {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': sent.key },
  })
  if (!answer) return null
  expect(answer.status).toBe(201)
  const { _id: id = '', url = '' } = answer.body.result
  acknowledged.files.set(sent.key, {
    id,
    url: new URL(url).pathname + new URL(url).search,
    sha256: sent.sha256,
  })
  return id
}

function newFile(): Sent {
  // A valid picture with bytes after its end: of any size, and no two alike.
  const bytes = Buffer.concat([png(), randomBytes(randomInt(1_000, 3_000_000))])
  return {
    key: crypto.randomUUID(),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    name: 'design.png',
  }
}

async function uploadUntil(stop: () => boolean): Promise<void> {
  while (!stop()) {
    const sent = newFile()
    const id = await sendFile(sent)
    if (id === null) {
      unanswered.push(sent)
      return
    }
    if (randomInt(3) > 0) continue
    const made = await askJson('POST', '/review/api/v1', { name: `Of ${sent.key}`, files: [id] })
    if (made) acknowledged.reviews.add(made.body.result._id ?? '')
  }
}

async function commentUntil(stop: () => boolean): Promise<void> {
  while (!stop()) {
    const key = crypto.randomUUID()
    const message = `Comment ${key}`
    sentComments.set(key, message)
    const body = { file: review.file, message, marker: { page: 1, x: 0.5, y: 0.5 } }
    const answer = await askJson('POST', '/comment/api/v1', body, { 'idempotency-key': key })
    if (!answer) return
    expect(answer.status).toBe(201)
    acknowledged.comments.set(key, answer.body.result._id ?? '')
  }
}

async function start(): Promise<number> {
  const started = performance.now()
  server = await launch({ dataDir, env: { NODE_ENV: 'test' } })
  await server.ready
  const ready = await fetch(`${server.origin}/health/ready`)
  expect(ready.status).toBe(200)
  return performance.now() - started
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had gone with its parent.
  }
}

async function kill(): Promise<void> {
  // Of the server alone, or of everything that it started as well.
  const others = randomInt(2) === 0 ? postgresOf(dataDir) : []
  server.child.kill('SIGKILL')
  for (const pid of others) endProcess(pid)
  await server.exit
}

test(`after ${kills} kills at random, everything that was answered is there, whole and once`, async () => {
  await start()
  const person = { name: 'Ida Example', email: 'ida@example.test', password, confirmPassword: password }
  token = (await askJson('POST', '/user/api/v1/register', person))?.body.result.accessToken ?? ''
  const first = await sendFile(newFile())
  const made = await askJson('POST', '/review/api/v1', { name: 'Killed', files: [first] })
  review = { id: made?.body.result._id ?? '', file: first ?? '' }

  for (let round = 0; round < kills; round++) {
    let stopped = false
    const stop = () => stopped
    const work = [
      uploadUntil(stop),
      uploadUntil(stop),
      uploadUntil(stop),
      commentUntil(stop),
      commentUntil(stop),
    ]
    await sleep(randomInt(20, 900))
    await kill()
    stopped = true
    await Promise.all(work)
    // I6: ready again within ten seconds, by itself.
    expect(await start()).toBeLessThan(10_000)
    // I5: what was not answered is sent again under its key, and is there once.
    for (const sent of unanswered.splice(0)) expect(await sendFile(sent)).not.toBeNull()
  }
  expect(acknowledged.files.size).toBeGreaterThan(kills)
  expect(acknowledged.comments.size).toBeGreaterThan(kills)

  // I1: the bytes of every answered upload, by their sum.
  for (const { url, sha256 } of acknowledged.files.values()) {
    const response = await fetch(server.origin + url)
    expect(response.status).toBe(200)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  await kill()

  const postgres = await startPostgres({ dataDir, log: createLog('fatal') })
  const app = await startTestApp({ databaseUrl: postgres.url, dataDir })
  const column = async (sql: string): Promise<(string | number)[]> =>
    (await app.deps.db.pool.query<{ value: string | number }>(sql)).rows.map((row) => row.value)
  const one = async (sql: string) => (await column(sql))[0]

  const ids = await column('select id as value from files')
  for (const { id } of acknowledged.files.values()) expect(ids).toContain(id)
  const commentIds = await column('select id as value from comments')
  for (const id of acknowledged.comments.values()) expect(commentIds).toContain(id)
  const reviews = await column('select id as value from reviews')
  for (const id of acknowledged.reviews) expect(reviews).toContain(id)

  // I2: a write without an answer is absent, or whole and once.
  const messages = await column('select message as value from comments')
  expect(new Set(messages).size).toBe(messages.length)
  for (const message of messages) expect([...sentComments.values()]).toContain(message)
  expect(
    await one(
      'select count(*)::int as value from reviews r where not exists (select 1 from share_links l where l.review_id = r.id)',
    ),
  ).toBe(0)
  expect(
    await one(
      'select count(*)::int as value from reviews r where file_count <> (select count(*) from files f where f.review_id = r.id)',
    ),
  ).toBe(0)

  // I5: one file for each key, also of those sent again.
  expect(await one('select count(*) - count(distinct result_id) as value from idempotency_keys')).toBe(0)
  expect(ids).toHaveLength(acknowledged.files.size)

  // I3: a record for all bytes, bytes for every record.
  await sweepLeftovers(app.deps, 0)
  const objects = await readdir(join(dataDir, 'files/objects'), { recursive: true, withFileTypes: true })
  const stored = objects.filter((entry) => entry.isFile()).map((entry) => entry.name)
  expect(stored.toSorted()).toEqual((await column('select storage_key as value from blobs')).toSorted())
  expect(await readdir(join(dataDir, 'files/incoming'))).toEqual([])

  // I4: what is charged is what is there. I8: counters equal lists, events have no gap.
  expect(await one('select used_bytes as value from users')).toBe(
    await one('select sum(size)::bigint as value from blobs'),
  )
  expect(await one(`select comment_count as value from reviews where id = '${review.id}'`)).toBe(
    messages.length,
  )
  expect(await one(`select last_number as value from files where id = '${review.file}'`)).toBe(
    messages.length,
  )
  expect(
    await one(
      'select count(*)::int as value from reviews r where event_seq <> (select count(*) from review_events e where e.review_id = r.id)',
    ),
  ).toBe(0)
  await app.close()
  await postgres.stop()
}, 300_000)
