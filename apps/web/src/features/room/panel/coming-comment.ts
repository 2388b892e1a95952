import type { Comment, Reply } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-target'
import { nextNumber } from '#web/features/room/stage/next-number'

const comingWords = ({ key, message, mentioned, author, at }: CommentItem) => ({
  _id: key,
  message,
  isCut: false,
  files: [],
  mentions: mentioned.map((one) => one._id),
  mentionNames: mentioned.map((one) => one.name),
  author: { kind: 'USER' as const, _id: '', name: author, avatar: null, color: 0 },
  reactions: [],
  reactionSeq: 0,
  createdAt: at,
  updatedAt: at,
})

/** What is on its way, as the comment that it will most likely be; nothing can be done with it yet. */
function comingComment(item: CommentItem, { review, number }: { review: string; number: number }): Comment {
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

type ListOf = {
  review: string
  /** All comments of the files that they go to: the numbers follow theirs. */
  numbered: readonly Comment[]
  /** Only what goes to this page, or failed; null for all. */
  page: number | null
}

/** What is on its way to a list of comments. */
export function comingComments(
  pending: readonly CommentItem[],
  { review, numbered, page }: ListOf,
): Comment[] {
  return pending.flatMap((item, i) => {
    if (page !== null && item.state !== 'failed' && pageOf(item) !== page) return []
    const isOfFile = (file: string) => file === item.target.file
    const number = nextNumber(
      numbered.filter((comment) => isOfFile(comment.file)),
      pending.slice(0, i).filter((one) => isOfFile(one.target.file)),
    )
    return [comingComment(item, { review, number })]
  })
}

const pageOf = ({ target }: CommentItem) => (target.kind === 'comment' ? target.marker?.page : undefined)

/** The same of a reply to a comment. */
export const comingReply = (item: CommentItem, comment: string): Reply => ({
  ...comingWords(item),
  comment,
  can: { edit: false, delete: false, react: false },
})
