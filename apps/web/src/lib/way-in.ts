import { paths } from '#web/lib/paths'
import { wasSignedOut } from '#web/lib/session'

/** Where a page that needs a session sends somebody who has none. */
export const wayIn = (): string => (wasSignedOut() ? paths.signIn : paths.home)
