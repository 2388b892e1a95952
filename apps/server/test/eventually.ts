import { setTimeout as sleep } from 'node:timers/promises'

/** Retries until it holds, often at first; throws its last failure after `withinMs`. Patient: other tests run beside it. */
export async function eventually<T>(check: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const until = performance.now() + withinMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.2, 200)) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(pauseMs)
    }
  }
}
