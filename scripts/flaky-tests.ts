import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const root = resolve(import.meta.dirname, '..')
const kept = process.env['FLAKY_FILE'] ?? resolve(root, 'test-results/flaky.txt')

/** Before a run of `npm test`, which may start Vitest more than once. */
export const forgetFlaky = (): void => rmSync(kept, { force: true })

/** Which tests only passed when retried, as the last words of `npm test`. */
export function flakySentence(): string {
  const names = existsSync(kept) ? readFileSync(kept, 'utf8').trimEnd() : ''
  return names ? `Flaky:\n${names}` : 'Flaky: none'
}

const nameOf = (test: TestCase) => `${relative(root, test.module.moduleId)} > ${test.fullName}`

/** Prints why a test's first try failed when the second passed, and stores its name for the end. */
export default class FlakyTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const flaky = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
    if (flaky.length === 0) return
    mkdirSync(dirname(kept), { recursive: true })
    for (const test of flaky) {
      const errors = test.result().errors ?? []
      console.log(
        `\nFailed once, then passed: ${nameOf(test)}\n${errors.map(({ stack, message }) => stack ?? message).join('\n')}`,
      )
      appendFileSync(kept, `  ${nameOf(test)}\n`)
    }
  }
}
