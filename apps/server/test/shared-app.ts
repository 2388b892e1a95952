import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { againIfVictim } from '#server/db/deadlocks'
import { eventually } from './eventually.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

/** What an application reads at its start. */
const kept = ['secrets', 'job_workers']

/** Where mails wait to be read, and bytes to be stored. */
const passing = ['mail', 'files/incoming', 'files/pending', 'files/resumable']

/** No rows, jobs or mails, and fresh limits; only stored bytes stay. */
async function empty({ deps, dataDir }: TestApp): Promise<void> {
  const { pool } = deps.db
  await eventually(async () => {
    await pool.query('delete from graphile_worker._private_jobs where locked_at is null')
    expect((await pool.query('select 1 from graphile_worker._private_jobs')).rows).toEqual([])
  }, 60_000)
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all($1)`,
    [kept],
  )
  // A heartbeat of streams may read meanwhile.
  await againIfVictim(() => pool.query(`truncate ${rows.map(({ name }) => name).join(', ')}`))
  for (const folder of passing) {
    for (const name of await readdir(join(dataDir, folder)).catch(() => []))
      await rm(join(dataDir, folder, name), { recursive: true, force: true })
  }
}

/**
 * `withApp.beforeAll(({ app }) => …)` gives this worker's application, emptied for each file. Others with special needs
 * use `startTestApp`.
 */
export const withApp = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern.
  .extend('workerApp', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const app = await startTestApp()
    onCleanup(() => app.close())
    return app
  })
  .extend('app', { scope: 'file' }, async ({ workerApp }) => {
    await empty(workerApp)
    return workerApp
  })
  /** A second process on the same database and folder, for this file. */
  .extend('twin', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const databaseUrl = app.deps.db.pool.options.connectionString ?? ''
    const twin = await startTestApp({ databaseUrl, dataDir: app.dataDir })
    onCleanup(() => twin.close())
    return twin
  })
