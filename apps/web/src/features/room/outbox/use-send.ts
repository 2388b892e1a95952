import { useQueryClient } from '@tanstack/react-query'
import type { CommentType, Marker } from '@wingmark/contract/comments'
import { profileQuery } from '#web/features/account/queries'
import type { DraftFile } from '#web/features/room/composer/drafts'
import { rememberedGuestName } from '#web/features/room/outbox/guest-identity'
import type { OutboxItem } from '#web/features/room/outbox/outbox-state'
import { useRoom } from '#web/features/room/state/room-context'
import { getSession } from '#web/lib/session'

type Content = { key: string; file: string; message: string; files: DraftFile[] }
type NewComment = Content & { type: CommentType; marker: Marker | null }
type NewReply = Content & { comment: string }

/** Puts a comment in the outbox: on screen at once, delivered as soon as the line allows. */
export function useSendComment(): (comment: NewComment) => void {
  const { outbox } = useRoom()
  const writer = useWriter()
  return ({ type, marker, file, ...content }) =>
    outbox.send(itemOf(content, { kind: 'comment', file, type, marker }, writer()))
}

export function useSendReply(): (reply: NewReply) => void {
  const { outbox } = useRoom()
  const writer = useWriter()
  return ({ comment, file, ...content }) =>
    outbox.send(itemOf(content, { kind: 'reply', file, comment }, writer()))
}

function itemOf<T>({ key, message, files }: Omit<Content, 'file'>, target: T, who: Writer) {
  const at = new Date().toISOString()
  return { key, message, files, target, ...who, at, state: 'waiting' as const, error: null, tries: 0 }
}

type Writer = Pick<OutboxItem, 'author' | 'writer'>

function useWriter(): () => Writer {
  const client = useQueryClient()
  // Read when it is needed: a guest gets a name while the composer is open.
  return () => {
    if (!getSession().token) return { author: rememberedGuestName(), writer: null }
    const user = client.getQueryData(profileQuery.queryKey)?.user
    return { author: user?.name ?? 'You', writer: user?._id ?? null }
  }
}
