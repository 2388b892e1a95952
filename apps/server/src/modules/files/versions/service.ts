import { versionsMax } from '@wingmark/contract/limits'
import { filesNotFound } from '@wingmark/contract/reviews'
import type { Version } from '@wingmark/contract/versions'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey, findNumber, keepNumber } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalInboxes, signalSubject } from '#server/modules/events/service'
import { isMeantFor, meantForAnother } from '#server/modules/files/policy'
import { type FileAbilities, presentFile } from '#server/modules/files/present'
import { lockReviewOf } from '#server/modules/files/store'
import * as store from '#server/modules/files/versions/store'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { withEndingOf } from '#server/platform/media/file-name'
import { randomKey } from '#server/platform/tokens'

type Addition = {
  id: string
  reviewId: string
  withId: string
  userId: string
  note: string
  startsFresh: boolean
  key: string | null
}

/** Makes `withId`, an unattached file of `userId`, the newest version; returns its number. Checks no permission. Throws INVALID_FIELDS. */
export async function unsafeAddVersion(deps: Deps, addition: Addition): Promise<number> {
  const { id, reviewId, userId, key } = addition
  await deps.limits.consume({ versionByUser: userId })
  const { number, people } = await deps.db.orm.transaction(async (tx) => {
    const isRetry = await claimIdempotencyKey(tx, { actor: userId, key, resultId: uuid() })
    await lockReviewOf(tx, { reviewId })
    if (isRetry) {
      const { stack } = await lockStack(tx, { id, reviewId, number: 0 })
      return { number: (await findNumber(tx, { actor: userId, key })) ?? stack.lastVersion, people: [] }
    }
    const number = await takeIn(deps, tx, addition)
    await keepNumber(tx, { actor: userId, key, number })
    await addEvent(tx, ofReview(reviewId), { event: 'version.added', targetId: id })
    const people: string[] = []
    for (const listen of deps.parts.on['version.added'])
      people.push(...(await listen(tx, { reviewId, userId, file: id })))
    return { number, people }
  })
  signalSubject(deps, ofReview(reviewId))
  signalInboxes(deps, people)
  return number
}

async function takeIn(
  deps: Deps,
  tx: Transaction,
  { id, reviewId, withId, userId, note, startsFresh }: Addition,
): Promise<number> {
  const both = await store.lockBoth.rows(tx, { ids: [id, withId] })
  const stays = both.find((file) => file.id === id)
  const fresh = both.find((file) => file.id === withId)
  if (stays?.reviewId !== reviewId || !stays.isUnderReview) throw notFound()
  if (!fresh?.isFree || fresh.ownerId !== userId) throw invalidFields({ file: filesNotFound })
  if (fresh.target !== id.toLowerCase() && !isMeantFor(reviewId, fresh.target)) throw meantForAnother()
  const { stack } = await lockStack(tx, { id, reviewId, number: 0 })
  if ((await store.takeIn.count(tx, { stack: id, fresh: withId, note, startsFresh })) === 0)
    throw tooManyVersions()
  if (!fresh.isFailed) await becomeCurrent(deps, tx, { stack, other: withId, reviewId, userId })
  return stack.lastVersion + 1
}

export const tooManyVersions = () =>
  invalidFields({ file: `A file can have at most ${versionsMax} versions.` })

/** Checks no permission. */
export async function unsafeListVersions(
  deps: Deps,
  id: string,
  abilities: FileAbilities,
): Promise<Version[]> {
  const rows = await store.versionsOf.rows(deps.db.pool, { stack: id })
  const versionCount = rows.length
  return rows.map(({ made, open, note, startsFresh, ownerName, ownerAvatar, ...view }) => ({
    number: view.version,
    isCurrent: view.id === id,
    note,
    startsFresh,
    by: { _id: view.ownerId, name: ownerName, avatar: ownerAvatar },
    createdAt: view.createdAt.toISOString(),
    openCount: open,
    commentCount: made,
    can: {
      edit: abilities.rename,
      makeCurrent: abilities.rename && view.id !== id,
      delete: abilities.rename && versionCount > 1,
      download: abilities.download,
    },
    file: presentFile(deps, { ...view, id, versionCount, commentCount: made, openCount: open }, abilities),
  }))
}

export type VersionChange = { note?: string | undefined; current?: true | undefined }
/** A version by its number, and who acts on it. */
export type Chosen = { id: string; reviewId: string; number: number; userId: string }

type Place = Pick<Chosen, 'id' | 'reviewId' | 'number'>

/** Locks a file and the row of one of its versions, null if it is not there. Throws NOT_FOUND. */
export async function lockStack(tx: Transaction, { id, reviewId, number }: Place) {
  const held = await store.lockVersion.rows(tx, { stack: id, review: reviewId, number })
  const stack = held.find((one) => one.id === id)
  if (!stack) throw notFound()
  return { stack, version: held.find((one) => one.version === number) ?? null }
}

/** The same. Throws VERSION_CHANGED for a version that was removed, NOT_FOUND for one that never was. */
export async function lockChosen(tx: Transaction, place: Place) {
  const { stack, version } = await lockStack(tx, place)
  if (version) return { stack, version }
  if (place.number > stack.lastVersion) throw notFound()
  throw new DomainError('VERSION_CHANGED', { version: stack.version })
}

/** Sets a note, or makes the version current. Checks no permission. Throws as `lockChosen`. */
export async function unsafeChangeVersion(deps: Deps, chosen: Chosen, change: VersionChange): Promise<void> {
  const { id, reviewId, userId } = chosen
  await deps.limits.consume({ fileByUser: userId })
  await deps.db.orm.transaction(async (tx) => {
    await lockReviewOf(tx, { reviewId })
    const { stack, version } = await lockChosen(tx, chosen)
    if (change.note !== undefined) await store.setNote.count(tx, { id: version.id, note: change.note })
    await addEvent(tx, ofReview(reviewId), { event: 'version.changed', targetId: id })
    if (change.current === true && version !== stack)
      await becomeCurrent(deps, tx, { stack, other: version.id, reviewId, userId })
  })
  signalSubject(deps, ofReview(reviewId))
}

type Succession = { stack: store.Held; other: string; reviewId: string; userId: string }

/** Makes the version in the row `other` the current one; the row keeps the former. The name takes its extension. */
export async function becomeCurrent(
  deps: Deps,
  tx: Transaction,
  { stack, other, reviewId, userId }: Succession,
): Promise<void> {
  const names = await store.namesOf.first(tx, { stack: stack.id, other })
  if (!names) throw notFound()
  await store.makeCurrent(tx, { stack, other, key: randomKey(), name: withEndingOf(names.name, names.other) })
  for (const listen of deps.parts.on['review.files-added'])
    await listen(tx, { reviewId, userId, files: [stack.id] })
}
