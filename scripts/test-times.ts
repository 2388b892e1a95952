import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { relative, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { allowances, budgets } from './test-budgets.ts'

const root = resolve(import.meta.dirname, '..')
const kept = resolve(root, 'test-results/times.jsonl')
const shown = 15
/** One slow run says more about the machine than the file. */
const enough = 3
/** What the tests themselves load a core with; more comes from others. */
const ownLoad = 4

/** A test run: when, the machine's load at the end, and the seconds of each file. */
export type Run = { at: string; load: number; files: Partial<Record<string, number>> }

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

/** Whether a file exceeded its budget in each of its last three undisturbed runs. */
export function isSlowAgain(runs: readonly Run[], file: string, budget: number, cores: number): boolean {
  const calm = runs.filter(({ load }) => load <= ownLoad * cores)
  const seconds = calm.flatMap(({ files }) => files[file] ?? []).slice(-enough)
  return seconds.length === enough && seconds.every((one) => one > budget)
}

/**
 * Prints the files' durations, appends them to `test-results/times.jsonl`, and fails where one exceeded its budget
 * three times running.
 */
export default class TestTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules.map(rowOf).toSorted((a, b) => b.seconds - a.seconds)
    if (rows.length === 0) return
    const [load = 0] = loadavg()
    const runs = keep(rows, load)
    console.log(`\nSeconds of the slowest of ${rows.length} files (load ${load.toFixed(1)})`)
    for (const { file, seconds, reason } of rows.slice(0, shown))
      console.log(`${seconds.toFixed(1).padStart(7)}  ${file}${reason && `: ${reason}`}`)
    for (const file of Object.keys(allowances))
      if (!existsSync(resolve(root, file)))
        console.log(`There is no ${file} any more: scripts/test-budgets.ts.`)
    const over = rows.filter(({ seconds, budget }) => seconds > budget)
    for (const { file, seconds, budget } of over)
      console.log(`OVER ITS BUDGET  ${file}: ${seconds.toFixed(1)} s of ${budget} s`)
    const again = over.filter(({ file, budget }) => isSlowAgain(runs, file, budget, availableParallelism()))
    if (again.length === 0) return
    console.log(
      `Over their budgets for the third time running:\n${again.map(({ file }) => file).join('\n')}\n` +
        'Make them faster, divide them, or give them more time with a reason in scripts/test-budgets.ts.',
    )
    process.exitCode = 1
  }
}

/** All runs that are kept, with this one. */
function keep(rows: readonly Row[], load: number): Run[] {
  const files = Object.fromEntries(rows.map(({ file, seconds }) => [file, Number(seconds.toFixed(2))]))
  mkdirSync(resolve(root, 'test-results'), { recursive: true })
  appendFileSync(kept, `${JSON.stringify({ at: new Date().toISOString(), load, files })}\n`)
  return keptRuns()
}

/** The runs of this machine, this one last. */
export const keptRuns = (): Run[] =>
  existsSync(kept)
    ? readFileSync(kept, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Run)
    : []
