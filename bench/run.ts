/** `npm run bench`: every measurement, one after the other; `npm run bench -- start upload` only those. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Outcome } from './report.ts'

const outcome: z.ZodType<Outcome> = z.object({ limits: z.number(), missed: z.array(z.string()) })

const notMeasurements = new Set(['run.ts', 'report.ts'])
/** Need more than this machine, so they run only when they are named. */
const onlyNamed = new Set(['install', 'directus'])
const all = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !notMeasurements.has(name))
  .map((name) => basename(name, '.ts'))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'wingmark-outcomes-'))
/** Null where a measurement broke off. */
function measure(name: string): Outcome | null {
  console.log(`\n# ${name}`)
  const file = join(folder, name)
  spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', BENCH_OUTCOME: file },
  })
  return existsSync(file) ? outcome.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

const names = wanted.length > 0 ? wanted : all.filter((one) => !onlyNamed.has(one))
const outcomes = names.map((name) => ({ name, outcome: measure(name) }))
rmSync(folder, { recursive: true })
const limits = outcomes.reduce((sum, one) => sum + (one.outcome?.limits ?? 0), 0)
const missed = outcomes.flatMap((one) => (one.outcome?.missed ?? []).map((what) => `${one.name}: ${what}`))
const broken = outcomes.filter((one) => one.outcome === null).map(({ name }) => `${name} broke off`)
console.log(`\n${limits - missed.length} of ${limits} limits were kept.`)
for (const line of [...missed, ...broken]) console.log(`MISSED  ${line}`)
process.exit(missed.length + broken.length === 0 ? 0 : 1)
