import { percentile } from '../report.ts'

export type Load = { perSecond: number; p95: number }

/** Repeats the work on this many connections for the time; returns the rate and the 95th percentile in ms. */
export async function load(
  connections: number,
  seconds: number,
  work: (connection: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = []
  const from = performance.now()
  const until = from + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < until) {
        const started = performance.now()
        await work(connection)
        times.push(performance.now() - started)
      }
    }),
  )
  return { perSecond: (times.length * 1000) / (performance.now() - from), p95: percentile(times, 0.95) }
}

/** Alternates both, drops the first round, and returns the round with the median ratio. */
export async function compare<R>(
  rounds: number,
  work: { ours: () => Promise<R>; peer: () => Promise<R> },
  figure: (result: R) => number,
): Promise<{ ours: number; peer: number }> {
  const results: { ours: number; peer: number }[] = []
  for (let round = 0; round < rounds + 1; round++) {
    results.push({ peer: figure(await work.peer()), ours: figure(await work.ours()) })
  }
  const sorted = results.slice(1).toSorted((a, b) => a.ours / a.peer - b.ours / b.peer)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('no rounds')
  return middle
}
