import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The address of the PostgreSQL that a running Wingmark has started in `dataDir`; null where none seems to run. */
export async function findRunningPostgres(dataDir: string, user = 'wingmark'): Promise<string | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  // The fifth line is the folder of its socket; the eighth says whether it accepts connections.
  const [, , , , socketDir, , , state] = text.split('\n').map((line) => line.trim())
  if (!socketDir || state !== 'ready') return null
  return connectionUrl(user, 'wingmark', socketDir)
}

export const connectionUrl = (user: string, database: string, socketDir: string): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
