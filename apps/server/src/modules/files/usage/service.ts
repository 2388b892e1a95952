import type { StorageUse, UsedFile } from '@wingmark/contract/storage-use'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import {
  listLargestFiles,
  listLargestReviews,
  listWrong,
  repairCharge,
  sumByUse,
} from '#server/modules/files/usage/store'

const listedMax = 10

/** What uses the caller's storage: sums, and the best candidates for deletion. Three statements. */
export async function getStorageUse({ db }: Deps, actor: UserActor): Promise<StorageUse> {
  const [sums, reviews, files] = await Promise.all([
    sumByUse(db, actor.id),
    listLargestReviews(db, actor.id, listedMax),
    listLargestFiles(db, actor.id, listedMax),
  ])
  const bytes = (use: UsedFile['use']) => sums.find((sum) => sum.use === use)?.bytes ?? 0
  return {
    bytes: {
      designs: bytes('DESIGN'),
      attachments: bytes('ATTACHMENT'),
      transfers: bytes('TRANSFER'),
      unused: bytes('UNUSED'),
    },
    reviews: reviews.map(({ id, ...review }) => ({ _id: id, ...review })),
    files: files.map(({ id, reviewId, reviewName, stackId, stackName, version, createdAt, ...file }) => ({
      _id: id,
      ...file,
      stack: stackId === null ? null : { file: stackId, name: stackName ?? '', version },
      review: reviewId === null ? null : { _id: reviewId, name: reviewName ?? '' },
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Corrects every charge to the sum of the user's files. */
export async function recountStorage({ db, log }: Deps): Promise<void> {
  for (const { id } of await listWrong(db)) {
    const repaired = await db.orm.transaction((tx) => repairCharge(tx, id))
    if (repaired) log.warn({ user: id, ...repaired }, 'used storage was wrong, and is repaired')
  }
}
