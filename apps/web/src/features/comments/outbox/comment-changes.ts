import type { Comment } from '@wingmark/contract/comments'
import { checkFix } from '#web/features/comments/outbox/changes/check-fix'
import type { Sending, Words } from '#web/features/comments/outbox/changes/comment-change'
import { createTaskFrom } from '#web/features/comments/outbox/changes/create-task'
import { deleteWords } from '#web/features/comments/outbox/changes/delete-words'
import { editWords } from '#web/features/comments/outbox/changes/edit-words'
import { moveMarker } from '#web/features/comments/outbox/changes/move-marker'
import { placePin } from '#web/features/comments/outbox/changes/place-pin'
import { reactToWords } from '#web/features/comments/outbox/changes/react-to-words'
import { resolveComment } from '#web/features/comments/outbox/changes/resolve-comment'
import { writeComment, writeReply } from '#web/features/comments/outbox/changes/write-words'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { type Change, type InputOf, readInput } from '#web/lib/changes/change'

/** Everything that people change in a review's comments. Before there were changes, only comments were kept. */
const kinds = {
  comment: writeComment,
  reply: writeReply,
  status: resolveComment,
  edit: editWords,
  remove: deleteWords,
  move: moveMarker,
  react: reactToWords,
  task: createTaskFrom,
  carry: placePin,
  fix: checkFix,
}

type Inputs = { [Kind in keyof typeof kinds]: InputOf<(typeof kinds)[Kind]> }
export type CommentTarget = Inputs[keyof Inputs]
/** A change of a comment or reply that is there; the item holds its new text. */
export type ChangeTarget = Exclude<CommentTarget, Inputs['comment' | 'reply']>
export type CommentItem = OutboxItem<CommentTarget>

type CommentChange = Change<CommentTarget, Comment, Words, Sending>

export const changeOf = ({ kind }: CommentTarget): CommentChange => kinds[kind]

export const isChange = (target: CommentTarget): target is ChangeTarget =>
  target.kind !== 'comment' && target.kind !== 'reply'

export const commentKinds = {
  read: (value: unknown, hasContent: boolean) => readInput<CommentTarget>(kinds, value, hasContent),
  of: changeOf,
}

/** The comment or reply that a change affects. */
export const subjectOf = (target: ChangeTarget): string =>
  'reply' in target ? (target.reply ?? target.comment) : target.comment

/** Whether a change affects this very comment or reply. */
export const isAbout = ({ target }: Pick<CommentItem, 'target'>, id: string): boolean =>
  isChange(target) && subjectOf(target) === id

/** Whether a change leaves nothing of an earlier one that still waits. */
export function isReplaced(earlier: CommentItem, by: ChangeTarget): boolean {
  if (!isAbout(earlier, subjectOf(by))) return false
  return changeOf(by).replaces?.(by, earlier.target) ?? earlier.target.kind === by.kind
}

/** Comments with pending changes applied; the same list if there are none. */
export function withChanges(comments: Comment[], items: readonly CommentItem[]): Comment[] {
  const changes = items.filter(({ target, state }) => isChange(target) && state !== 'failed')
  if (changes.length === 0) return comments
  const ofComment = Map.groupBy(changes, ({ target }) => (target.kind === 'comment' ? '' : target.comment))
  return comments.map((comment) => {
    const its = ofComment.get(comment._id)
    return its ? its.reduce(withChange, comment) : comment
  })
}

function withChange(comment: Comment, item: CommentItem): Comment {
  return changeOf(item.target).apply?.(comment, item.target, item) ?? comment
}
