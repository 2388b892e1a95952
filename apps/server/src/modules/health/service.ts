import { readSchemaNumber } from '#server/db/migrate'
import type { Deps } from '#server/deps'

type Check = readonly [name: string, run: () => Promise<unknown>]

const waitMs = 3_000

export type Health = { problems: string[]; schema: number | null }

/**
 * What is unavailable now: database, storage, jobs. Reads the database's schema version, which a newer process may
 * have changed.
 */
export async function checkHealth(deps: Deps): Promise<Health> {
  let schema: number | null = null
  const checks: Check[] = [
    ['database', async () => (schema = await readSchemaNumber(deps.db.pool))],
    ['storage', () => deps.storage.check()],
    ['jobs', async () => deps.jobs.isRunning() || Promise.reject(new Error('not running'))],
  ]
  const results = await Promise.all(checks.map(async ([name, run]) => ((await isFine(run)) ? [] : [name])))
  return { problems: results.flat(), schema }
}

async function isFine(run: Check[1]): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs)
  })
  const done = run().then(
    () => true,
    () => false,
  )
  const fine = await Promise.race([done, late])
  clearTimeout(timer)
  return fine
}

// Loaded on first use: most installations never ask.
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  const { collectDefaultMetrics, register } = await import('prom-client')
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics({ prefix: 'wingmark_' })
  return { contentType: register.contentType, text: await register.metrics() }
}
