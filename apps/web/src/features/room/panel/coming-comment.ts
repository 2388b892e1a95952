import type { Comment } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-target'

/** What is on its way, as the comment that it will most likely be; nothing can be done with it yet. */
export function comingComment(
  { key, target, message, mentioned, author, at }: CommentItem,
  { review, number }: { review: string; number: number },
): Comment {
  const marker = target.kind === 'comment' ? target.marker : null
  return {
    _id: key,
    file: target.file,
    review,
    number: marker ? number : null,
    type: marker ? 'MARKED' : 'GENERAL',
    marker,
    message,
    isCut: false,
    files: [],
    mentions: mentioned.map((one) => one._id),
    mentionNames: mentioned.map((one) => one.name),
    author: { kind: 'USER', _id: '', name: author, avatar: null },
    reactions: [],
    reactionSeq: 0,
    status: 'OPEN',
    replies: [],
    replyCount: 0,
    repliesCursor: null,
    deleted: false,
    createdAt: at,
    updatedAt: at,
    can: { edit: false, delete: false, resolve: false, reply: false, react: false },
  }
}
