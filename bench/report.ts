export type Figure = {
  what: string
  ours: number
  /** Of the peer measured in the same run; null where the limit is absolute. */
  peer: number | null
  unit: string
  /** Of ours to the peer's figure, or of ours alone. */
  limit: { atMost: number } | { atLeast: number }
}

const short = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

/** Prints one line and answers whether the limit was kept. */
export function report({ what, ours, peer, unit, limit }: Figure): boolean {
  const value = peer === null ? ours : ours / peer
  const isKept = 'atMost' in limit ? value <= limit.atMost : value >= limit.atLeast
  const bound = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  const against = peer === null ? '' : `, peer ${short(peer)} ${unit}, ratio ${short(value)}`
  console.log(`${what}: ours ${short(ours)} ${unit}${against}, limit ${bound} ${isKept ? 'ok' : 'MISSED'}`)
  return isKept
}

/** Exit code for a measurement. */
export function finish(kept: boolean[]): void {
  process.exitCode = kept.every(Boolean) ? 0 : 1
}

/** The value below which the given share (0…1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
