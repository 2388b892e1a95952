import type { CommentType, Marker } from '@wingmark/contract/comments'
import type { DraftFile } from '#web/features/comments/outbox/drafts'

export type OutboxTarget =
  | { kind: 'comment'; file: string; type: CommentType; marker: Marker | null }
  | { kind: 'reply'; file: string; comment: string }

/** Something written that the server has not confirmed. `key` makes every try the same creation. */
export type OutboxItem = {
  key: string
  target: OutboxTarget
  message: string
  files: DraftFile[]
  /** When it was sent first, ISO. */
  at: string
  author: string
  /** The account that wrote it, and alone may send it; null for a guest of this device. */
  writer: string | null
  state: 'sending' | 'waiting' | 'failed'
  /** Why it failed, in words. */
  error: string | null
  tries: number
}

export type OutboxAction =
  | { do: 'add'; item: OutboxItem }
  | { do: 'try'; key: string }
  | { do: 'wait'; key: string; error: string }
  | { do: 'fail'; key: string; error: string }
  | { do: 'remove'; key: string }

export type OutboxState = readonly OutboxItem[]

export function outboxReducer(state: OutboxState, action: OutboxAction): OutboxState {
  switch (action.do) {
    case 'add':
      return state.some((item) => item.key === action.item.key) ? state : [...state, action.item]
    case 'try':
      return change(state, action.key, (item) => ({
        ...item,
        state: 'sending',
        error: null,
        tries: item.tries + 1,
      }))
    case 'wait':
      return change(state, action.key, (item) => ({ ...item, state: 'waiting', error: action.error }))
    case 'fail':
      return change(state, action.key, (item) => ({ ...item, state: 'failed', error: action.error }))
    case 'remove':
      return state.filter((item) => item.key !== action.key)
  }
}

function change(state: OutboxState, key: string, by: (item: OutboxItem) => OutboxItem): OutboxState {
  return state.map((item) => (item.key === key ? by(item) : item))
}

type Arrived = {
  type: CommentType
  marker: Marker | null
  message: string
  file: string
  createdAt: string
  author: { name: string }
}

/** Whether a comment from the live stream is this very item, whose answer is still on its way. */
export function isSameComment(item: OutboxItem, comment: Arrived): boolean {
  const { target } = item
  if (target.kind !== 'comment' || target.file !== comment.file || target.type !== comment.type) return false
  if (item.author !== comment.author.name || item.message.trim() !== comment.message) return false
  return isSamePlace(target.marker, comment.marker)
}

export function isSameReply(
  item: OutboxItem,
  reply: { comment: string; message: string; author: { name: string } },
) {
  const { target } = item
  return (
    target.kind === 'reply' &&
    target.comment === reply.comment &&
    item.author === reply.author.name &&
    item.message.trim() === reply.message
  )
}

function isSamePlace(a: Marker | null, b: Marker | null): boolean {
  if (!a || !b) return a === b
  const isNear = (x: number, y: number) => Math.abs(x - y) < 1e-6
  return a.page === b.page && a.shape === b.shape && isNear(a.x, b.x) && isNear(a.y, b.y)
}
