import type { ShareAccess, ShareChange, Visibility } from '@wingmark/contract/reviews'
import type { Deps } from '#server/deps'
import { canShareReview } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { addReviewEvent, wakeReview } from '#server/modules/events/service'
import { presentFor } from '#server/modules/reviews/service'
import {
  findReview,
  type ReviewRow,
  raiseEpoch,
  updateReviewRow,
  updateShareLink,
} from '#server/modules/reviews/store'
import { notFound } from '#server/platform/domain-error'
import { hashPassword } from '#server/platform/passwords'
import { randomKey } from '#server/platform/tokens'

const order: Record<Visibility, number> = { PRIVATE: 0, UNLISTED: 1, PUBLIC: 2 }
const allows: Record<ShareAccess, number> = { NONE: 0, VIEW: 1, COMMENT: 2, EDIT: 3 }

/** True when somebody could lose something by the change; then all that was given out before ends. */
function takesAway(before: ReviewRow, change: ShareChange): boolean {
  const isLower = change.access !== undefined && allows[change.access] < allows[before.shareAccess]
  const endsDownloads = change.allowDownload === false && before.allowDownload
  return isLower || endsDownloads || Boolean(change.rotate || change.accessKey || change.expiresAt)
}

export async function changeVisibility(deps: Deps, caller: Caller, id: string, visibility: Visibility) {
  await requireAbility(deps, caller, { review: id }, canShareReview)
  const before = await requireRow(deps, id)
  await deps.db.orm.transaction(async (tx) => {
    await updateReviewRow(tx, id, { visibility })
    if (order[visibility] < order[before.visibility]) await raiseEpoch(tx, id)
    await addReviewEvent(tx, id, { event: 'review.updated', subjectId: id })
  })
  wakeReview(deps, id)
  return { _id: id, review: await presentFor(deps, caller, id) }
}

export async function changeShareAccess(deps: Deps, caller: Caller, id: string, change: ShareChange) {
  await requireAbility(deps, caller, { review: id }, canShareReview)
  const before = await requireRow(deps, id)
  const { access, allowDownload, expiresAt } = change
  // An empty key means none, as null does.
  const accessKeyHash = change.accessKey ? await hashPassword(change.accessKey) : null
  await deps.db.orm.transaction(async (tx) => {
    await updateShareLink(tx, id, {
      ...(access === undefined ? {} : { access }),
      ...(allowDownload === undefined ? {} : { allowDownload }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      ...(change.accessKey === undefined ? {} : { accessKeyHash }),
      ...(change.rotate ? { code: randomKey() } : {}),
    })
    if (takesAway(before, change)) await raiseEpoch(tx, id)
    await addReviewEvent(tx, id, { event: 'review.updated', subjectId: id })
  })
  wakeReview(deps, id)
  const { share } = await presentFor(deps, caller, id)
  return share
}

async function requireRow(deps: Deps, id: string): Promise<ReviewRow> {
  const row = await findReview(deps.db, id, null)
  if (!row) throw notFound()
  return row
}
