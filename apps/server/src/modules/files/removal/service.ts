import type { Subject } from '@wingmark/contract/subjects'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { FileMove } from '#server/module-parts'
import * as store from '#server/modules/files/removal/store'
import { settleReview } from '#server/modules/files/store'
import { notFound } from '#server/platform/domain-error'

/** Returns other subjects with news. */
export async function notifyOfMove(deps: Deps, tx: Transaction, move: FileMove): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const listen of deps.parts.on['file.moved']) subjects.push(...(await listen(tx, move)))
  return subjects
}

/** Moves a file and its comments (`ids`) into their own deleted review. Checks no permission. Throws NOT_FOUND if gone. Returns other subjects with news. */
export async function unsafePutAside(
  deps: Deps,
  tx: Transaction,
  { id, ids, reviewId }: { id: string; ids: readonly string[]; reviewId: string },
): Promise<Subject[]> {
  if ((await store.makeAside.count(tx, { id, review: reviewId })) === 0) throw notFound()
  const subjects = await notifyOfMove(deps, tx, { file: id, from: reviewId, to: id })
  await store.moveFiles.count(tx, { ids, to: id })
  await settleReview(tx, reviewId)
  return subjects
}

/** Restores the file to its place in its locked review. Checks no permission. Returns other subjects with news. */
export async function unsafeBringBackFile(
  deps: Deps,
  tx: Transaction,
  { id, reviewId }: { id: string; reviewId: string },
): Promise<Subject[]> {
  await store.makeRoom.count(tx, { file: id, review: reviewId })
  const subjects = await notifyOfMove(deps, tx, { file: id, from: id, to: reviewId })
  await store.moveFilesBack.count(tx, { from: id, to: reviewId })
  await settleReview(tx, reviewId)
  return subjects
}
