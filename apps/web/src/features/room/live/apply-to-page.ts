import type { File } from '@wingmark/contract/files'
import type { ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { withFile, withoutFile, withReview } from '#web/lib/review-page'

/** Applies a live event to the first view; known events change nothing. `wasOpen`: whether a deleted comment was open. */
export function applyToPage(page: ReviewPage, event: ReviewEvent, wasOpen = true): ReviewPage {
  if (event.event === 'presence' || event.event === 'here' || event.event === 'reset') return page
  if (event.id !== undefined && isContained(event.id, page.lastEventId)) return page
  const changed = change(page, event, wasOpen)
  return event.id === undefined ? changed : { ...changed, lastEventId: event.id }
}

function isContained(id: string, last: string): boolean {
  const [event, newest] = [Number(id), Number(last)]
  return Number.isFinite(event) && Number.isFinite(newest) ? event <= newest : id === last
}

function change(page: ReviewPage, event: ReviewEvent, wasOpen: boolean): ReviewPage {
  switch (event.event) {
    case 'comment.created':
      return said(count(page, event.data.file, 1, 1), event.data)
    case 'reply.created':
      return said(page, event.data)
    case 'comment.deleted':
      return count(page, event.data.file, -1, wasOpen ? -1 : 0)
    case 'comment.status':
      return count(page, event.data.file, 0, event.data.status === 'OPEN' ? 1 : -1)
    case 'file.added':
    case 'file.ready':
    case 'version.added':
    case 'version.ready':
    case 'version.changed':
    case 'version.removed':
      return withFile(page, event.data)
    case 'file.removed':
      return withoutFile(page, event.data._id)
    case 'review.updated':
      return withReview(page, event.data)
    default:
      return page
  }
}

function count(page: ReviewPage, fileId: string, all: number, open: number): ReviewPage {
  const counted = <T extends { commentCount: number; openCount: number }>(thing: T): T => ({
    ...thing,
    commentCount: Math.max(0, thing.commentCount + all),
    openCount: Math.max(0, thing.openCount + open),
  })
  return {
    ...page,
    review: counted(page.review),
    files: page.files.map((file) => (file._id === fileId ? counted(file) : file)),
  }
}

function said(
  page: ReviewPage,
  { file: fileId, createdAt }: { file: string; createdAt: string },
): ReviewPage {
  const isNewest = (file: File) => file._id === fileId && createdAt > (file.lastSaidAt ?? '')
  return {
    ...page,
    files: page.files.map((file) => (isNewest(file) ? { ...file, lastSaidAt: createdAt } : file)),
  }
}
