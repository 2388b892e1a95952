const firstMs = 500
const longestMs = 30_000

/** Milliseconds before try number `attempt` (from 1): doubling, with jitter so that clients do not return at once. */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(20, attempt - 1))
  return Math.round(ceiling * (0.5 + random() / 2))
}
