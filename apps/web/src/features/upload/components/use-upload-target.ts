import { useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { paths } from '#web/app/paths'
import { reviewQuery } from '#web/features/reviews/queries'

/** The review that uploads started here go to: the one on screen if it may be edited, else a new one (null). */
export function useUploadTarget(): string | null {
  const id = useMatch(paths.review(':id'))?.params.id ?? ''
  // The page asks for the review; this only reads along.
  const { data } = useQuery({ ...reviewQuery(id), enabled: false })
  return id !== '' && data?.review.can.edit ? id : null
}
