import { liveSignMs } from '@wingmark/contract/live'
import type { Database } from '#server/db/client'
import type { Deps } from '#server/deps'
import { askForReports, sendAlive, sendPresence } from '#server/modules/events/service'

/** The other processes on this database, as their reports and signs of life show them. */
export type Processes = {
  /** Sends a numbered report to the others. */
  send(report: object): void
  /** Reports that this process is alive, at most once a heartbeat. */
  sign(): void
  /** `n`: the number of the last report that it has sent; asks for all again if some have not arrived. */
  hear(from: string, n: number | undefined, what: 'report' | 'sign'): void
  isAlive(process: string): boolean
}

/** A process silent for two and a half heartbeats no longer counts. */
const forgetMs = 40_000

const known = new WeakMap<Database, Processes>()

export function processesOf(deps: Deps): Processes {
  const made = known.get(deps.db) ?? createProcesses(deps)
  known.set(deps.db, made)
  return made
}

function createProcesses(deps: Deps): Processes {
  const others = new Map<string, { at: number; n: number }>()
  let sent = 0
  let signedAt = Number.NEGATIVE_INFINITY

  return {
    send(report) {
      sent++
      sendPresence(deps, JSON.stringify({ n: sent, ...report }))
    },
    sign() {
      const now = performance.now()
      if (now - signedAt < liveSignMs / 2) return
      signedAt = now
      for (const [process, { at }] of others) if (now - at > forgetMs) others.delete(process)
      sendAlive(deps, sent)
    },
    hear(from, n, what) {
      const before = others.get(from)?.n ?? 0
      others.set(from, { at: performance.now(), n: n ?? before })
      if (n === undefined) return
      const expected = what === 'report' ? before + 1 : before
      if (n > expected) askForReports(deps, from)
    },
    isAlive(process) {
      const at = others.get(process)?.at
      return at !== undefined && performance.now() - at <= forgetMs
    },
  }
}
