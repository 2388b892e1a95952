import type { CommentType, Marker } from '@wingmark/contract/comments'
import type { DraftFile } from '#web/features/comments/outbox/drafts'
import type { OutboxTarget } from '#web/features/comments/outbox/outbox-state'
import type { Writer } from '#web/features/comments/outbox/use-writer'
import { useRoom } from '#web/features/room/state/room-context'

type Content = { key: string; file: string; message: string; files: DraftFile[] } & Writer
type NewComment = Content & { type: CommentType; marker: Marker | null }
type NewReply = Content & { comment: string }

/** Puts a comment in the outbox: on screen at once, delivered as soon as the line allows. */
export function useSendComment(): (comment: NewComment) => void {
  const { outbox } = useRoom()
  return ({ type, marker, file, ...content }) =>
    outbox.send(itemOf(content, { kind: 'comment', file, type, marker }))
}

export function useSendReply(): (reply: NewReply) => void {
  const { outbox } = useRoom()
  return ({ comment, file, ...content }) => outbox.send(itemOf(content, { kind: 'reply', file, comment }))
}

function itemOf(content: Omit<Content, 'file'>, target: OutboxTarget) {
  const at = new Date().toISOString()
  return { ...content, target, at, state: 'waiting' as const, error: null, tries: 0 }
}
