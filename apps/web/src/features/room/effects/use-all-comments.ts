import { useEffect } from 'react'
import { useComments } from '#web/features/room/state/room-data'

/** A design shows all its pins, so further pages of comments load after the first. */
export function useAllComments(): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = useComments()
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}
