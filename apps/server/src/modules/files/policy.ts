import type { Actor } from '#server/http/actor'
import { canEditReview, type ReviewAccess } from '#server/modules/access/policy'
import type { FileAbilities, FileView } from '#server/modules/files/present'

/** For a file of a review: `access` is the caller's access to that review. */
export function fileAbilities(access: ReviewAccess): FileAbilities {
  const mayEdit = canEditReview(access)
  return { rename: mayEdit, delete: mayEdit, download: access.mayDownload, endsAt: access.endsAt }
}

/** For a file that belongs to no review: only the one who uploaded it has it. */
export function isOwnFile(file: Pick<FileView, 'ownerId'>, actor: Actor): boolean {
  return actor.kind === 'user' && actor.id === file.ownerId
}

export const ownFileAbilities: FileAbilities = { rename: true, delete: true, download: true, endsAt: null }

/** For the guest who has just uploaded it to the review of somebody else. */
export const guestFileAbilities: FileAbilities = {
  rename: false,
  delete: false,
  download: true,
  endsAt: null,
}
