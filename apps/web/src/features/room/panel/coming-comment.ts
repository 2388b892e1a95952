import type { Comment, Reply } from '@wingmark/contract/comments'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
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

/** A pending comment as it will most likely look; nothing can be done with it yet. */
function comingComment(item: CommentItem, { review, number }: { review: string; number: number }): Comment {
  const { target } = item
  const marker = target.kind === 'comment' ? target.marker : null
  return {
    ...comingWords(item),
    file: target.file,
    review,
    number: marker ? number : null,
    version: (target.kind === 'comment' && target.version) || 1,
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
  /** All comments of their files: the numbers follow on. */
  numbered: readonly Comment[]
  /** Only those of this page, and failed ones; null for all. */
  page: number | null
}

/** Pending comments of a list. */
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

/** The same for a reply. */
export const comingReply = (item: CommentItem, comment: string): Reply => ({
  ...comingWords(item),
  comment,
  can: { edit: false, delete: false, react: false },
})
