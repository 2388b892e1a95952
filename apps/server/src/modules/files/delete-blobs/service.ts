import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import {
  addRemovalJob,
  deleteFiles,
  findAbandoned,
  type Going,
  isPutOff,
} from '#server/modules/files/delete-blobs/store'

/** Deletes files inside the caller's transaction: rows and charge now, bytes by a job. Checks no permission. */
export async function unsafeDeleteFiles(tx: Transaction, going: Going): Promise<number> {
  const { deleted, storageKeys } = await deleteFiles(tx, going)
  await addRemovalJob(tx, storageKeys)
  return deleted
}

/** The job that removes bytes after a deletion. */
export async function removeBytes(deps: Deps, storageKeys: readonly string[]): Promise<void> {
  if (await isPutOff(deps.db.pool, storageKeys)) return
  for (const key of storageKeys) await deps.storage.remove(key)
}

const abandonedAfterDays = 7

/**
 * Deletes attachments of comments never sent, and uploads that never became transfers; guests' uploads count against
 * the owner's quota.
 */
export async function deleteAbandoned(deps: Deps): Promise<number> {
  const some = await deps.db.orm.transaction(async (tx) => {
    const ids = await findAbandoned(tx, abandonedAfterDays)
    return ids.length === 0 ? 0 : unsafeDeleteFiles(tx, { ids })
  })
  return some === 0 ? 0 : some + (await deleteAbandoned(deps))
}
