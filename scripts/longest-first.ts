import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'

const root = resolve(import.meta.dirname, '..')

const ofProject = ({ project }: TestSpecification) => budgets[project.name] ?? 0
const secondsOf = (file: TestSpecification) =>
  allowances[relative(root, file.moduleId)]?.seconds ?? ofProject(file)

/**
 * What may take longest begins first, so that no process waits at the end for another. Project by project: a process
 * is kept only for the next file of its own.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted(
      (a, b) =>
        ofProject(b) - ofProject(a) ||
        b.project.name.localeCompare(a.project.name) ||
        secondsOf(b) - secondsOf(a),
    )
  }
}
