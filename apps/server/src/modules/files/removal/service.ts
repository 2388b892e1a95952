import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { FileMove } from '#server/module-parts'
import * as store from '#server/modules/files/removal/store'
import { settleReview } from '#server/modules/files/store'
import { notFound } from '#server/platform/domain-error'

async function notifyModules(deps: Deps, tx: Transaction, move: FileMove): Promise<void> {
  for (const listen of deps.parts.on['file.moved']) await listen(tx, move)
}

/** Moves a file and its comments (`ids`) into their own deleted review. Checks no permission. Throws NOT_FOUND if gone. */
export async function unsafePutAside(
  deps: Deps,
  tx: Transaction,
  { id, ids, reviewId }: { id: string; ids: readonly string[]; reviewId: string },
): Promise<void> {
  if ((await store.makeAside.count(tx, { id, review: reviewId })) === 0) throw notFound()
  await notifyModules(deps, tx, { file: id, from: reviewId, to: id })
  await store.moveFiles.count(tx, { ids, to: id })
  await settleReview(tx, reviewId)
}

/** Restores the file to its place in its locked review. Checks no permission. */
export async function unsafeBringBackFile(
  deps: Deps,
  tx: Transaction,
  { id, reviewId }: { id: string; reviewId: string },
): Promise<void> {
  await store.makeRoom.count(tx, { file: id, review: reviewId })
  await notifyModules(deps, tx, { file: id, from: id, to: reviewId })
  await store.moveFilesBack.count(tx, { from: id, to: reviewId })
  await settleReview(tx, reviewId)
}
