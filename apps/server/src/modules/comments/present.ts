import type { Attachment, Comment, Reaction, Reactions, Reply } from '@wingmark/contract/comments'
import { anyShape, parseJson } from '@wingmark/contract/json'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { commentAbilities, isAuthor, replyAbilities } from '#server/modules/comments/policy'
import type { Reader, StoredPage } from '#server/modules/comments/store'
import { presentAttachment } from '#server/modules/files/service'

type StoredFile = Parameters<typeof presentAttachment>[1]

/** `by`: the ids of everyone with this reaction. */
type StoredReaction = Omit<Reaction, 'isMine'> & { by: string[] }
type Stored = { files: StoredFile[]; reactions: StoredReaction[] }

/** A reply for no particular reader: read once, presented to many. */
export type StoredReply = Omit<Reply, keyof Stored | 'can'> & Stored
export type StoredComment = Omit<Comment, keyof Stored | 'can' | 'replies'> &
  Stored & { replies: StoredReply[] }

export function presentReply(deps: Deps, stored: StoredReply, access: ReviewAccess, actor: Actor): Reply {
  const isOwn = isAuthor(stored.author, actor)
  return {
    ...stored,
    files: presentAttachments(deps, stored.files, access),
    reactions: reactionsFor(stored, actor),
    can: replyAbilities(access, { isOwn }),
  }
}

export function presentComment(
  deps: Deps,
  stored: StoredComment,
  access: ReviewAccess,
  actor: Actor,
): Comment {
  const isOwn = isAuthor(stored.author, actor)
  return {
    ...stored,
    files: presentAttachments(deps, stored.files, access),
    reactions: reactionsFor(stored, actor),
    replies: stored.replies.map((reply) => presentReply(deps, reply, access, actor)),
    can: commentAbilities(access, { isOwn, isDeleted: stored.deleted }),
  }
}

const reactionsFor = ({ reactions }: Pick<Stored, 'reactions'>, actor: Actor): Reaction[] =>
  reactions.map(({ by, ...reaction }) => ({
    ...reaction,
    isMine: actor.kind !== 'visitor' && by.includes(actor.id),
  }))

export function presentReactions(
  stored: Pick<StoredComment | StoredReply, '_id' | 'reactions' | 'reactionSeq'>,
  actor: Actor,
): Reactions {
  const { _id, reactionSeq } = stored
  return { _id, reactions: reactionsFor(stored, actor), reactionSeq }
}

/** What the database needs to write `can` into a page. */
export function readerOf(access: ReviewAccess, actor: Actor): Reader {
  const comment = (isOwn: boolean, isDeleted: boolean) =>
    JSON.stringify(commentAbilities(access, { isOwn, isDeleted }))
  const reply = (isOwn: boolean) => JSON.stringify(replyAbilities(access, { isOwn }))
  return {
    user: actor.kind === 'user' ? actor.id : null,
    guest: actor.kind === 'guest' ? actor.id : null,
    ownComment: comment(true, false),
    ownDeleted: comment(true, true),
    ownReply: reply(true),
    comment: comment(false, false),
    deleted: comment(false, true),
    reply: reply(false),
  }
}

/** A page's members as JSON. Parsed only to sign attachment addresses. */
export function pageText(deps: Deps, page: StoredPage, access: ReviewAccess): string {
  const results = page.hasFiles ? withAddresses(deps, page.results, access) : page.results
  return `"results":[${results}],"nextCursor":${JSON.stringify(page.next)},"total":${page.total}`
}

function withAddresses(deps: Deps, results: string, access: ReviewAccess): string {
  type Item = { files: StoredFile[]; replies?: { files: StoredFile[] }[] }
  const items = parseJson(`[${results}]`, anyShape) as Item[]
  const signed = <T extends { files: StoredFile[] }>(item: T) => ({
    ...item,
    files: presentAttachments(deps, item.files, access),
  })
  const all = items.map((item) =>
    item.replies ? { ...signed(item), replies: item.replies.map(signed) } : signed(item),
  )
  return JSON.stringify(all).slice(1, -1)
}

function presentAttachments(deps: Deps, files: readonly StoredFile[], access: ReviewAccess): Attachment[] {
  const may = { download: access.mayDownload, endsAt: access.endsAt, grant: access.grant }
  return files.map((file) => presentAttachment(deps, file, may))
}

/** Ids of everyone who wrote in a comment or reply, or reacted to it. */
export function writersOf(stored: StoredComment | StoredReply): string[] {
  const all = [stored, ...('replies' in stored ? stored.replies : [])]
  return all.flatMap(({ author, reactions }) => [author._id, ...reactions.flatMap(({ by }) => by)])
}

export function hasAttachments(stored: StoredComment | StoredReply): boolean {
  if (stored.files.length > 0) return true
  return 'replies' in stored && stored.replies.some((reply) => reply.files.length > 0)
}
