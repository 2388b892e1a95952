import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { copyFolder } from '#server/platform/copy-folder'
import { syncFolder } from '#server/platform/disk-files'

/** Held during a backup: bytes that its rows name are not removed meanwhile. */
export const backupLock = `hashtext('backup'), 0`

/** Belongs to the running server alone; only the empty folders are needed. */
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
 * Copies a running PostgreSQL by its low-level backup. `admin`: a separate superuser session. Contains everything
 * committed before it resolves.
 */
export async function backUpPostgres(admin: pg.Client, from: string, to: string): Promise<void> {
  // Until the session ends, PostgreSQL keeps the log that the copy needs.
  await admin.query(`select pg_create_physical_replication_slot('wingmark_backup', true, true)`)
  await admin.query(`select pg_backup_start('wingmark', true)`)
  await copyFolder(from, to, (name, folder) => !ofThisRun.test(name) && !emptied.has(folder))
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await copyFolder(join(from, 'pg_wal'), join(to, 'pg_wal'))
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '', { flush: true })
  await syncFolder(to)
}
