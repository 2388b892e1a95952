import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { SignedIn } from '#web/app/shells/signed-in'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'

/** Protected pages: without a token the path is remembered for after sign-in, and the visitor goes home. */
export function SessionGate() {
  const { token } = useSession()
  const { pathname, search, hash } = useLocation()
  const wanted = token ? null : pathname + search + hash
  useEffect(() => {
    if (wanted) rememberWantedPath(wanted)
  }, [wanted])
  return token ? <SignedIn /> : <Navigate to={paths.home} replace />
}
