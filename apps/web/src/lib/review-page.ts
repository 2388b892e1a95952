import type { File } from '@wingmark/contract/files'
import type { Review, ReviewPage } from '@wingmark/contract/reviews'

export function withFile(page: ReviewPage, file: File): ReviewPage {
  const isKnown = page.files.some((one) => one._id === file._id)
  const files = isKnown ? page.files.map((one) => (one._id === file._id ? file : one)) : [...page.files, file]
  return withFiles(page, files)
}

export function withoutFile(page: ReviewPage, id: string): ReviewPage {
  return withFiles(
    page,
    page.files.filter((file) => file._id !== id),
  )
}

/** Updates the review and its file order; removes deleted files. Keeps what the event does not carry. */
export function withReview(page: ReviewPage, review: Review): ReviewPage {
  const place = new Map(review.files.map((id, i) => [id, i]))
  const files = page.files
    .filter((file) => place.has(file._id))
    .sort((a, b) => (place.get(a._id) ?? 0) - (place.get(b._id) ?? 0))
  const { isMuted } = page.review
  return { ...page, review: isMuted === undefined ? review : { isMuted, ...review }, files }
}

function withFiles(page: ReviewPage, files: File[]): ReviewPage {
  const ids = files.map((file) => file._id)
  return { ...page, files, review: { ...page.review, files: ids, fileCount: files.length } }
}
