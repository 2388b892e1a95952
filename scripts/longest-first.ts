import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'

const root = resolve(import.meta.dirname, '..')

const ofProject = ({ project }: TestSpecification) => budgets[project.name] ?? 0
const secondsOf = (file: TestSpecification) =>
  allowances[relative(root, file.moduleId)]?.seconds ?? ofProject(file)

/** Slow files first, so that no process waits at the end; project by project, as processes serve only one. */
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
