import type { File } from '@wingmark/contract/files'
import type { Deps } from '#server/deps'
import type { ReviewAccess } from '#server/modules/access/policy'
import { fileAbilities } from '#server/modules/files/policy'
import { presentFile } from '#server/modules/files/present'
import { listReviewFiles } from '#server/modules/files/store'

export { fileUrls, presentAttachment } from '#server/modules/files/present'

/** The files under review, in order, as this caller may see them. */
export async function listFilesOfReview(deps: Deps, access: ReviewAccess): Promise<File[]> {
  const files = await listReviewFiles(deps.db, access.reviewId)
  const abilities = fileAbilities(access)
  return files.map((file) => presentFile(deps, file, abilities))
}
