import type { CommentType, Marker } from '@wingmark/contract/comments'
import type { CommentItem, CommentTarget } from '#web/features/comments/outbox/comment-changes'

/** The writer's own text, which they would have to write again. */
export const wordsOf = ({ target, message }: Pick<CommentItem, 'target' | 'message'>): string =>
  (target.kind === 'task' ? target.title : message.trim()) ?? ''

/** The first version has the slots of builds that knew no other. */
const of = (version: number) => (version > 1 ? `.${version}` : '')

/** The slots of comment drafts. */
export const draftSlots = {
  mark: (reviewId: string, fileId: string, version = 1) => `${reviewId}.mark.${fileId}${of(version)}`,
  general: (reviewId: string, fileId: string, version = 1) => `${reviewId}.general.${fileId}${of(version)}`,
  finding: (reviewId: string, findingId: string) => `${reviewId}.finding.${findingId}`,
  reply: (reviewId: string, commentId: string) => `${reviewId}.reply.${commentId}`,
  /** An edit of an existing comment or reply. */
  edit: (reviewId: string, id: string) => `${reviewId}.edit.${id}`,
}

/** What a draft of a review is about; null if it is sent in another way. */
export function parseSlot(
  reviewId: string,
  slot: string,
): { kind: 'mark' | 'general' | 'reply'; id: string; version: number } | null {
  const [kind, id, version = '1'] = slot.slice(reviewId.length + 1).split('.')
  if (!id || (kind !== 'mark' && kind !== 'general' && kind !== 'reply')) return null
  return { kind, id, version: Number(version) }
}

export function slotOf(reviewId: string, target: CommentTarget): string {
  if (target.kind !== 'comment') return draftSlots.reply(reviewId, target.comment)
  return draftSlots[target.marker ? 'mark' : 'general'](reviewId, target.file, target.version)
}

type Arrived = {
  type: CommentType
  marker: Marker | null
  message: string
  isCut: boolean
  file: string
  createdAt: string
  author: { name: string }
}

/** Whether a live comment is this very item, whose answer has not arrived. */
export function isSameComment(item: CommentItem, comment: Arrived): boolean {
  const { target } = item
  if (target.kind !== 'comment' || target.file !== comment.file || target.type !== comment.type) return false
  if (item.author !== comment.author.name || !isSameMessage(item, comment)) return false
  return isSamePlace(target.marker, comment.marker)
}

export function isSameReply(
  item: CommentItem,
  reply: { comment: string; message: string; isCut: boolean; author: { name: string } },
) {
  const { target } = item
  return (
    target.kind === 'reply' &&
    target.comment === reply.comment &&
    item.author === reply.author.name &&
    isSameMessage(item, reply)
  )
}

function isSameMessage(item: CommentItem, { message, isCut }: { message: string; isCut: boolean }): boolean {
  const own = item.message.trim()
  return isCut ? own.startsWith(message) : own === message
}

function isSamePlace(a: Marker | null, b: Marker | null): boolean {
  if (!a || !b) return a === b
  const isNear = (x: number, y: number) => Math.abs(x - y) < 1e-6
  return a.page === b.page && a.shape === b.shape && isNear(a.x, b.x) && isNear(a.y, b.y)
}
