import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Config } from '#server/platform/config'
import { freePort, launch } from '../running-server.ts'
import { hasStore, type S3Store, s3Env, startStore } from './start-store.ts'

describe.runIf(hasStore)('with its files on S3, a start', { timeout: 60_000 }, () => {
  let store: S3Store
  let s3: S3Config
  let dataDir: string
  beforeAll(async () => {
    store = await startStore()
    s3 = await store.newBucket()
    dataDir = await mkdtemp(join(tmpdir(), 'wingmark-s3-'))
  })
  afterAll(async () => {
    await store.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const ended = async (change: Partial<S3Config>) => {
    const server = await launch({ dataDir, env: s3Env({ ...s3, ...change }) })
    return server.exit
  }
  const refused = (sentence: string) => ({ code: 1, stdout: '', stderr: `${sentence}\n` })

  test('is ready and ends cleanly', async () => {
    const server = await launch({ dataDir, env: s3Env(s3) })
    await server.ready
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    server.child.kill('SIGTERM')
    expect((await server.exit).code).toBe(0)
  })

  test('names the missing bucket', async () => {
    const at = new URL(s3.endpoint ?? '').host
    expect(await ended({ bucket: 'nothing-here' })).toEqual(
      refused(`S3_BUCKET: there is no bucket named nothing-here at ${at}.`),
    )
  })

  test.each([
    ['the key id', { accessKeyId: 'test:nobody' }],
    ['the secret', { secretAccessKey: 'opensesame' }],
  ])('names the credentials where %s is wrong, and prints no secret', async (_, change) => {
    const at = new URL(s3.endpoint ?? '').host
    const end = await ended(change)
    expect(end).toEqual(refused(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${at} rejected them.`))
  })

  test('names the endpoint where nothing answers', async () => {
    const at = `127.0.0.1:${await freePort()}`
    expect(await ended({ endpoint: `http://${at}` })).toEqual(
      refused(`S3_ENDPOINT: no S3 store can be reached at ${at} (ECONNREFUSED).`),
    )
  })

  test('waits for a store that is just starting', async () => {
    await store.kill()
    const server = await launch({ dataDir, env: s3Env(s3) })
    await store.start()
    await server.ready
    server.child.kill('SIGTERM')
    expect((await server.exit).code).toBe(0)
  })
})

describe('the settings of S3', { timeout: 60_000 }, () => {
  test.each([
    ['S3_BUCKET', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'files' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'me' }],
  ])('name %s where it is missing', async (name, env) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-s3-'))
    const { code, stderr } = await (await launch({ dataDir, env })).exit
    await rm(dataDir, { recursive: true, force: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${name} must be set too, because S3_\\w+ is\\.\\n$`))
  })
})
