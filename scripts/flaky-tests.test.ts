import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Runs Vitest on one file of tests with retries, and returns its output and records. */
function run(tests: string) {
  const folder = mkdtempSync(join(root, 'node_modules/.flaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.test.ts'), `import { expect, test } from 'vitest'\n${tests}`)
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { retry: 1, include: ['a.test.ts'], exclude: [], reporters: ['default', '${root}/scripts/flaky-tests.ts'] } }`,
  )
  const env = { ...process.env, FLAKY_FILE: join(folder, 'flaky.txt') }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const said = spawnSync(
    process.execPath,
    [
      '-e',
      `import('${root}/scripts/flaky-tests.ts').then(({ flakySentence }) => console.log(flakySentence()))`,
    ],
    { env, encoding: 'utf8' },
  )
  return { status, stdout, said: said.stdout.trim() }
}

test('a test that passes in its second try leaves the run green, with its name and its error', () => {
  const { status, stdout, said } = run(
    "let tries = 0\ntest('opens the link', () => expect(++tries, 'unlucky').toBe(2))",
  )
  expect(status).toBe(0)
  expect(stdout).toContain('unlucky')
  expect(said).toMatch(/^Flaky:\n {2}.*a\.test\.ts > opens the link$/)
})

test('a test that fails twice fails the run, and is not called flaky', () => {
  const { status, said } = run("test('opens the link', () => expect(1).toBe(2))")
  expect(status).toBe(1)
  expect(said).toBe('Flaky: none')
})

test('nothing is flaky where all pass at once', () => {
  const { status, said } = run("test('opens the link', () => expect(1).toBe(1))")
  expect(status).toBe(0)
  expect(said).toBe('Flaky: none')
})
