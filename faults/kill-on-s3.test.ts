import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUploads } from '../apps/server/src/modules/files/tus/service.ts'
import { sweepLeftovers } from '../apps/server/src/modules/files/upload/service.ts'
import type { S3Config } from '../apps/server/src/platform/config.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/start-postgres.ts'
import { openBucket } from '../apps/server/src/platform/storage-s3-bucket.ts'
import { eventually } from '../apps/server/test/eventually.ts'
import { password, png, waitUntilIdle } from '../apps/server/test/people.ts'
import { launch, postgresOf, type RunningServer } from '../apps/server/test/running-server.ts'
import { hasStore, type S3Store, s3Env, startStore } from '../apps/server/test/s3/start-store.ts'
import { startTestApp } from '../apps/server/test/start-test-app.ts'
import { full } from './support/installation.ts'
import { anyMoment } from './support/time.ts'

const kills = full(8, 3)

type Sent = { key: string; bytes: Buffer }
type Json = { result: { url: string; accessToken: string } }
type Kept = { url: string; sha256: string }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.runIf(hasStore)('with its files on S3', { timeout: 300_000 }, () => {
  let store: S3Store
  let s3: S3Config
  let dataDir: string
  let server: RunningServer
  let token = ''
  const answered = new Map<string, Kept>()
  const unanswered: Sent[] = []

  beforeAll(async () => {
    store = await startStore()
    s3 = await store.newBucket()
    dataDir = await mkdtemp(join(tmpdir(), 'wingmark-kill-s3-'))
  })
  afterAll(async () => {
    server.child.kill('SIGKILL')
    for (const pid of postgresOf(dataDir)) process.kill(pid, 'SIGKILL')
    await store.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const start = async () => {
    server = await launch({ dataDir, env: { NODE_ENV: 'test', ...s3Env(s3) } })
    await server.ready
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
  }
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.exit
  }

  /** True once it is answered; false when the server was killed before. */
  const send = async ({ key, bytes }: Sent): Promise<boolean> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'design.png')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    const answer = await fetch(`${server.origin}/file/api/v1`, { method: 'POST', body: form, headers })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as Json }))
      .catch(() => null)
    if (!answer) return false
    expect(answer.status).toBe(201)
    const { pathname, search } = new URL(answer.body.result.url)
    answered.set(key, { url: pathname + search, sha256: sha256(bytes) })
    return true
  }

  const sendUntil = async (isOver: () => boolean, largest: number) => {
    while (!isOver()) {
      const sent = {
        key: randomUUID(),
        bytes: Buffer.concat([png(), randomBytes(randomInt(1_000, largest))]),
      }
      if (!(await send(sent))) unanswered.push(sent)
    }
  }

  test(`after ${kills} random kills every answered file exists, complete and once, and nothing else`, async () => {
    await start()
    const person = { name: 'Ida Example', email: 'ida@example.test', password, confirmPassword: password }
    const registered = await fetch(`${server.origin}/user/api/v1/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    token = ((await registered.json()) as Json).result.accessToken
    for (let round = 0; round < kills; round++) {
      let isOver = false
      const work = [1_000_000, 1_000_000, 25_000_000].map((largest) => sendUntil(() => isOver, largest))
      await anyMoment(100, 2_500)
      isOver = true
      await kill()
      await Promise.all(work)
      await start()
      for (const sent of unanswered.splice(0)) expect(await send(sent)).toBe(true)
    }
    for (const { url, sha256: sum } of answered.values()) {
      const response = await fetch(server.origin + url)
      expect(response.status).toBe(200)
      expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sum)
    }
    await kill()

    const postgres = await startPostgres({ dataDir, log: createLog('fatal') })
    const app = await startTestApp({ databaseUrl: postgres.url, dataDir, config: { s3 } })
    await waitUntilIdle(app)
    const { rows } = await app.deps.db.pool.query<{ key: string; size: number }>(
      'select storage_key as key, size from blobs order by storage_key',
    )
    expect(rows).toHaveLength(answered.size)
    const used = await app.deps.db.pool.query<{ used: number }>('select used_bytes as used from users')
    expect(used.rows[0]?.used).toBe(rows.reduce((sum, { size }) => sum + size, 0))
    const bucket = openBucket(s3)
    const names = async (prefix: string) => {
      const found: string[] = []
      for await (const { name } of bucket.list(prefix)) found.push(name)
      return found
    }
    // The store's times are whole seconds.
    await eventually(async () => {
      await sweepLeftovers(app.deps, 0)
      await sweepUploads(app.deps, 0)
      for (const prefix of ['pending/', 'parts/', 'incoming/', 'resumable/'])
        expect(await names(prefix)).toEqual([])
    }, 10_000)
    const stored = (await names('objects/')).map((name) => name.split('/').at(-1))
    expect(stored.toSorted()).toEqual(rows.map(({ key }) => key))
    await app.close()
    await postgres.stop()
  })
})
