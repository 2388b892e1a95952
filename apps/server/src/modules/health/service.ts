import type { Deps } from '#server/deps'

type Check = readonly [name: string, run: () => Promise<unknown>]

const waitMs = 3_000

/** What is not usable now: database, storage, jobs. */
export async function findProblems(deps: Deps): Promise<string[]> {
  const checks: Check[] = [
    ['database', () => deps.db.pool.query('select 1')],
    ['storage', () => deps.storage.check()],
    ['jobs', async () => deps.jobs.isRunning() || Promise.reject(new Error('not running'))],
  ]
  const results = await Promise.all(checks.map(async ([name, run]) => ((await isFine(run)) ? [] : [name])))
  return results.flat()
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

// Loaded at the first question: most installations never ask.
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  const { collectDefaultMetrics, register } = await import('prom-client')
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics({ prefix: 'wingmark_' })
  return { contentType: register.contentType, text: await register.metrics() }
}
