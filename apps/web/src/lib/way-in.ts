import { paths } from '#web/lib/paths'
import { wasSignedOut } from '#web/lib/session'

/** Where a protected page sends people without a session. */
export const wayIn = (): string => (wasSignedOut() ? paths.signIn : paths.home)
