import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { Editor } from '#web/features/room/editor/editor'
import { EntryProblem } from '#web/features/room/entry/entry-problem'
import { roomReviewQuery } from '#web/features/room/state/room-data'
import { isOver } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { wayIn } from '#web/lib/way-in'
import { PageMessage } from '#web/ui/page-message'
import { useWindowTitle } from '#web/ui/use-window-title'

/** Where owner and editors reorder a review's files. */
export function EditorPage() {
  const { id = '' } = useParams()
  const { token } = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!token) rememberWantedPath(pathname)
  }, [token, pathname])
  return token ? <EditorOf key={id} id={id} /> : <Navigate to={wayIn()} replace />
}

function EditorOf({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(roomReviewQuery(id))
  const isClosed = error !== null && (!data || isOver(error))
  useWindowTitle(!isClosed && data ? `Files · ${data.review.name}` : undefined)
  if (isClosed) {
    return (
      <main>
        <EntryProblem
          error={error}
          reviewId={id}
          wasOpen={data !== undefined}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          {...(data ? { onLookAgain: () => void refetch() } : {})}
        />
      </main>
    )
  }
  if (!data) {
    return (
      <main>
        <PageMessage isPage title="Opening the files" picture={<Loader />} />
      </main>
    )
  }
  if (data.review.can.edit) return <Editor page={data} />
  return (
    <main>
      <PageMessage isPage title="Only the owner and editors of this review can arrange its files">
        <Button component={Link} to={paths.review(id)}>
          Open review
        </Button>
      </PageMessage>
    </main>
  )
}
