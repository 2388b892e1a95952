import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/db/client'

type Holder = {
  /** Another process waits; possibly called often. */
  onWanted: () => void
  /** The lock is lost with the database connection: its holder has to stop at once. */
  onLost: () => void
}

export type Locks = {
  /** Waits until `name` is free, asking its holder to let go. Returns the function that frees it, or null. */
  take(name: string, holder: Holder): Promise<(() => Promise<void>) | null>
  close(): Promise<void>
}

/** `on`: the connection that has the lock or requests it. */
type Held = Holder & { freed: Promise<void>; on: Session | null }
type Session = {
  ask: <R extends pg.QueryResultRow>(sql: string, values?: string[]) => Promise<R[]>
  end: () => Promise<void>
  isLost: boolean
}

const channel = 'wingmark_wanted'
const waitMs = 10_000
const askAgainMs = 50
/** How long an unused session is kept for the next lock. */
const idleMs = 5_000

/** PostgreSQL's advisory locks, all on one connection of this process; they end with the process. */
export function createLocks(db: Database): Locks {
  const held = new Map<string, Held>()
  let session: Promise<Session> | null = null
  let idle: NodeJS.Timeout | undefined

  const open = async (forget: () => void): Promise<Session> => {
    const client = new pg.Client({
      connectionString: db.directUrl,
      connectionTimeoutMillis: 4_000,
      // Only with this the client ends a connection whose answer is late: a late lock would belong to nobody.
      pipeline: true,
      query_timeout: 5_000,
      keepAlive: true,
      application_name: 'wingmark locks',
    })
    // One query at a time: a client takes no second one before it has answered the first.
    let last: Promise<unknown> = Promise.resolve()
    const ask: Session['ask'] = <R extends pg.QueryResultRow>(sql: string, values: string[] = []) => {
      const answer = last.then(() => client.query<R>(sql, values))
      last = answer.catch(() => {})
      return answer.then(({ rows }) => rows)
    }
    const opened: Session = { ask, end: () => client.end(), isLost: false }
    const lose = () => {
      if (opened.isLost) return
      opened.isLost = true
      forget()
      // An idle connection may have been replaced while it closed: locks on the new one stay.
      for (const { onLost, on } of held.values()) if (on === opened) onLost()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => held.get(payload)?.onWanted())
    await client.connect()
    await ask(`listen ${channel}`)
    return opened
  }

  const current = (): Promise<Session> => {
    clearTimeout(idle)
    if (session) return session
    const forget = () => {
      if (session === opening) session = null
    }
    const opening = open(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    session = opening
    return opening
  }

  const close = async () => {
    clearTimeout(idle)
    const closing = session
    session = null
    const opened = await closing?.catch(() => null)
    await opened?.end().catch(() => {})
  }

  const closeWhenIdle = () => {
    clearTimeout(idle)
    if (held.size === 0) idle = setTimeout(() => void close(), idleMs).unref()
  }

  /** Null when another process did not let go in time. */
  const takeFromOthers = async (name: string, mine: Held, until: number): Promise<Session | null> => {
    const taking = await current()
    mine.on = taking
    const sql = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"'
    while (true) {
      const [found] = await taking.ask<{ isTaken: boolean }>(sql, [name])
      if (found?.isTaken) return taking
      if (performance.now() > until) return null
      await taking.ask('select pg_notify($1, $2)', [channel, name])
      await sleep(askAgainMs)
    }
  }

  const free = async (name: string, { ask, isLost }: Session) => {
    const sql = 'select pg_advisory_unlock(hashtextextended($1, 0))'
    if (!isLost) await ask(sql, [name]).catch(() => {})
  }

  return {
    async take(name, holder) {
      const until = performance.now() + waitMs
      for (let other = held.get(name); other; other = held.get(name)) {
        other.onWanted()
        if (performance.now() > until) return null
        await Promise.race([other.freed, sleep(askAgainMs)])
      }
      const { promise: freed, resolve } = Promise.withResolvers<void>()
      const mine: Held = { ...holder, freed, on: null }
      held.set(name, mine)
      const release = () => {
        held.delete(name)
        resolve()
        closeWhenIdle()
      }
      const taken = await takeFromOthers(name, mine, until).catch((error: unknown) => {
        release()
        throw error
      })
      if (taken === null) {
        release()
        return null
      }
      return async () => {
        await free(name, taken)
        release()
      }
    },
    close,
  }
}
