import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'
import { keptRuns } from './test-times.ts'

const root = resolve(import.meta.dirname, '..')

const ofProject = ({ project }: TestSpecification) => budgets[project.name] ?? 0

/** Slow files first: by their last run here, by their allowance, or by their size. */
function orderOf(file: TestSpecification, runs: ReturnType<typeof keptRuns>): [number, number] {
  const path = relative(root, file.moduleId)
  const last = runs.findLast(({ files }) => files[path] !== undefined)?.files[path]
  return [last ?? allowances[path]?.seconds ?? 0, statSync(file.moduleId).size]
}

/** Slow files first, so that no process waits at the end; project by project, as processes serve only one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const runs = keptRuns()
    const orders = new Map(files.map((file) => [file, orderOf(file, runs)]))
    const of = (file: TestSpecification) => orders.get(file) ?? [0, 0]
    return (await super.sort(files)).toSorted(
      (a, b) =>
        ofProject(b) - ofProject(a) ||
        b.project.name.localeCompare(a.project.name) ||
        of(b)[0] - of(a)[0] ||
        of(b)[1] - of(a)[1],
    )
  }
}
