/** Deadlock and serialization failure: PostgreSQL rolled one transaction back for the others. */
const victims = new Set(['40P01', '40001'])
const mostTries = 4

/** Repeats work that the database rolled back as a victim; it may have no effects outside of the database. */
export async function againIfVictim<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === mostTries || !isVictim(error)) throw error
    }
  }
}

function isVictim(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' && victims.has(cause.code)
}
