/** `npm run bench`: every measurement, one after the other; `npm run bench -- start upload` only those. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

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

const missed: string[] = []
for (const name of wanted.length > 0 ? wanted : all.filter((one) => !onlyNamed.has(one))) {
  console.log(`\n# ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) missed.push(name)
}
console.log(missed.length === 0 ? '\nEvery limit was kept.' : `\nMISSED: ${missed.join(', ')}`)
process.exit(missed.length === 0 ? 0 : 1)
