import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runVerifyStorage } from './run-verify-storage.ts'
import { launch, postgresOf } from './running-server.ts'

test('npm run verify-storage finds the database of a running server, and starts that of a stopped one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-verify-'))
  const server = await launch({ dataDir })
  await server.ready
  try {
    const beside = await runVerifyStorage({ DATA_DIR: dataDir })
    expect(beside).toMatchObject({ code: 0, stderr: '' })
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
  } finally {
    server.child.kill('SIGTERM')
    await server.exit
  }
  expect(await runVerifyStorage({ DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })
  expect(postgresOf(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
})
