import { type Comment, type Reaction, type Reply, reactionKinds } from '@wingmark/contract/comments'
import { type CommentItem, isAbout, isChange, type ReactionTarget } from './comment-target.ts'

/** Comments with pending changes applied; the same list if there are none. */
export function withChanges(comments: Comment[], items: readonly CommentItem[]): Comment[] {
  const changes = items.filter(({ target, state }) => isChange(target) && state !== 'failed')
  if (changes.length === 0) return comments
  const touched = new Set(
    changes.flatMap(({ target }) => (target.kind === 'comment' ? [] : [target.comment])),
  )
  return comments.map((comment) =>
    touched.has(comment._id) ? changes.reduce((changed, item) => applied(changed, item), comment) : comment,
  )
}

function applied(comment: Comment, item: CommentItem): Comment {
  const { target, message } = item
  if (target.kind === 'status')
    return target.comment === comment._id ? { ...comment, status: target.status } : comment
  if (target.kind === 'move')
    return target.comment === comment._id ? { ...comment, marker: target.marker } : comment
  if (target.kind === 'react') {
    const react = <T extends Comment | Reply>(one: T): T =>
      isAbout(item, one._id) ? { ...one, reactions: withReaction(one.reactions, target) } : one
    return { ...react(comment), replies: comment.replies.map(react) }
  }
  if (target.kind !== 'edit') return comment
  const rewrite = <T extends Comment | Reply>(one: T): T =>
    isAbout(item, one._id) ? { ...one, message, isCut: false } : one
  return { ...rewrite(comment), replies: comment.replies.map(rewrite) }
}

/** With or without the user's own reaction; the named people stay until the server says otherwise. */
function withReaction(
  reactions: readonly Reaction[],
  { reaction: kind, isOn }: Pick<ReactionTarget, 'reaction' | 'isOn'>,
): Reaction[] {
  const none: Reaction = { kind, count: 0, people: [], isMine: false }
  const known = reactions.find((one) => one.kind === kind) ?? none
  if (known.isMine === isOn) return [...reactions]
  const changed = { ...known, isMine: isOn, count: known.count + (isOn ? 1 : -1) }
  return [...reactions.filter((one) => one.kind !== kind), changed]
    .filter((one) => one.count > 0)
    .sort((a, b) => reactionKinds.indexOf(a.kind) - reactionKinds.indexOf(b.kind))
}
