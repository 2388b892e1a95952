import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/db/migrate'
import { createLog } from '#server/platform/log'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { templateDatabase, urlOfDatabase } from './test-database.ts'

/** Nothing here has to outlive the run, and a hundred databases are copied. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_size: '2GB',
  shared_buffers: '256MB',
  max_connections: '300',
}

const makeTemplate = async (adminUrl: string) => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${templateDatabase} OWNER wingmark`)
  await admin.end()
  await migrate(urlOfDatabase(adminUrl, templateDatabase))
}

/** Vitest global setup: one PostgreSQL for the whole run, with a migrated database to copy for each test file. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-test-'))
  // If tests run as root, another user may have to enter it.
  await chmod(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir, log: createLog('warn'), settings })
  await makeTemplate(postgres.adminUrl)
  project.provide('testPostgresAdminUrl', postgres.adminUrl)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
