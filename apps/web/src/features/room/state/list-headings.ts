import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { CommentsOf } from '#web/features/room/state/list-view'
import { pageCount } from '#web/features/room/state/page-source'

/** A file or one of its pages; no page for single-page files or lost places. */
export type ListPlace = { file: File; page: number | null }

type Placed = Pick<Comment, 'file' | 'marker'>

/** Finds the headings of comments, as far as the list needs them. */
export function placesOf(files: readonly File[], of: CommentsOf) {
  const byId = new Map(files.map((file) => [file._id, { file, pages: pageCount(file) }]))
  return (comment: Placed): ListPlace | null => {
    const known = byId.get(comment.file)
    if (!known || of === 'PAGE') return null
    const at = comment.marker?.page ?? 0
    const page = known.pages > 1 && at >= 1 && at <= known.pages ? at : null
    return of === 'REVIEW' || page !== null ? { file: known.file, page } : null
  }
}

export const isSamePlace = (a: ListPlace | null, b: ListPlace | null) =>
  a?.file._id === b?.file._id && a?.page === b?.page

/** “brochure.pdf · Page 3”; within one file only the page. */
export function wordsOfPlace({ file, page }: ListPlace, of: CommentsOf): string {
  const words = [of === 'REVIEW' && file.name, page !== null && `Page ${page}`]
  return words.filter((word) => word !== false).join(' · ')
}
