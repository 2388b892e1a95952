import type { Comment, CommentStatus, Reply } from '@wingmark/contract/comments'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { commentsPageSize } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { JsonText } from '#server/http/json-text'
import { readIdCursor } from '#server/http/pages'
import { mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { carryResolved } from '#server/modules/comments/carry/request/service'
import { listWriters } from '#server/modules/comments/colors/store'
import {
  pageText,
  presentComment,
  presentReply,
  readerOf,
  type StoredComment,
  type StoredReply,
} from '#server/modules/comments/present'
import {
  type CommentFile,
  findComments,
  findFilesOf,
  findReplies,
  hasCommentsOfOthers,
  type ListSubject,
  listComments,
  listRepliesOf,
} from '#server/modules/comments/store'
import { notFound } from '#server/platform/domain-error'

export {
  type CommentPlace,
  type CommentScope,
  countSince,
  findPlaces,
} from '#server/modules/comments/changes-since/store'
export {
  hasAttachments,
  presentComment,
  presentReactions,
  presentReply,
  type StoredComment,
  type StoredReply,
  writersOf,
} from '#server/modules/comments/present'
export type { CommentFile } from '#server/modules/comments/store'

/** One answer reads at most this many pages. */
const threadPagesMax = 100
/** Reads long threads in full a few at a time, and none beyond this many characters. */
const wholeAtOnce = 20
const wholeCharactersMax = 2_000_000

type Query = {
  cursor?: string | undefined
  limit: number
  status?: CommentStatus | undefined
  version?: number | undefined
  until?: number | undefined
  onVersion?: number | undefined
}

const newestPossible = 2_147_483_647

/** Which versions' comments a list shows; null for all. */
function versionsOf(
  access: ReviewAccess,
  { version, until, onVersion }: Pick<Query, 'version' | 'until' | 'onVersion'> = {},
) {
  const onlyCurrent = !mayReadEarlierVersions(access)
  if ([version, until, onVersion].every((one) => one === undefined) && !onlyCurrent) return null
  const last = Math.min(version ?? newestPossible, until ?? newestPossible)
  return { first: version ?? 1, last, onlyCurrent, onVersion: onVersion ?? null }
}

/** Whether someone else has commented on one of the user's reviews. */
export function hasHeardFromOthers(deps: Deps, userId: string): Promise<boolean> {
  return hasCommentsOfOthers(deps.db, userId)
}

/** Comments of a file or a review, oldest first; the cursor is the last id of the previous page. */
export async function listCommentsOf(
  deps: Deps,
  caller: Caller,
  subject: ListSubject,
  query: Query,
): Promise<JsonText> {
  const after = readIdCursor(query.cursor)
  const access = await requireAccess(deps, caller, subject)
  const { limit, status = query.onVersion === undefined ? null : 'OPEN' } = query
  const paging = { after, limit, status, versions: versionsOf(access, query) }
  const page = await listComments(deps.db, subject, paging, readerOf(access, caller.actor))
  if (!page) throw notFound()
  if ('file' in subject && query.onVersion !== undefined && status === 'RESOLVED' && page.total > 0)
    await carryResolved(deps, caller, { file: subject.file, version: query.onVersion })
  return { jsonText: pageText(deps, page, access) }
}

/** JSON of a file's first comments for this caller: at most so many bytes, but at least one comment. */
export async function listFirstComments(
  deps: Deps,
  actor: Actor,
  access: ReviewAccess,
  { fileId, bytes }: { fileId: string | null; bytes: number },
): Promise<string> {
  const versions = versionsOf(access)
  const paging = { after: null, limit: commentsPageSize, status: null, versions, bytes }
  const reader = readerOf(access, actor)
  const page = fileId === null ? null : await listComments(deps.db, { file: fileId }, paging, reader)
  return `{${pageText(deps, page ?? { results: '', hasFiles: false, next: null, total: 0 }, access)}}`
}

/** The newest `most` comments, oldest first, with replies; not deleted ones. `isWhole`: nothing was cut. */
export async function readThreads(
  deps: Deps,
  caller: Caller,
  subject: ListSubject,
  { status, most }: { status: CommentStatus | null; most: number },
): Promise<{ comments: StoredComment[]; leftOut: number }> {
  const access = await requireAccess(deps, caller, subject)
  const reader = readerOf(access, caller.actor)
  let comments: StoredComment[] = []
  let leftOut = 0
  for (let after: string | null = null, page = 0; page < threadPagesMax; page++) {
    const paging = { after, limit: commentsPageSize, status, versions: versionsOf(access) }
    const found = await listComments(deps.db, subject, paging, reader)
    if (!found) throw notFound()
    const items = parseJson(`[${found.results}]`, anyShape) as StoredComment[]
    const all = [...comments, ...items.filter((one) => !one.deleted)]
    comments = all.slice(-most)
    leftOut += all.length - comments.length
    if (found.next === null) break
    after = found.next
  }
  return { comments: await madeWhole(deps, comments), leftOut }
}

/** Completes what pages cut: long messages, and further replies. */
async function madeWhole(deps: Deps, comments: readonly StoredComment[]): Promise<StoredComment[]> {
  const long = comments.filter((one) => !isWhole(one))
  const whole = new Map<string, StoredComment>()
  for (let at = 0, letters = 0; at < long.length && letters < wholeCharactersMax; at += wholeAtOnce) {
    const ids = long.slice(at, at + wholeAtOnce).map(({ _id }) => _id)
    const found = (await findComments(deps.db, ids, 'whole')).map(({ item }) => parseComment(item))
    const cut = found.flatMap(({ replies }) => replies.filter((one) => one.isCut).map(({ _id }) => _id))
    const longReplies = cut.length === 0 ? [] : await findReplies(deps.db, cut, 'whole')
    const byId = new Map(longReplies.map(({ id, item }) => [id, parseReply(item)]))
    for (const one of found) {
      const replies = one.replies.map((reply) => byId.get(reply._id) ?? reply)
      whole.set(one._id, { ...one, replies })
      letters += replies.reduce((sum, { message }) => sum + message.length, one.message.length)
    }
  }
  return comments.map((one) => whole.get(one._id) ?? one)
}

/** With all of its text and replies. */
export const isWhole = ({ isCut, replies, replyCount }: StoredComment): boolean =>
  !isCut && replies.length >= replyCount && !replies.some((one) => one.isCut)

export async function getComment(deps: Deps, caller: Caller, id: string): Promise<Comment> {
  const access = await requireAccess(deps, caller, { comment: id })
  const [stored] = await findComments(deps.db, [id], 'whole')
  if (!stored) throw notFound()
  return presentComment(deps, parseComment(stored.item), access, caller.actor)
}

/** Replies of a comment, oldest first; the cursor is the last id of the previous page. */
export async function listReplies(
  deps: Deps,
  caller: Caller,
  id: string,
  query: Pick<Query, 'cursor' | 'limit'>,
): Promise<JsonText> {
  const after = readIdCursor(query.cursor)
  const access = await requireAccess(deps, caller, { comment: id })
  const reader = readerOf(access, caller.actor)
  const page = await listRepliesOf(deps.db, id, { after, limit: query.limit }, reader)
  if (!page) throw notFound()
  return { jsonText: pageText(deps, page, access) }
}

export async function getReply(deps: Deps, caller: Caller, id: string): Promise<Reply> {
  const access = await requireAccess(deps, caller, { reply: id })
  const [stored] = await findReplies(deps.db, [id], 'whole')
  if (!stored) throw notFound()
  return presentReply(deps, parseReply(stored.item), access, caller.actor)
}

export const parseComment = (item: string) => parseJson(item, anyShape) as StoredComment
export const parseReply = (item: string) => parseJson(item, anyShape) as StoredReply

/** Comments for no particular reader, long messages cut: read once, presented to many. Checks no permission. */
export async function readComments(deps: Deps, ids: readonly string[]): Promise<StoredComment[]> {
  const found = ids.length === 0 ? [] : await findComments(deps.db, ids, 'beginning')
  return found.map((stored) => parseComment(stored.item))
}

export async function readReplies(deps: Deps, ids: readonly string[]): Promise<StoredReply[]> {
  const found = ids.length === 0 ? [] : await findReplies(deps.db, ids, 'beginning')
  return found.map((stored) => parseReply(stored.item))
}

/** Where each of these comments was made, by id. */
export async function readPlacesOf(deps: Deps, ids: readonly string[]): Promise<Map<string, CommentFile>> {
  const found = ids.length > 0 ? await findFilesOf(deps.db, ids) : []
  return new Map(found.map((place) => [place.id, place]))
}

/** The first eight writers of a review, in the order of their colours. Unsafe: callers check access. */
export const unsafeListWriters = (deps: Deps, review: string): Promise<readonly string[]> =>
  listWriters(deps.db, review)
