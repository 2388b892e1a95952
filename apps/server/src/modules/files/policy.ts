import type { Actor, UserActor } from '#server/http/actor'
import { canEditReview, type ReviewAccess, sessionGrant } from '#server/modules/access/policy'
import type { FileAbilities, FileView } from '#server/modules/files/present'
import { DomainError } from '#server/platform/domain-error'

/** For a file in a review, to which the caller has `access`. */
export function fileAbilities(access: ReviewAccess): FileAbilities {
  const mayEdit = canEditReview(access)
  const { mayDownload, endsAt, grant } = access
  return { rename: mayEdit, delete: mayEdit, download: mayDownload, endsAt, grant }
}

/** For a file outside reviews: only its uploader has access. */
export function isOwnFile(file: Pick<FileView, 'ownerId'>, actor: Actor): actor is UserActor {
  return actor.kind === 'user' && actor.id === file.ownerId
}

export const ownFileAbilities = (actor: UserActor): FileAbilities => ({
  rename: true,
  delete: true,
  download: true,
  endsAt: null,
  grant: sessionGrant(actor.sessionId, 'OWN'),
})

/** For a guest who has just uploaded it to someone else's review. */
export const guestFileAbilities = ({ endsAt, grant }: ReviewAccess): FileAbilities => ({
  rename: false,
  delete: false,
  download: true,
  endsAt,
  grant,
})

/** Whether a file uploaded for `target` may join the review; `takesNew`: this review is what `new` meant. */
export const isMeantFor = (reviewId: string, target: string | null, takesNew = false): boolean =>
  target === null || target === reviewId.toLowerCase() || (takesNew && target === 'new')

export const meantForAnother = () =>
  new DomainError('CONFLICT', { message: 'One or more files were uploaded for another review.' })
