import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

// Durations of accidents, clients and figures, not waits for something: those use `expect.poll`.

/** An accident comes at any moment, without anything to wait for. */
export const anyMoment = (leastMs: number, mostMs: number): Promise<void> => sleep(randomInt(leastMs, mostMs))

/** Between one client's actions. */
export const pause = (ms: number): Promise<void> => sleep(ms)

/** How long something is watched, or continues. */
export const lasting = (ms: number): Promise<void> => sleep(ms)
