import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { withApp } from './shared-app.ts'
import type { TestApp } from './start-test-app.ts'

const root = join(import.meta.dirname, '../../..')
const client = join(root, 'packages/typed-client')
const programOf = (owner: string, name: string, program: string) =>
  join(dirname(createRequire(join(owner, 'package.json')).resolve(`${name}/package.json`)), program)
const makeTypes = programOf(client, 'openapi-typescript', 'bin/cli.js')
const checkTypes = programOf(root, 'typescript', 'bin/tsc')
const strictly = '--noEmit --strict --noUncheckedIndexedAccess --module nodenext --target es2024'.split(' ')

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  return folder
}

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

test('a client made from the OpenAPI document registers, uploads, publishes, comments and resolves', async () => {
  const folder = await newFolder()
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [program, ...words], { cwd: folder })
  await run(makeTypes, `${app.url}/openapi.json`, '--output', 'api.ts')
  await copyFile(join(client, 'review-and-resolve.ts'), join(folder, 'review-and-resolve.ts'))
  await run(
    checkTypes,
    ...strictly,
    '--allowImportingTsExtensions',
    '--types',
    'node',
    'review-and-resolve.ts',
  )
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>'
  const { stdout } = await run('review-and-resolve.ts', app.url, svg)
  expect(JSON.parse(stdout)).toEqual({
    refusal: 'UNAUTHENTICATED',
    resolvedBy: 'Nia Client',
    messages: ['RESOLVED More air, please'],
  })
}, 300_000)
