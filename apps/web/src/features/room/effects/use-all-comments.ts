import { useEffect } from 'react'
import { useComments } from '#web/features/room/state/room-data'

/** All pins of a design are shown, so the further pages of its comments are fetched behind the first. */
export function useAllComments(): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = useComments()
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
}
