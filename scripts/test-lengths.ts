import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import { dirname, resolve } from 'node:path'

const kept = resolve(import.meta.dirname, '../test-results/lengths.json')
const machine = `${hostname()}, ${availableParallelism()} cores`

/** Seconds of the last run, by machine and by what was asked for. */
type Lengths = Partial<Record<string, Partial<Record<string, number>>>>

function read(): Lengths {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Lengths
  } catch {
    return {}
  }
}

const nameOf = (given: readonly string[]) => given.join(' ') || 'everything'

/** How many seconds the same tests took last time here; null where they have not run to their end. */
export const lastLength = (given: readonly string[]): number | null =>
  read()[machine]?.[nameOf(given)] ?? null

export function keepLength(given: readonly string[], seconds: number): void {
  const all = read()
  mkdirSync(dirname(kept), { recursive: true })
  const ofMachine = { ...all[machine], [nameOf(given)]: Number(seconds.toFixed(1)) }
  writeFileSync(kept, `${JSON.stringify({ ...all, [machine]: ofMachine }, null, 2)}\n`)
}
