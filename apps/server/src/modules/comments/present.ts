import type { Attachment, Comment, Reply } from '@wingmark/contract/comments'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import type { ReviewAccess } from '#server/modules/access/policy'
import { commentAbilities, isAuthor, replyAbilities } from '#server/modules/comments/policy'
import type { AttachmentView, CommentView, ReplyView } from '#server/modules/comments/store'
import { presentAttachment } from '#server/modules/files/service'

function presentAttachments(deps: Deps, access: ReviewAccess, files: AttachmentView[] | null): Attachment[] {
  const may = { download: access.mayDownload, endsAt: access.endsAt }
  return files?.map((file) => presentAttachment(deps, { ...file, epoch: access.epoch }, may)) ?? []
}

export function presentReply(deps: Deps, reply: ReplyView, access: ReviewAccess, actor: Actor): Reply {
  return {
    ...reply,
    files: presentAttachments(deps, access, reply.files),
    editedAt: reply.editedAt ?? undefined,
    can: replyAbilities(access, { isOwn: isAuthor(reply.author, actor) }),
  }
}

export function presentComment(
  deps: Deps,
  comment: CommentView,
  access: ReviewAccess,
  actor: Actor,
): Comment {
  return {
    ...comment,
    files: presentAttachments(deps, access, comment.files),
    resolvedBy: comment.resolvedBy ?? undefined,
    replies: comment.replies?.map((reply) => presentReply(deps, reply, access, actor)) ?? [],
    editedAt: comment.editedAt ?? undefined,
    can: commentAbilities(access, {
      isOwn: isAuthor(comment.author, actor),
      isDeleted: comment.deleted,
    }),
  }
}
