import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    testPostgresAdminUrl: string
  }
}

export type TestDatabase = { url: string; drop(): Promise<void> }

export const templateDatabase = 'wingmark_template'

/** The same server as `adminUrl`, as the application's role in `database`. */
export const urlOfDatabase = (adminUrl: string, database: string): string => {
  const url = new URL(adminUrl)
  url.username = 'wingmark'
  url.pathname = `/${database}`
  return url.href
}

const asAdmin = async (adminUrl: string, statement: string) => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A fresh migrated database for one test file, or one created in another way. */
export const createTestDatabase = async (how = `TEMPLATE ${templateDatabase}`): Promise<TestDatabase> => {
  const adminUrl = inject('testPostgresAdminUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, `CREATE DATABASE ${name} ${how} OWNER wingmark`)
  return {
    url: urlOfDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}
