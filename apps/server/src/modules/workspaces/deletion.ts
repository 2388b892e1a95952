import { restoreHours } from '@wingmark/contract/limits'
import type { Transaction } from '#server/db/client'
import { type LockedWorkspace, lockWorkspace } from '#server/modules/workspaces/store'
import { notFound } from '#server/platform/domain-error'

/** Throws NOT_FOUND for a deleted workspace. */
export async function requireLocked(tx: Transaction, id: string): Promise<LockedWorkspace> {
  const workspace = await lockWorkspace(tx, id)
  if (!workspace || workspace.deletedAt) throw notFound()
  return workspace
}

/** Whether it is deleted but can still be restored. */
export const canBeRestored = ({ deletedAt }: { deletedAt: Date | null }): boolean =>
  deletedAt !== null && Date.now() - deletedAt.getTime() <= restoreHours * 3_600_000
