import type { Transaction } from '#server/db/client'
import type { DeletedAccount } from '#server/module-parts'
import { handOverFiles, listFilesToDelete } from '#server/modules/files/account-deletion/store'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'

/** Files in others' reviews stay there, charged to the reviews' owners. */
export async function leaveFiles(tx: Transaction, { user }: DeletedAccount): Promise<void> {
  await handOverFiles(tx, user)
  await unsafeDeleteFiles(tx, { ids: await listFilesToDelete(tx, user) })
}
