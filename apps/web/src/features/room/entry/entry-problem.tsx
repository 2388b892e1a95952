import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { AccessKeyForm } from '#web/features/room/entry/access-key-form'
import { KeptReviewWords } from '#web/features/room/entry/kept-review-words'
import { hasVisited } from '#web/features/room/state/last-visit'
import { ApiError } from '#web/lib/api-error'
import { isKnownDeleted } from '#web/lib/known-deleted'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { whyMissing } from '#web/lib/why-missing'
import { LostPin } from '#web/ui/lost-pin'
import { PageMessage } from '#web/ui/page-message'
import { useIsOnline } from '#web/ui/use-is-online'
import { useKeepAsking } from '#web/ui/use-keep-asking'
import { useLookAgain } from '#web/ui/use-look-again'

type Props = {
  error: Error
  reviewId: string
  /** It was open until now. */
  wasOpen: boolean
  onRetry: () => void
  isRetrying: boolean
  /** Like `onRetry`, but the screen stays. */
  onLookAgain?: () => void
}

/** No answer, or the server is briefly away. */
const mayComeBack: ReadonlySet<number> = new Set([0, 502, 503, 504])

/** Someone else can open it again. */
const isClosed: ReadonlySet<number> = new Set([403, 404, 410])

/** Why the review does not open, what to do, and its unsent text. */
export function EntryProblem(props: Props) {
  const { error, onRetry, onLookAgain } = props
  const status = error instanceof ApiError ? error.status : -1
  useKeepAsking(onRetry, mayComeBack.has(status))
  useLookAgain(() => onLookAgain?.(), onLookAgain !== undefined && isClosed.has(status))
  return <Why {...props} kept={<KeptReviewWords reviewId={props.reviewId} />} />
}

function Why({ error, reviewId, wasOpen, onRetry, isRetrying, kept }: Props & { kept: ReactNode }) {
  const { token } = useSession()
  const isOnline = useIsOnline()
  const { pathname, search } = useLocation()
  const status = error instanceof ApiError ? error.status : -1
  if (status === 423)
    return (
      <>
        <AccessKeyForm reviewId={reviewId} />
        {kept}
      </>
    )
  if (status === 410) {
    return (
      <PageMessage
        isPage
        title="This link has expired"
        text="Ask the person who sent it for a new one."
        picture={<LostPin />}
        before={kept}
      >
        <HomeButton />
      </PageMessage>
    )
  }
  if (status === 404 || status === 403 || status === 401) {
    const wasHere = wasOpen || hasVisited(reviewId)
    const why = whyMissing({ what: 'review', id: reviewId, wasHere }) ?? {
      title: 'Review not found',
      text: 'The address may be incomplete, the link may be turned off, or the review may be private.',
    }
    return (
      <PageMessage isPage {...why} picture={<LostPin />} before={kept}>
        {!token && !isKnownDeleted(reviewId) && (
          <Button component={Link} to={paths.signIn} onClick={() => rememberWantedPath(pathname + search)}>
            Sign in
          </Button>
        )}
        <HomeButton />
      </PageMessage>
    )
  }
  const again = (
    <Button onClick={onRetry} loading={isRetrying}>
      Try again
    </Button>
  )
  if (status === 0 && !isOnline) {
    return (
      <PageMessage
        isPage
        title="You’re offline"
        text="This review isn’t on this device yet. It will open automatically once you’re back online."
        picture={<LostPin />}
        before={kept}
      >
        {again}
      </PageMessage>
    )
  }
  const text =
    status === 0
      ? 'Wingmark isn’t responding, and this review isn’t on this device. Retrying automatically.'
      : error.message
  return (
    <PageMessage isPage title="The review couldn’t be opened" text={text} before={kept}>
      {again}
    </PageMessage>
  )
}

function HomeButton() {
  return (
    <Button component={Link} to={paths.home} variant="default">
      Go to home page
    </Button>
  )
}
