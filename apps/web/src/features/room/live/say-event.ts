import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { ReviewEvent } from '@wingmark/contract/live'
import { isolated } from '@wingmark/contract/names'
import { firstWords } from '#web/features/room/state/first-words'

/** The subject of an event, as shown until now. */
export type ShownBefore = {
  comment: Pick<Comment, 'message' | 'status'> | undefined
  file: Pick<File, 'name' | 'state'> | undefined
}

/** Announces others' actions, except writing, to screen readers; null if nothing visible changed. */
export function sayEvent(event: ReviewEvent, { comment, file }: ShownBefore): string | null {
  switch (event.event) {
    case 'comment.status': {
      const { status, resolvedBy, message } = event.data
      if (comment?.status === status) return null
      const what =
        status === 'OPEN' ? 'Reopened' : resolvedBy ? `${isolated(resolvedBy.name)} resolved` : 'Resolved'
      return `${what}: ${firstWords(message)}`
    }
    case 'comment.deleted':
      return comment ? `Comment deleted: ${firstWords(comment.message)}` : null
    case 'file.added':
      return file ? null : `${isolated(event.data.name)} was added.`
    case 'file.ready':
      return event.data.state === 'READY' && file?.state !== 'READY'
        ? `${isolated(event.data.name)} is ready to view.`
        : null
    case 'file.removed':
      return file ? `${isolated(file.name)} was removed.` : null
    default:
      return null
  }
}
