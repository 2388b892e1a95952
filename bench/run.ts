/** `npm run bench`: every measurement, one after the other; `npm run bench -- start upload` only those. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Outcome } from './report.ts'
import {
  type Figure,
  figuresTable,
  measured,
  mergeFigures,
  readFigures,
  writeFigures,
} from './support/figures.ts'

const outcome: z.ZodType<Outcome> = z.object({ figures: z.array(measured), missed: z.array(z.string()) })

const notMeasurements = new Set(['run.ts', 'report.ts'])
/** They need more than this machine, so they run only when named. */
const onlyNamed = new Set(['install', 'directus'])
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !notMeasurements.has(name))
  .map((name) => basename(name, '.ts'))
const { values: given, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string' }, seed: { type: 'string' }, each: { type: 'string' } },
})
/** Of `carry` and `carry-pdf`: how many pairs, of which seed, and how many more of each of the worst kinds. */
const sizes = Object.entries(given).map(([name, value]) => [`BENCH_${name.toUpperCase()}`, value] as const)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'wingmark-outcomes-'))
/** Null where a measurement failed. */
function measure(bench: string): { figures: Figure[]; missed: string[] } | null {
  console.log(`\n# ${bench}`)
  const file = join(folder, bench)
  const load = Number((loadavg()[0] ?? 0).toFixed(1))
  spawnSync(process.execPath, [join(import.meta.dirname, `${bench}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, ...Object.fromEntries(sizes), NODE_ENV: 'production', BENCH_OUTCOME: file },
  })
  if (!existsSync(file)) return null
  const { figures, missed } = outcome.parse(JSON.parse(readFileSync(file, 'utf8')))
  const date = new Date().toISOString().slice(0, 10)
  return { figures: figures.map((one) => ({ ...one, bench, ratio: null, date, load })), missed }
}

const names = wanted.length > 0 ? wanted : all.filter((one) => !onlyNamed.has(one))
const isWhole = process.env['BENCH_PART'] === undefined && (process.env['BENCH_SCALE'] ?? '1') === '1'
const outcomes = names.map((name) => {
  const found = measure(name)
  if (found) writeFigures(mergeFigures(readFigures(), found.figures, isWhole))
  return { name, outcome: found }
})
rmSync(folder, { recursive: true })
const figures = outcomes.flatMap((one) => one.outcome?.figures ?? [])
const missed = outcomes.flatMap((one) => (one.outcome?.missed ?? []).map((what) => `${one.name}: ${what}`))
const broken = outcomes.filter((one) => one.outcome === null).map(({ name }) => `${name} broke off`)
if (figures.length > 0) console.log(`\n${figuresTable(figures)}`)
console.log(`\n${figures.length - missed.length} of ${figures.length} limits were kept.`)
for (const line of [...missed, ...broken]) console.log(`MISSED  ${line}`)
process.exit(missed.length + broken.length === 0 ? 0 : 1)
