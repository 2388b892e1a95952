import { useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import { rememberedGuestName } from '#web/features/comments/outbox/guest-identity'
import type { OutboxItem } from '#web/features/comments/outbox/outbox-state'
import { getSession } from '#web/lib/session'

export type Writer = Pick<OutboxItem<unknown>, 'author' | 'writer'>

/** Tells who is writing: this device's guest, or the account, which it waits for. Rejects if it is unknown. */
export function useWriter(): () => Promise<Writer> {
  const client = useQueryClient()
  // Read when needed: a guest gets a name while the composer is open.
  return async () => {
    if (!getSession().token) return { author: rememberedGuestName(), writer: null }
    const { user } = await client.ensureQueryData(profileQuery)
    return { author: user.name, writer: user._id }
  }
}

/** The same, if known at once; otherwise null. */
export function useKnownWriter(): () => Writer | null {
  const client = useQueryClient()
  return () => {
    if (!getSession().token) return { author: rememberedGuestName(), writer: null }
    const profile = client.getQueryData(profileQuery.queryKey)
    return profile ? { author: profile.user.name, writer: profile.user._id } : null
  }
}
