import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { addRemovalJob, type Going, releaseFiles } from '#server/modules/files/release/store'

/** Deletes files inside the caller's transaction: rows now, storage given back, bytes by a job. Checks no permission. */
export async function unsafeReleaseFiles(tx: Transaction, going: Going): Promise<number> {
  const { deleted, storageKeys } = await releaseFiles(tx, going)
  await addRemovalJob(tx, storageKeys)
  return deleted
}

/** The job that a release leaves behind. */
export async function removeBytes(deps: Deps, storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys) await deps.storage.remove(key)
}
