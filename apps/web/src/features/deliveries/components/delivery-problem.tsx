import { Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { PasswordForm } from '#web/features/deliveries/components/password-form'
import { useAskForLink } from '#web/features/deliveries/queries'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { toastSuccess } from '#web/lib/toast'
import { LostPin } from '#web/ui/lost-pin'
import { PageMessage } from '#web/ui/page-message'

type Props = { id: string; error: Error; code: string | null; onRetry: () => void; isRetrying: boolean }

/** Why there is nothing to download, and what to do about it. */
export function DeliveryProblem({ id, error, code, onRetry, isRetrying }: Props) {
  const { token } = useSession()
  const { pathname, search } = useLocation()
  const status = error instanceof ApiError ? error.status : -1
  if (error instanceof ApiError && status === 423 && code !== null)
    return <PasswordForm id={id} shareCode={code} sender={error.sender} />
  if (status === 410) {
    return (
      <PageMessage isPage title={error.message} text="The sender can open it again." picture={<LostPin />}>
        {code !== null && <AskForLink code={code} onRetry={onRetry} />}
      </PageMessage>
    )
  }
  if (status === 404 || status === 403 || status === 401) {
    return (
      <PageMessage
        isPage
        title="Delivery not found"
        text="The link may be incomplete, or the sender has turned it off."
        picture={<LostPin />}
      >
        {!token && (
          <Button component={Link} to={paths.signIn} onClick={() => rememberWantedPath(pathname + search)}>
            Sign in
          </Button>
        )}
        <Button component={Link} to={paths.home} variant="default">
          Go to home page
        </Button>
      </PageMessage>
    )
  }
  const text = status === 0 ? clientMessages.network : error.message
  return (
    <PageMessage isPage title="The delivery couldn’t be opened" text={text}>
      <Button onClick={onRetry} loading={isRetrying}>
        Try again
      </Button>
    </PageMessage>
  )
}

/** After asking for access, checks whether it is open again. */
const askedMs = 30_000

function AskForLink({ code, onRetry }: { code: string; onRetry: () => void }) {
  const ask = useAskForLink()
  const look = useEffectEvent(onRetry)
  useEffect(() => {
    if (!ask.isSuccess) return
    const timer = setInterval(() => look(), askedMs)
    return () => clearInterval(timer)
  }, [ask.isSuccess])
  return (
    <Button
      loading={ask.isPending}
      disabled={ask.isSuccess}
      onClick={() => ask.mutate(code, { onSuccess: () => toastSuccess('The sender will be notified') })}
    >
      {ask.isSuccess ? 'The sender will be notified' : 'Request new link'}
    </Button>
  )
}
