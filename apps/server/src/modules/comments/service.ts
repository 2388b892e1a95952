import { type Comment, type CommentPage, type CommentStatus } from '@wingmark/contract/comments'
import { Id } from '@wingmark/contract/ids'
import { commentsPageSize } from '@wingmark/contract/limits'
import type { z } from 'zod'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { presentComment } from '#server/modules/comments/present'
import {
  type CommentView,
  findComments,
  findReplies,
  type ListSubject,
  listComments,
  type ReplyView,
} from '#server/modules/comments/store'
import { invalidFields, notFound } from '#server/platform/domain-error'

type Page = Omit<z.infer<typeof CommentPage>, 'success'>
type Query = { cursor?: string | undefined; limit: number; status?: CommentStatus | undefined }

/** Comments of a file or of all files of a review, oldest first; the cursor is the last id of the page before. */
export async function listCommentsOf(
  deps: Deps,
  caller: Caller,
  subject: ListSubject,
  query: Query,
): Promise<Page> {
  const after = readCursor(query.cursor)
  const access = await requireAccess(deps, caller, subject)
  const page = await readPage(deps, caller.actor, access, subject, { ...query, after })
  if (!page) throw notFound()
  return page
}

/** The first page of a file's comments, as this caller may see them. */
export async function listFirstComments(
  deps: Deps,
  actor: Actor,
  access: ReviewAccess,
  fileId: string | null,
): Promise<Page> {
  const none: Page = { results: [], nextCursor: null, total: 0 }
  if (fileId === null) return none
  const paging = { after: null, limit: commentsPageSize }
  return (await readPage(deps, actor, access, { file: fileId }, paging)) ?? none
}

export async function getComment(deps: Deps, caller: Caller, id: string): Promise<Comment> {
  const access = await requireAccess(deps, caller, { comment: id })
  const [view] = await findComments(deps.db, [id])
  if (!view) throw notFound()
  return presentComment(deps, view, access, caller.actor)
}

export { presentComment, presentReply } from '#server/modules/comments/present'

/** Comments for no caller in particular: read once, then presented to many. Checks no permission. */
export async function readComments(deps: Deps, ids: readonly string[]): Promise<CommentView[]> {
  return ids.length === 0 ? [] : findComments(deps.db, ids)
}

export async function readReplies(deps: Deps, ids: readonly string[]): Promise<ReplyView[]> {
  return ids.length === 0 ? [] : findReplies(deps.db, ids)
}

async function readPage(
  deps: Deps,
  actor: Actor,
  access: ReviewAccess,
  subject: ListSubject,
  paging: { after: string | null; limit: number; status?: CommentStatus | undefined },
): Promise<Page | null> {
  const { after, limit, status = null } = paging
  // One more than asked for tells whether there is a next page.
  const found = await listComments(deps.db, subject, { after, limit: limit + 1, status })
  if (!found) return null
  const items = found.items.slice(0, limit)
  const hasMore = found.items.length > limit
  return {
    results: items.map((item) => presentComment(deps, item, access, actor)),
    nextCursor: hasMore ? (items.at(-1)?._id ?? null) : null,
    total: found.total,
  }
}

function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined || cursor === '') return null
  if (!Id.safeParse(cursor).success) throw invalidFields({ cursor: 'Unknown cursor.' })
  return cursor
}
