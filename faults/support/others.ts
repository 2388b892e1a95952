import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'

const pauseMs = 50

/** Milliseconds of another user's calls during some work. Throws if one fails. */
export async function whileAsking(
  installation: Installation,
  work: () => Promise<unknown>,
  path = '/review/api/v1/user',
): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const asked = (async () => {
    while (!isOver) {
      const from = performance.now()
      await installation.askJson('GET', path)
      times.push(performance.now() - from)
      await sleep(pauseMs)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await asked
  return times
}

export const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
