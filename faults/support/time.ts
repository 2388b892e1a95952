import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

// What an accident, a client or a figure takes its own time for. Nothing is waited for by these: that is `expect.poll`.

/** An accident comes when it likes, after nothing that could be waited for. */
export const anyMoment = (leastMs: number, mostMs: number): Promise<void> => sleep(randomInt(leastMs, mostMs))

/** Between what one client does and what it does next. */
export const pause = (ms: number): Promise<void> => sleep(ms)

/** How long something is watched, or goes on. */
export const lasting = (ms: number): Promise<void> => sleep(ms)
