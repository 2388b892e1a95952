import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { pageCount } from '#web/features/room/state/page-source'

type Place = { fileId: string; page: number }

/** The previous or next file; null at the ends. */
export function stepFile(files: readonly File[], fileId: string | null, by: 1 | -1): Place | null {
  const file = files[files.findIndex((one) => one._id === fileId) + by]
  return file ? { fileId: file._id, page: 1 } : null
}

/** The previous or next page, continuing in the neighbouring file; null at the very ends. */
export function stepPage(
  files: readonly File[],
  at: { fileId: string | null; page: number },
  by: 1 | -1,
): Place | null {
  const index = files.findIndex((one) => one._id === at.fileId)
  const file = files[index]
  if (!file) return null
  const page = at.page + by
  if (page >= 1 && page <= pageCount(file)) return { fileId: file._id, page }
  const next = files[index + by]
  return next ? { fileId: next._id, page: by === 1 ? 1 : pageCount(next) } : null
}

/** The previous or next comment in the list's order, wrapping around. */
export function stepComment(list: readonly Comment[], selected: string | null, by: 1 | -1): Comment | null {
  if (list.length === 0) return null
  const index = list.findIndex((comment) => comment._id === selected)
  if (index === -1) return (by === 1 ? list[0] : list.at(-1)) ?? null
  return list[(index + by + list.length) % list.length] ?? null
}

/** The next open comment in the list's order, or the first; null if no other is open. */
export function nextOpen<C extends Pick<Comment, '_id' | 'status'>>(
  list: readonly C[],
  selected: string | null,
): C | null {
  const at = list.findIndex((comment) => comment._id === selected)
  const others = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))]
  return others.find((comment) => comment.status === 'OPEN' && comment._id !== selected) ?? null
}
