import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { SignedIn } from '#web/app/shells/signed-in'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { wayIn } from '#web/lib/way-in'

/** Protected pages remember their path for after sign-in. Visitors go home; after an expired session, to sign-in. */
export function SessionGate() {
  const { token } = useSession()
  const { pathname, search, hash } = useLocation()
  const wanted = token ? null : pathname + search + hash
  useEffect(() => {
    if (wanted) rememberWantedPath(wanted)
  }, [wanted])
  return token ? <SignedIn /> : <Navigate to={wayIn()} replace />
}
