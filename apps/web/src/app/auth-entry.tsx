import { Navigate } from 'react-router'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'

/** `/auth` itself is no page: it leads to sign-in, or to the dashboard if signed in. */
export function AuthEntry() {
  const { token } = useSession()
  return <Navigate to={token ? paths.dashboard : paths.signIn} replace />
}
