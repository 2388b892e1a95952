import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { relative, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'

const root = resolve(import.meta.dirname, '..')
const shown = 15
/** Machines of two cores differ by as much, and one with neighbours by itself. */
const slowest = 2

type Row = { file: string; project: string; seconds: number; budget: number; reason: string }

function rowOf(module: TestModule): Row {
  const file = relative(root, module.moduleId)
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const more = allowances[file]
  return {
    file,
    project: module.project.name,
    seconds: (collectDuration + setupDuration + duration) / 1000,
    budget: more?.seconds ?? budgets[module.project.name] ?? Number.POSITIVE_INFINITY,
    reason: more?.reason ?? '',
  }
}

/**
 * Prints how long the files took, keeps it as a line of `test-results/times.jsonl`, says which took longer than
 * their budget, and fails where one took twice that. On a machine with more to do than this, times say nothing: then it
 * only tells.
 */
export default class TestTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules.map(rowOf).toSorted((a, b) => b.seconds - a.seconds)
    if (rows.length === 0) return
    const [load = 0] = loadavg()
    const isBusy = load > 2 * availableParallelism()
    keep(rows, load)
    console.log(`\nSeconds of the slowest of ${rows.length} files (load ${load.toFixed(1)})`)
    for (const { file, seconds, reason } of rows.slice(0, shown))
      console.log(`${seconds.toFixed(1).padStart(7)}  ${file}${reason && `: ${reason}`}`)
    for (const file of Object.keys(allowances))
      if (!existsSync(resolve(root, file)))
        console.log(`There is no ${file} any more: scripts/test-budgets.ts.`)
    const said = ({ file, seconds, budget }: Row) => `${file}: ${seconds.toFixed(1)} s of ${budget} s`
    for (const row of rows.filter(({ seconds, budget }) => seconds > budget))
      console.log(`OVER ITS BUDGET  ${said(row)}`)
    const over = rows.filter(({ seconds, budget }) => seconds > budget * slowest)
    if (over.length === 0) return
    console.log(`More than ${slowest} times its budget:\n${over.map(said).join('\n')}`)
    console.log(
      isBusy
        ? 'This machine has much else to do, so that is no failure.'
        : 'Make them faster, divide them, or give them more time with a reason in scripts/test-budgets.ts.',
    )
    if (!isBusy) process.exitCode = 1
  }
}

function keep(rows: readonly Row[], load: number): void {
  const files = Object.fromEntries(rows.map(({ file, seconds }) => [file, Number(seconds.toFixed(2))]))
  mkdirSync(resolve(root, 'test-results'), { recursive: true })
  const line = JSON.stringify({ at: new Date().toISOString(), load, files })
  appendFileSync(resolve(root, 'test-results/times.jsonl'), `${line}\n`)
}
