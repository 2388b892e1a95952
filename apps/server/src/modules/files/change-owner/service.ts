import type { Transaction } from '#server/db/client'
import { moveFiles } from '#server/modules/files/change-owner/store'
import { DomainError } from '#server/platform/domain-error'

/** Moves the review's files charged to one user, and their charge, to another. Throws OWNER_STORAGE_QUOTA. Checks no permission. */
export async function unsafeChangeOwner(
  tx: Transaction,
  handover: { reviewId: string; from: string; to: string },
): Promise<void> {
  if (await moveFiles(tx, { ...handover, all: true })) return
  throw new DomainError('OWNER_STORAGE_QUOTA', {
    message: 'The new owner doesn’t have enough storage for the files of this review.',
  })
}

/** Moves a departing member’s designs, each version with its charge, if the new owner has room. Checks no permission. */
export async function unsafeLeaveDesigns(
  tx: Transaction,
  handover: { reviewId: string; from: string; to: string },
): Promise<void> {
  await moveFiles(tx, { ...handover, all: false })
}
