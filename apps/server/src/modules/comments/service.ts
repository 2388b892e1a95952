import type { CommentPage } from '@wingmark/contract/comments'
import type { z } from 'zod'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'

/** The first page of a file's comments, as this caller may see them. */
export async function listFirstComments(
  _deps: Deps,
  _actor: Actor,
  _access: ReviewAccess,
  _fileId: string | null,
): Promise<Omit<z.infer<typeof CommentPage>, 'success'>> {
  return { results: [], nextCursor: null, total: 0 }
}
