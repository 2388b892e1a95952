import { setTimeout as sleep } from 'node:timers/promises'

/** Retries until it holds; throws its last failure after `withinMs`. Patient: other tests run beside it. */
export async function eventually<T>(check: () => Promise<T>, withinMs = 20_000): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(20)
    }
  }
}
