import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { rememberPerson } from '#web/features/offline/device-person'
import { isAnythingKept } from '#web/features/offline/is-anything-kept'

/** The specification's refresh interval of the count. */
const countMs = 30_000

/** Uploads this device's reviews once the user is known: at sign-in, and when back online. */
export function OfflineEntry() {
  const person = useQuery(profileQuery).data?.user._id
  useEffect(() => {
    if (!person) return
    rememberPerson(person)
    const count = async () => {
      if (!isAnythingKept()) return
      const { lookAgain } = await import('#web/features/offline/device-store')
      lookAgain()
    }
    const send = async () => {
      if (!isAnythingKept()) return
      const { runSync } = await import('#web/features/offline/sync/run-sync')
      await runSync(person, { retry: false })
    }
    // What fails to load now loads when back online.
    const tryTo = (work: () => Promise<void>) => void work().catch(() => undefined)
    tryTo(count)
    tryTo(send)
    const onLine = () => tryTo(send)
    const timer = setInterval(() => tryTo(count), countMs)
    window.addEventListener('online', onLine)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', onLine)
    }
  }, [person])
  return null
}
