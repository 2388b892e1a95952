import type { File } from '@wingmark/contract/files'
import type { ReviewEvent } from '@wingmark/contract/live'
import type { ReviewPage } from '@wingmark/contract/reviews'

/**
 * A review's first-view data after a live event: files, the review itself and the counters. `wasOpen` tells for
 * deleted comments whether they were open. Events that the data already contains change nothing.
 */
export function applyToPage(page: ReviewPage, event: ReviewEvent, wasOpen = true): ReviewPage {
  if (event.event === 'presence' || event.event === 'reset') return page
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
      return count(page, event.data.file, 1, 1)
    case 'comment.deleted':
      return count(page, event.data.file, -1, wasOpen ? -1 : 0)
    case 'comment.status':
      return count(page, event.data.file, 0, event.data.status === 'OPEN' ? 1 : -1)
    case 'file.added':
    case 'file.ready':
      return withFile(page, event.data)
    case 'file.removed':
      return withoutFile(page, event.data._id)
    case 'review.updated':
      return { ...page, review: event.data, files: inOrder(page.files, event.data.files) }
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

function withFile(page: ReviewPage, file: File): ReviewPage {
  const isKnown = page.files.some((one) => one._id === file._id)
  const files = isKnown ? page.files.map((one) => (one._id === file._id ? file : one)) : [...page.files, file]
  return { ...page, files, review: withIds(page, files) }
}

function withoutFile(page: ReviewPage, id: string): ReviewPage {
  const files = page.files.filter((file) => file._id !== id)
  return { ...page, files, review: withIds(page, files) }
}

function withIds(page: ReviewPage, files: readonly File[]): ReviewPage['review'] {
  return { ...page.review, files: files.map((file) => file._id), fileCount: files.length }
}

function inOrder(files: File[], ids: readonly string[]): File[] {
  const place = new Map(ids.map((id, i) => [id, i]))
  return files
    .filter((file) => place.has(file._id))
    .sort((a, b) => (place.get(a._id) ?? 0) - (place.get(b._id) ?? 0))
}
