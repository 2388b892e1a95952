import { isDeepStrictEqual } from 'node:util'
import type { CarryBody, Fix } from '@wingmark/contract/carry'
import type { CarryOutcome, Marker } from '@wingmark/contract/comments'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import { requireAccess, type WriterCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { readFix, requireVersion } from '#server/modules/comments/carry/fixes/service'
import * as store from '#server/modules/comments/carry/placing/store'
import { requireDecider, requireSeen } from '#server/modules/comments/carry/policy'
import { requestCarry } from '#server/modules/comments/carry/request/store'
import { type LockedComment, unsafeLockComment } from '#server/modules/comments/change/service'
import { noSuchPage } from '#server/modules/comments/content/service'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { invalidFields, notFound } from '#server/platform/domain-error'

/** Places a carried pin by hand, or takes that back. Throws NOT_FOUND, FORBIDDEN, DECIDED, VERSION_CHANGED, INVALID_FIELDS. */
export async function placeCarried(
  deps: Deps,
  caller: WriterCaller,
  id: string,
  body: CarryBody,
): Promise<Fix> {
  const access = await requireAccess(deps, caller, { comment: id })
  const { reviewId } = access
  await deps.limits.consume({ statusByWriter: caller.actor.id })
  await deps.db.orm.transaction(async (tx) => {
    const comment = await unsafeLockComment(tx, reviewId, id)
    if (!comment) throw notFound()
    const { id: user } = requireDecider(access, comment, caller.actor)
    const { isCurrent } = await requireVersion(tx, comment.fileId, body.version)
    const rows = await store.findRows.rows(tx, { comment: id, version: body.version })
    const person = rows.find(({ madeBy }) => madeBy === 'PERSON') ?? null
    requireSeen(person, { id: user }, body.decidedAt)
    if ('undo' in body) await store.removePersonsRow.count(tx, { comment: id, version: body.version })
    else await place(tx, { id, comment, user }, rows, body)
    // What was carried on from here is carried again.
    if (!isCurrent) await requestCarry(tx, comment.fileId)
    await addEvent(tx, ofReview(reviewId), {
      event: 'comment.fix',
      targetId: id,
      parentId: comment.fileId,
    })
  })
  signalSubject(deps, ofReview(reviewId))
  return readFix(deps, { access, actor: caller.actor }, { comment: id, version: body.version })
}

type About = { id: string; comment: LockedComment; user: string }

async function place(
  tx: Transaction,
  { id, comment, user }: About,
  rows: readonly store.CarryRow[],
  body: Exclude<CarryBody, { undo: true }>,
): Promise<void> {
  const { version } = body
  if (comment.marker === null) throw invalidFields({ marker: 'This comment has no place on the design.' })
  if (comment.version === version) throw invalidFields({ version: 'This comment was made on this version.' })
  const marker = 'marker' in body ? body.marker : null
  const { pages = null } = (await store.countPages.first(tx, { file: comment.fileId, version })) ?? {}
  if (marker && pages !== null && marker.page > pages) throw noSuchPage(pages)
  const [standing] = rows
  await store.putPersonsRow(tx, {
    comment: id,
    version,
    user,
    marker,
    outcome: marker ? outcomeOf(standing, marker) : 'NOT_FOUND',
    fromVersion: standing?.fromVersion ?? comment.version,
    fromMarker: standing?.fromMarker ?? comment.marker,
    isFromSure: standing?.isFromSure ?? true,
  })
}

/** A confirmed pin keeps its outcome, and one whose design changed stays changed. */
function outcomeOf(standing: store.CarryRow | undefined, marker: Marker): CarryOutcome {
  if (standing?.outcome === 'CHANGED') return 'CHANGED'
  return standing && isDeepStrictEqual(standing.marker, marker) ? standing.outcome : 'MOVED'
}
