import { percentile } from '../report.ts'

export type Load = { perSecond: number; p95: number }

/** Does the work again and again on so many connections for the time; the rate and the 95th percentile in ms. */
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

/** Alternates both, drops the first round, and answers each one's best round. */
export async function compare(
  rounds: number,
  ours: () => Promise<Load>,
  peer: () => Promise<Load>,
): Promise<{ ours: Load; peer: Load }> {
  const results: { ours: Load; peer: Load }[] = []
  for (let round = 0; round < rounds + 1; round++) results.push({ peer: await peer(), ours: await ours() })
  const best = (who: 'ours' | 'peer') =>
    results
      .slice(1)
      .map((one) => one[who])
      .reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
  return { ours: best('ours'), peer: best('peer') }
}
