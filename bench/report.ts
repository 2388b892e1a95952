import { writeFileSync } from 'node:fs'

export type Figure = {
  what: string
  ours: number
  /** Of the peer measured in the same run; null where there is none. */
  peer: number | null
  unit: string
  /** Of ours to the peer's figure; of ours alone where there is no peer or `isAbsolute`. */
  limit: { atMost: number } | { atLeast: number }
  /** The peer is shown for comparison only. */
  isAbsolute?: boolean
}

const short = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const missed: string[] = []
let reported = 0

/** Prints one line and answers whether the limit was kept. */
export function report({ what, ours, peer, unit, limit, isAbsolute = false }: Figure): boolean {
  const ratio = peer === null ? null : ours / peer
  const value = isAbsolute ? ours : (ratio ?? ours)
  const isKept = 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
  const bound = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  const against = ratio === null ? '' : `, peer ${short(peer ?? 0)} ${unit}, ratio ${short(ratio)}`
  const of = isAbsolute || ratio === null ? ` ${unit}` : ''
  console.log(
    `${what}: ours ${short(ours)} ${unit}${against}, limit ${bound}${of} ${isKept ? 'ok' : 'MISSED'}`,
  )
  reported += 1
  if (!isKept) missed.push(what)
  return isKept
}

/** A figure without a limit, to compare with. */
export function note(what: string, value: number, unit: string): void {
  console.log(`  ${what}: ${short(value)} ${unit}`)
}

export type Outcome = { limits: number; missed: string[] }

/** Exit code for a measurement, and what `bench/run.ts` adds up. */
export function finish(kept: boolean[]): void {
  process.exitCode = kept.every(Boolean) ? 0 : 1
  const outcome: Outcome = { limits: reported, missed }
  if (process.env['BENCH_OUTCOME']) writeFileSync(process.env['BENCH_OUTCOME'], JSON.stringify(outcome))
}

/** The value below which the given share (0…1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
