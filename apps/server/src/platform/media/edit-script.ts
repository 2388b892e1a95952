/** Entries `from`… of the older sequence that stand at `to`… of the newer one. */
export type Run = { from: number; to: number; length: number }

export type Same = (from: number, to: number) => boolean

/** More insertions and removals are not searched: time and memory grow with their square. */
const mostEdits = 3_000

/** What two sequences share with the fewest edits (Myers 1986); beyond `mostEdits` their common beginning and end. */
export function cheapestEdits(olderLength: number, newerLength: number, isSame: Same): Run[] {
  const least = Math.min(olderLength, newerLength)
  let start = 0
  while (start < least && isSame(start, start)) start += 1
  let tail = 0
  while (tail < least - start && isSame(olderLength - 1 - tail, newerLength - 1 - tail)) tail += 1
  const middle = search(olderLength - start - tail, newerLength - start - tail, (from, to) =>
    isSame(from + start, to + start),
  )
  return [
    { from: 0, to: 0, length: start },
    ...middle.map((run) => ({ ...run, from: run.from + start, to: run.to + start })),
    { from: olderLength - tail, to: newerLength - tail, length: tail },
  ].filter(({ length }) => length > 0)
}

/** For each count of edits how far its paths came, by diagonal: `trace[d][(k + d) / 2]`. */
function search(n: number, m: number, isSame: Same): Run[] {
  if (n === 0 || m === 0) return []
  const trace: Uint32Array[] = []
  for (let d = 0; d <= Math.min(mostEdits, n + m); d++) {
    const before = trace.at(-1)
    const reached = new Uint32Array(d + 1)
    trace.push(reached)
    for (let k = -d; k <= d; k += 2) {
      let x = before ? startOf(before, d, k).x : 0
      while (x < n && x - k < m && isSame(x, x - k)) x += 1
      reached[(k + d) / 2] = x
      if (x >= n && x - k >= m) return runsOf(trace, k)
    }
  }
  return []
}

/** Where path `k` of `d` edits begins: after a removal from path `k - 1`, or an insertion from `k + 1`. */
function startOf(before: Uint32Array, d: number, k: number): { x: number; from: number } {
  const at = (k + d) / 2
  const [removed, inserted] = [before[at - 1], before[at]]
  const isInserted = removed === undefined || (inserted !== undefined && removed < inserted)
  return isInserted ? { x: inserted ?? 0, from: k + 1 } : { x: removed + 1, from: k - 1 }
}

function runsOf(trace: readonly Uint32Array[], end: number): Run[] {
  const runs: Run[] = []
  for (let [d, k] = [trace.length - 1, end]; d >= 0; d--) {
    const x = trace[d]?.[(k + d) / 2] ?? 0
    const before = trace[d - 1]
    const start = before ? startOf(before, d, k) : { x: 0, from: k }
    const length = x - start.x
    if (length > 0) runs.push({ from: start.x, to: start.x - k, length })
    k = start.from
  }
  return runs.reverse()
}
