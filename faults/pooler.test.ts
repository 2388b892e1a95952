import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createComment, listFileComments } from '@wingmark/contract/comments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newListeners } from '../apps/server/test/live-listeners.ts'
import { newFile, newReview, newUser, png, waitUntilIdle } from '../apps/server/test/people.ts'
import { launch } from '../apps/server/test/running-server.ts'
import { startTestApp, type TestApp } from '../apps/server/test/start-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../apps/server/test/test-database.ts'
import { findPgBouncer } from '../scripts/find-pgbouncer.ts'
import { type Pooler, startPooler } from './support/pooler.ts'

describe.runIf(findPgBouncer())('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase
  let pooler: Pooler
  let dataDir = ''
  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await startPooler(database.url)
    dataDir = await mkdtemp(join(tmpdir(), 'wingmark-pooled-'))
  })
  afterAll(async () => {
    await pooler?.stop()
    await database?.drop()
    if (dataDir) await rm(dataDir, { recursive: true, force: true })
  })

  describe('two processes', () => {
    let apps: TestApp[]
    beforeAll(async () => {
      const config = { databaseDirectUrl: database.url, isDatabasePrepared: false }
      const start = () => startTestApp({ databaseUrl: pooler.url, dataDir, config })
      apps = [await start(), await start()]
    })
    afterAll(async () => {
      for (const app of apps ?? []) await app.close()
    })

    test('people write, watch, upload and download, all at once', async () => {
      const [here, there] = apps as [TestApp, TestApp]
      const owner = await newUser(here)
      const published = await newReview(here, owner)
      const at = newListeners(there)
      const watching = await at.settle(published, owner)
      const file = published.files[0]?._id ?? ''
      const write = (n: number) => {
        const body = { file, marker: { page: 1, x: 0.5, y: 0.5 }, message: `Comment ${n}` }
        return apps[n % 2]?.call(createComment, { body }, owner)
      }
      const bytes = png(64, 48)
      const [uploaded, ...written] = await Promise.all([
        newFile(here, owner, { bytes }),
        ...Array.from({ length: 60 }, (_, n) => write(n)),
      ])
      expect(written.map((one) => one?.status)).toEqual(written.map(() => 201))
      for (const _ of written) await watching.next('comment.created', 30_000)
      const listed = await there.call(
        listFileComments,
        { params: { id: file }, query: { limit: 100 } },
        owner,
      )
      expect(listed.body.results).toHaveLength(60)
      await waitUntilIdle(here)
      const { pathname, search } = new URL(uploaded.url ?? '')
      const download = await here.fetch(pathname + search)
      const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
      expect(digest(new Uint8Array(await download.arrayBuffer()))).toBe(digest(bytes))
      at.close()
    })
  })

  const ended = async (env: Record<string, string>) => {
    const server = await launch({ dataDir, env: { DATABASE_URL: pooler.url, ...env } })
    return server.exit
  }
  const refused = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })

  test('a start says what is missing, in one sentence', async () => {
    expect(await ended({ DATABASE_PREPARED: 'off' })).toEqual(
      refused(
        'DATABASE_URL points to a pooler, which drops LISTEN. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
      ),
    )
    expect(await ended({ DATABASE_DIRECT_URL: database.url })).toEqual(
      refused(
        'DATABASE_URL points to a pooler that doesn’t support prepared statements. Set DATABASE_PREPARED to off.',
      ),
    )
  })
})
