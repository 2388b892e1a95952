import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import { getSession } from '#web/lib/session'

type Opened<Target> = { token: string | null; outbox: Outbox<Target>; stop: () => void }
/** `whoAmI`: as an outbox expects it. */
export type Opening = { client: QueryClient; id: string; whoAmI: () => Promise<string | null> }

/** One outbox per id; it keeps sending on every page until the session ends. `make` gets the first opener's value. */
export function outboxPerSession<Target, Given = void>(
  make: (opening: Opening, given: Given) => Outbox<Target>,
) {
  const opened = new Map<string, Opened<Target>>()
  return (client: QueryClient, id: string, given: Given): Outbox<Target> => {
    const { token } = getSession()
    const known = opened.get(id)
    if (known?.token === token) return known.outbox
    known?.stop()
    const whoAmI = async () => {
      if (token === null) return null
      return client.ensureQueryData(profileQuery).then(
        ({ user }) => user._id,
        () => null,
      )
    }
    const outbox = make({ client, id, whoAmI }, given)
    opened.set(id, { token, outbox, stop: outbox.start() })
    return outbox
  }
}
