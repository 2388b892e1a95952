import { PublicShell } from '#web/app/shells/public-shell'
import { SignedIn } from '#web/app/shells/signed-in'
import { useSession } from '#web/lib/session'

/** Pages for everybody: the signed-in header if there is a user, otherwise the public one. */
export function EitherShell() {
  const { token } = useSession()
  return token ? <SignedIn /> : <PublicShell />
}
