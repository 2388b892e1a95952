import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runVerifyStorage } from '../apps/server/test/run-command.ts'
import { launch, postgresOf } from '../apps/server/test/running-server.ts'

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

test('npm run verify-storage names files in a folder that its database does not know', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-verify-'))
  const place = `objects/a/1/${'a1'.repeat(16)}`
  const path = join(dataDir, 'files', place)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'left over')
  const longAgo = new Date(Date.now() - 7_200_000)
  await utimes(path, longAgo, longAgo)
  const { code, lines, stderr } = await runVerifyStorage({ DATA_DIR: dataDir })
  expect([code, stderr, lines[0]]).toEqual([1, '', expect.stringContaining(`ORPHANED ${place}: 9 bytes`)])
  await rm(dataDir, { recursive: true, force: true })
})

test('npm run verify-storage creates no new folder when the name is mistyped', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'wingmark-verify-'))
  const dataDir = join(parent, 'dta')
  const { code, lines, stderr } = await runVerifyStorage({ DATA_DIR: dataDir })
  expect([code, lines, stderr]).toEqual([
    2,
    [],
    `DATA_DIR ${dataDir} is not a server’s folder: it has no files and no postgres.\n`,
  ])
  expect(await readdir(parent)).toEqual([])
  await rm(parent, { recursive: true })
})
