import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { copyFolder } from '#server/platform/copy-folder'
import { syncFolder } from '#server/platform/disk-files'

/** Held while a backup is taken: bytes that its records name are not removed meanwhile. */
export const backupLock = `hashtext('backup'), 0`

/** What belongs to the running server alone; the folders themselves have to be there. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const ofThisRun = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies the folder of a running PostgreSQL by its low-level way of doing that. `admin` is a superuser's session of its
 * own. The copy starts as after a crash, with all that was committed before this resolves.
 */
export async function backUpPostgres(admin: pg.Client, from: string, to: string): Promise<void> {
  // Until the session ends, nothing of the log that the copy needs is cleared away.
  await admin.query(`select pg_create_physical_replication_slot('wingmark_backup', true, true)`)
  await admin.query(`select pg_backup_start('wingmark', true)`)
  await copyFolder(from, to, (name, folder) => !ofThisRun.test(name) && !emptied.has(folder))
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'))
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { flush: true })
  await syncFolder(to)
}
