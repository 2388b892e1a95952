import type { Attachment, Comment, Reply } from '@wingmark/contract/comments'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { commentAbilities, isAuthor, replyAbilities } from '#server/modules/comments/policy'
import { commentJson, commentsJson, type Reading, replyJson } from '#server/modules/comments/wire/present'
import { presentAttachment } from '#server/modules/files/service'

/** JSON text of stored comments, separated by commas, as this caller may see them. */
export function presentCommentsText(
  deps: Deps,
  stored: readonly string[],
  access: ReviewAccess,
  actor: Actor,
): string {
  return commentsJson(stored, readingOf(deps, access, actor))
}

export function presentCommentText(deps: Deps, stored: string, access: ReviewAccess, actor: Actor): string {
  return commentJson(stored, readingOf(deps, access, actor))
}

export function presentReplyText(deps: Deps, stored: string, access: ReviewAccess, actor: Actor): string {
  return replyJson(stored, readingOf(deps, access, actor))
}

export function presentComment(deps: Deps, stored: string, access: ReviewAccess, actor: Actor): Comment {
  return JSON.parse(presentCommentText(deps, stored, access, actor))
}

export function presentReply(deps: Deps, stored: string, access: ReviewAccess, actor: Actor): Reply {
  return JSON.parse(presentReplyText(deps, stored, access, actor))
}

/** There are only six kinds of abilities: each is written once. */
function readingOf(deps: Deps, access: ReviewAccess, actor: Actor): Reading {
  const comment = (isOwn: boolean, isDeleted: boolean) =>
    JSON.stringify(commentAbilities(access, { isOwn, isDeleted }))
  const reply = (isOwn: boolean) => JSON.stringify(replyAbilities(access, { isOwn }))
  const abilities = {
    own: { comment: comment(true, false), deleted: comment(true, true), reply: reply(true) },
    others: { comment: comment(false, false), deleted: comment(false, true), reply: reply(false) },
  }
  const of = (who: Parameters<typeof isAuthor>[0]) =>
    isAuthor(who, actor) ? abilities.own : abilities.others
  return {
    commentCan: (who, isDeleted) => (isDeleted ? of(who).deleted : of(who).comment),
    replyCan: (who) => of(who).reply,
    files: (stored) => JSON.stringify(attachmentsOf(deps, stored, access)),
  }
}

function attachmentsOf(deps: Deps, stored: string, access: ReviewAccess): Attachment[] {
  const files: Parameters<typeof presentAttachment>[1][] = JSON.parse(stored)
  const may = { download: access.mayDownload, endsAt: access.endsAt, grant: access.grant }
  return files.map((file) => presentAttachment(deps, file, may))
}
