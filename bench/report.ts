import { writeFileSync } from 'node:fs'
import { isWithin, limitText, type Measured, ratioOf, short } from './support/figures.ts'

type Reported = Omit<Measured, 'ours' | 'isAbsolute'> & { ours: number; isAbsolute?: boolean }

const missed: string[] = []
const figures: Measured[] = []
const scale = process.env['BENCH_SCALE'] ?? '1'

/** Prints one line and returns whether the limit was met. */
export function report({ isAbsolute = false, ...given }: Reported): boolean {
  const { ours, peer, unit, limit } = given
  const what = scale === '1' ? given.what : `${given.what}, at scale ${scale}`
  const ratio = ratioOf(given)
  const isKept = isWithin(isAbsolute ? ours : (ratio ?? ours), limit)
  const against = ratio === null ? '' : `, peer ${short(peer ?? 0)} ${unit}, ratio ${short(ratio)}`
  const of = isAbsolute || ratio === null ? ` ${unit}` : ''
  const verdict = isKept ? 'ok' : 'MISSED'
  console.log(`${what}: ours ${short(ours)} ${unit}${against}, limit ${limitText(limit)}${of} ${verdict}`)
  figures.push({ ...given, what, isAbsolute })
  if (!isKept) missed.push(what)
  return isKept
}

/** A figure without a limit, for comparison. */
export function note(what: string, value: number, unit: string): void {
  console.log(`  ${what}: ${short(value)} ${unit}`)
}

export type Outcome = { figures: Measured[]; missed: string[] }

/** Exit code of a measurement, and the results that `bench/run.ts` stores. */
export function finish(kept: boolean[]): void {
  process.exitCode = kept.every(Boolean) ? 0 : 1
  const outcome: Outcome = { figures, missed }
  if (process.env['BENCH_OUTCOME']) writeFileSync(process.env['BENCH_OUTCOME'], JSON.stringify(outcome))
}

/** The value below which the given share (0…1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
