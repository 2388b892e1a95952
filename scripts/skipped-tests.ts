import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { skippedNote } from './test-plan.ts'

const kept = resolve(import.meta.dirname, '../test-results/skipped.txt')

/** Before a run of `npm test`, which may start Vitest more than once. */
export const forgetSkipped = (): void => rmSync(kept, { force: true })

/** Why tests skipped themselves, in the words that each gave. */
export const skippedNotes = (): string[] =>
  existsSync(kept) ? readFileSync(kept, 'utf8').trimEnd().split('\n') : []

function noteOf(test: TestCase): string | null {
  const result = test.result()
  return skippedNote(test.fullName, result.state === 'skipped' ? result.note : undefined)
}

/** Keeps what a test says that finds this machine without what it needs. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    const notes = skipped.flatMap((test) => noteOf(test) ?? [])
    if (notes.length === 0) return
    mkdirSync(dirname(kept), { recursive: true })
    appendFileSync(kept, `${[...new Set(notes)].join('\n')}\n`)
  }
}
