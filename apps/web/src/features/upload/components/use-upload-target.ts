import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatch } from 'react-router'
import { reviewQuery } from '#web/features/reviews/queries'
import { paths } from '#web/lib/paths'

export type UploadTarget = {
  /** Where uploads started here go: the review on screen if editable, else a new one (null). */
  reviewId: string | null
  /** On transfer pages, files go into the open folder, or the root (null). */
  transfer: { folder: string | null } | null
  /** Files may be dropped or pasted on the page itself. */
  takesFiles: boolean
}

export function useUploadTarget(): UploadTarget {
  const { pathname, search } = useLocation()
  const room = useMatch(paths.review(':id'))
  const editor = useMatch(paths.editor(':id'))
  const id = (room ?? editor)?.params.id ?? ''
  // The page requests the review; this only reads the cache.
  const { data } = useQuery({ ...reviewQuery(id), enabled: false })
  if (isTransfers(pathname)) {
    const folder = new URLSearchParams(search).get('id')
    return { reviewId: null, transfer: { folder: folder === '' ? null : folder }, takesFiles: true }
  }
  if (id !== '' && data?.review.can.edit) return { reviewId: id, transfer: null, takesFiles: true }
  return {
    reviewId: null,
    transfer: null,
    takesFiles: pathname === paths.dashboard || pathname === paths.reviews,
  }
}

const isTransfers = (pathname: string) =>
  pathname === paths.transfers || pathname.startsWith(`${paths.transfers}/`)
