import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'

const root = resolve(import.meta.dirname, '..')

const secondsOf = ({ moduleId, project }: TestSpecification) =>
  allowances[relative(root, moduleId)]?.seconds ?? budgets[project.name] ?? 0

/** What may take longest begins first, so that no process waits at the end for another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a))
  }
}
