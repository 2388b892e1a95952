import { median } from '../report.ts'

/** The median of each run's results. Runs alternate, there and back; the first round does not count. */
export async function inRounds<N extends string>(
  rounds: number,
  runs: Record<N, () => Promise<number>>,
): Promise<Record<N, number>> {
  const names = Object.keys(runs) as N[]
  const found = new Map<N, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const answer = await runs[name]()
      if (round > 0) found.get(name)?.push(answer)
    }
  }
  const medians = [...found].map(([name, answers]) => [name, median(answers)])
  return Object.fromEntries(medians) as Record<N, number>
}
