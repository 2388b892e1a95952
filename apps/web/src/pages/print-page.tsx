import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { wholeReviewCommentsQuery } from '#web/features/comments/queries'
import { EntryProblem } from '#web/features/room/entry/entry-problem'
import { PrintView } from '#web/features/room/print/print-view'
import { roomReviewQuery } from '#web/features/room/state/room-data'
import { isOver } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { wayIn } from '#web/lib/way-in'
import { PageMessage } from '#web/ui/page-message'
import { useWindowTitle } from '#web/ui/use-window-title'

/** A review's comments on paper, for its owner and editors. */
export function PrintPage() {
  const { id = '' } = useParams()
  const { token } = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!token) rememberWantedPath(pathname)
  }, [token, pathname])
  if (!token) return <Navigate to={wayIn()} replace />
  return (
    <main id="content">
      <PrintOf key={id} id={id} />
    </main>
  )
}

function PrintOf({ id }: { id: string }) {
  const review = useQuery(roomReviewQuery(id))
  const mayPrint = review.data?.review.can.edit === true
  const comments = useQuery({ ...wholeReviewCommentsQuery(id), enabled: mayPrint })
  const failed = [review, comments].find(({ error, data }) => error && (!data || isOver(error)))
  useWindowTitle(!failed && review.data ? `Comments · ${review.data.review.name}` : undefined)
  if (failed?.error) {
    return (
      <EntryProblem
        error={failed.error}
        reviewId={id}
        wasOpen={review.data !== undefined}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    )
  }
  if (review.data && !mayPrint) {
    return (
      <PageMessage isPage title="Only the owner and editors of this review can print its comments">
        <Button component={Link} to={paths.review(id)}>
          Open review
        </Button>
      </PageMessage>
    )
  }
  if (!review.data || !comments.data)
    return <PageMessage isPage title="Collecting the comments" picture={<Loader />} />
  return <PrintView review={review.data.review} files={review.data.files} comments={comments.data.comments} />
}
