import {
  type CommentStatus,
  type CommentType,
  type Marker,
  type ReactionKind,
  reactionKinds,
} from '@wingmark/contract/comments'
import { isMarker } from '#web/features/comments/outbox/is-marker'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'

/** Where a comment goes: to a file, or as a reply. */
type WordsTarget =
  /** `finding`: the finding that this comment publishes. */
  | { kind: 'comment'; file: string; type: CommentType; marker: Marker | null; finding?: string }
  | { kind: 'reply'; file: string; comment: string }

/** A task created from a comment; without a title it takes the comment's beginning. */
export type TaskTarget = {
  kind: 'task'
  file: string
  comment: string
  workspace: string
  title: string | null
  assignee: string | null
  dueOn: string | null
}

export type ReactionTarget = {
  kind: 'react'
  file: string
  comment: string
  reply: string | null
  reaction: ReactionKind
  isOn: boolean
}

/** A change of a comment or reply; the item holds its new text. */
export type ChangeTarget =
  | { kind: 'status'; file: string; comment: string; status: CommentStatus }
  /** `editedAt`: of the original text; null if never edited. */
  | { kind: 'edit'; file: string; comment: string; reply: string | null; editedAt?: string | null }
  | { kind: 'remove'; file: string; comment: string; reply: string | null }
  | { kind: 'move'; file: string; comment: string; marker: Marker }
  | ReactionTarget
  | TaskTarget

export type CommentTarget = WordsTarget | ChangeTarget

export type CommentItem = OutboxItem<CommentTarget>

/** The writer's own text, which they would have to write again. */
export const wordsOf = ({ target, message }: Pick<CommentItem, 'target' | 'message'>): string =>
  (target.kind === 'task' ? target.title : message.trim()) ?? ''

/** The slots of comment drafts. */
export const draftSlots = {
  mark: (reviewId: string, fileId: string) => `${reviewId}.mark.${fileId}`,
  general: (reviewId: string, fileId: string) => `${reviewId}.general.${fileId}`,
  finding: (reviewId: string, findingId: string) => `${reviewId}.finding.${findingId}`,
  reply: (reviewId: string, commentId: string) => `${reviewId}.reply.${commentId}`,
  /** An edit of an existing comment or reply. */
  edit: (reviewId: string, id: string) => `${reviewId}.edit.${id}`,
}

/** What a draft of a review is about; null if it is sent in another way. */
export function parseSlot(
  reviewId: string,
  slot: string,
): { kind: 'mark' | 'general' | 'reply'; id: string } | null {
  const [kind, id] = slot.slice(reviewId.length + 1).split('.')
  if (!id || (kind !== 'mark' && kind !== 'general' && kind !== 'reply')) return null
  return { kind, id }
}

export function slotOf(reviewId: string, target: CommentTarget): string {
  if (target.kind !== 'comment') return draftSlots.reply(reviewId, target.comment)
  return draftSlots[target.marker ? 'mark' : 'general'](reviewId, target.file)
}

/** Parses a stored target; null if it is invalid. */
export function parseCommentTarget(value: unknown, hasContent: boolean): CommentTarget | null {
  if (typeof value !== 'object' || value === null) return null
  const file: unknown = Reflect.get(value, 'file')
  if (typeof file !== 'string') return null
  const change = parseChange(value, file)
  if (change || !hasContent) return change
  if (Reflect.get(value, 'kind') === 'reply') {
    const comment: unknown = Reflect.get(value, 'comment')
    return typeof comment === 'string' ? { kind: 'reply', file, comment } : null
  }
  const type: unknown = Reflect.get(value, 'type')
  const marker: unknown = Reflect.get(value, 'marker')
  const finding: unknown = Reflect.get(value, 'finding')
  const published = typeof finding === 'string' ? { finding } : {}
  if (type === 'GENERAL') return { kind: 'comment', file, type, marker: null, ...published }
  return type === 'MARKED' && isMarker(marker) ? { kind: 'comment', file, type, marker, ...published } : null
}

function parseChange(value: object, file: string): ChangeTarget | null {
  const read = (name: string): unknown => Reflect.get(value, name)
  const [kind, comment, reply, status] = ['kind', 'comment', 'reply', 'status'].map(read)
  if (typeof comment !== 'string') return null
  if (kind === 'status')
    return status === 'OPEN' || status === 'RESOLVED' ? { kind, file, comment, status } : null
  if (kind === 'task') return parseTask(read, file, comment)
  if (kind === 'move') {
    const marker = read('marker')
    return isMarker(marker) ? { kind, file, comment, marker } : null
  }
  if (reply !== null && typeof reply !== 'string') return null
  if (kind === 'react') return parseReaction(read, { file, comment, reply })
  if (kind === 'remove') return { kind, file, comment, reply }
  if (kind !== 'edit') return null
  const editedAt = read('editedAt')
  const isKnown = editedAt === null || typeof editedAt === 'string'
  return { kind, file, comment, reply, ...(isKnown ? { editedAt } : {}) }
}

function parseReaction(
  read: (name: string) => unknown,
  place: Pick<ReactionTarget, 'file' | 'comment' | 'reply'>,
): ReactionTarget | null {
  const reaction = reactionKinds.find((kind) => kind === read('reaction'))
  const isOn = read('isOn')
  return reaction && typeof isOn === 'boolean' ? { kind: 'react', ...place, reaction, isOn } : null
}

function parseTask(read: (name: string) => unknown, file: string, comment: string): TaskTarget | null {
  const workspace = read('workspace')
  if (typeof workspace !== 'string') return null
  const textOf = (name: string) => {
    const value = read(name)
    return typeof value === 'string' ? value : null
  }
  const [title, assignee, dueOn] = [textOf('title'), textOf('assignee'), textOf('dueOn')]
  return { kind: 'task', file, comment, workspace, title, assignee, dueOn }
}

export const isChange = (target: CommentTarget): target is ChangeTarget =>
  target.kind !== 'comment' && target.kind !== 'reply'

/** One thread's changes go in order. */
export const lineOfComment = ({ key, target }: CommentItem) =>
  target.kind === 'comment' ? key : target.comment

/** The comment or reply that a change affects. */
export const subjectOf = (target: ChangeTarget): string =>
  'reply' in target ? (target.reply ?? target.comment) : target.comment

/** Whether a change affects this very comment or reply. */
export function isAbout({ target }: CommentItem, id: string): boolean {
  if (!isChange(target)) return false
  return subjectOf(target) === id
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
