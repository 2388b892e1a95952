import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { S3Config } from '../apps/server/src/platform/config.ts'
import { freePort, launch } from '../apps/server/test/running-server.ts'
import { hasStore, type S3Store, s3Env, startStore } from '../apps/server/test/s3/start-store.ts'

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
    // Two tries of two connections each.
    const starting = await answerAfter(4, s3.endpoint ?? '')
    const server = await launch({ dataDir, env: s3Env({ ...s3, endpoint: starting.endpoint }) })
    await server.ready
    expect(starting.refused()).toBe(4)
    server.child.kill('SIGTERM')
    expect((await server.exit).code).toBe(0)
    starting.close()
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

/** Forwards to the store after `breaks` broken connections: sooner than a store could start. */
async function answerAfter(breaks: number, endpoint: string) {
  let refused = 0
  const server = createServer((client) => {
    if (refused < breaks) {
      refused += 1
      return client.destroy()
    }
    const { hostname, port } = new URL(endpoint)
    const store = connect(Number(port), hostname)
    for (const socket of [client, store]) socket.on('error', () => socket.destroy())
    client.on('close', () => store.destroy())
    client.pipe(store).pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    refused: () => refused,
    close: () => server.close(),
  }
}
