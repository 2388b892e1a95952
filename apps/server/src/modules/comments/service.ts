import type { Comment, CommentPage, CommentStatus } from '@wingmark/contract/comments'
import { Id } from '@wingmark/contract/ids'
import { commentsPageSize } from '@wingmark/contract/limits'
import type { z } from 'zod'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { JsonText } from '#server/http/json-text'
import type { ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { presentComment, presentCommentsText } from '#server/modules/comments/present'
import {
  findComments,
  findReplies,
  hasCommentsOfOthers,
  type ListSubject,
  listComments,
  type Stored,
  type StoredPage,
} from '#server/modules/comments/store'
import { invalidFields, notFound } from '#server/platform/domain-error'

export { presentCommentText, presentReplyText } from '#server/modules/comments/present'
export { hasAttachments, writersOf } from '#server/modules/comments/wire/present'

type Page = Omit<z.infer<typeof CommentPage>, 'success'>
type Query = { cursor?: string | undefined; limit: number; status?: CommentStatus | undefined }

/** Whether somebody else has commented on a review of theirs. */
export function hasHeardFromOthers(deps: Deps, userId: string): Promise<boolean> {
  return hasCommentsOfOthers(deps.db, userId)
}

/** Comments of a file or of all files of a review, oldest first; the cursor is the last id of the page before. */
export async function listCommentsOf(
  deps: Deps,
  caller: Caller,
  subject: ListSubject,
  query: Query,
): Promise<JsonText> {
  const after = readCursor(query.cursor)
  const access = await requireAccess(deps, caller, subject)
  const { limit, status = null } = query
  const page = await listComments(deps.db, subject, { after, limit, status })
  if (!page) throw notFound()
  return { jsonText: pageText(deps, page, access, caller.actor) }
}

/** The first page of a file's comments, as this caller may see them. */
export async function listFirstComments(
  deps: Deps,
  actor: Actor,
  access: ReviewAccess,
  fileId: string | null,
): Promise<Page> {
  const paging = { after: null, limit: commentsPageSize, status: null }
  const page = fileId === null ? null : await listComments(deps.db, { file: fileId }, paging)
  if (!page) return { results: [], nextCursor: null, total: 0 }
  return JSON.parse(`{${pageText(deps, page, access, actor)}}`)
}

export async function getComment(deps: Deps, caller: Caller, id: string): Promise<Comment> {
  const access = await requireAccess(deps, caller, { comment: id })
  const [stored] = await findComments(deps.db, [id])
  if (!stored) throw notFound()
  return presentComment(deps, stored.item, access, caller.actor)
}

/** Comments as text for nobody in particular: read once, presented to many. Checks no permission. */
export async function readComments(deps: Deps, ids: readonly string[]): Promise<Stored[]> {
  return ids.length === 0 ? [] : findComments(deps.db, ids)
}

export async function readReplies(deps: Deps, ids: readonly string[]): Promise<Stored[]> {
  return ids.length === 0 ? [] : findReplies(deps.db, ids)
}

function pageText(deps: Deps, page: StoredPage, access: ReviewAccess, actor: Actor): string {
  const results = presentCommentsText(deps, page.items, access, actor)
  return `"results":[${results}],"nextCursor":${JSON.stringify(page.next)},"total":${page.total}`
}

function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined || cursor === '') return null
  if (!Id.safeParse(cursor).success) throw invalidFields({ cursor: 'Unknown cursor.' })
  return cursor
}
