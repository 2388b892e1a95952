import { earlierUndoDays } from '@wingmark/contract/earlier'
import type { RouteBody } from '@wingmark/contract/route'
import { type deleteAccount as contract, passwordNotRight } from '@wingmark/contract/users'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'
import { wakeSubject, wakeUser } from '#server/modules/events/service'
import { unsafeDeleteFiles } from '#server/modules/files/delete-blobs/service'
import { queueLetter } from '#server/modules/mail/service'
import { requireCode } from '#server/modules/users/codes/service'
import { sessionKey } from '#server/modules/users/devices/service'
import { findKeeper, listOldKeepers } from '#server/modules/users/earlier/store'
import {
  deleteUserWithReviews,
  handOverFiles,
  leaveWordsNameless,
  listFilesToDelete,
  lockBelongings,
} from '#server/modules/users/leaving/store'
import { requirePassword, requireUser } from '#server/modules/users/settings/service'
import type { UserRow } from '#server/modules/users/store'
import { invalidFields } from '#server/platform/domain-error'
import { hashToken, randomToken } from '#server/platform/tokens'

/**
 * Deletes the account, its reviews and its files at once. What the person put into reviews of others stays there:
 * words without a name, files on the account of the review's owner. Throws INVALID_FIELDS without the right password or code.
 */
export async function deleteAccount(deps: Deps, actor: UserActor, proof: RouteBody<typeof contract>) {
  const user = await requireUser(deps, actor)
  await requireProof(deps, actor, user, proof)
  const reviews = await deps.db.orm.transaction(async (tx) => {
    const keeper = await findKeeper(tx, user.id)
    if (keeper) await unsafeDeleteUser(deps, tx, keeper)
    const own = await unsafeDeleteUser(deps, tx, user)
    const facts = { email: user.email, name: user.name }
    await queueLetter(tx, { letter: 'users:account-deleted', facts })
    return own
  })
  wakeUser(deps, user.id)
  for (const review of reviews) wakeSubject(deps, ofReview(review))
}

/** Answers the reviews that went along. */
async function unsafeDeleteUser(
  deps: Deps,
  tx: Transaction,
  user: { id: string; email: string },
): Promise<string[]> {
  const own = await lockBelongings(tx, user.id)
  for (const one of deps.modules) await one.leaving?.(tx, user.id)
  await handOverFiles(tx, user.id)
  await unsafeDeleteFiles(tx, { ids: await listFilesToDelete(tx, user.id) })
  await leaveWordsNameless(tx, user.id, { guestId: uuid(), tokenHash: hashToken(randomToken()) })
  await deleteUserWithReviews(tx, user)
  return own
}

/** Daily and often enough: what was removed, and can no longer be put back, goes for good. */
export async function sweepRemoved(deps: Deps): Promise<void> {
  for (const keeper of await listOldKeepers(deps.db, earlierUndoDays))
    await deps.db.orm.transaction((tx) => unsafeDeleteUser(deps, tx, keeper))
}

async function requireProof(
  deps: Deps,
  actor: UserActor,
  user: UserRow,
  { password, otp }: RouteBody<typeof contract>,
) {
  if (password !== undefined) return requirePassword(deps, actor, user, password)
  if (otp !== undefined) return requireCode(deps, user.email, otp, [sessionKey(actor)])
  throw invalidFields({ password: passwordNotRight })
}
