import type { Comment, Reply } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-target'

const comingWords = ({ key, message, mentioned, author, at }: CommentItem) => ({
  _id: key,
  message,
  isCut: false,
  files: [],
  mentions: mentioned.map((one) => one._id),
  mentionNames: mentioned.map((one) => one.name),
  author: { kind: 'USER' as const, _id: '', name: author, avatar: null },
  reactions: [],
  reactionSeq: 0,
  createdAt: at,
  updatedAt: at,
})

/** What is on its way, as the comment that it will most likely be; nothing can be done with it yet. */
export function comingComment(
  item: CommentItem,
  { review, number }: { review: string; number: number },
): Comment {
  const { target } = item
  const marker = target.kind === 'comment' ? target.marker : null
  return {
    ...comingWords(item),
    file: target.file,
    review,
    number: marker ? number : null,
    type: marker ? 'MARKED' : 'GENERAL',
    marker,
    status: 'OPEN',
    replies: [],
    replyCount: 0,
    repliesCursor: null,
    deleted: false,
    can: { edit: false, delete: false, resolve: false, reply: false, react: false },
  }
}

/** The same of a reply to a comment. */
export const comingReply = (item: CommentItem, comment: string): Reply => ({
  ...comingWords(item),
  comment,
  can: { edit: false, delete: false, react: false },
})
