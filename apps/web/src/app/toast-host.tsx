import { useNotifications } from '@mantine/notifications'
import { Suspense, useEffect, useState } from 'react'
import { showKeptToast } from '#web/lib/toast'
import { lazily } from '#web/ui/lazily'
import { useHasSettled } from '#web/ui/use-has-settled'

const ToastList = lazily(
  () => import('#web/app/toast-list').then((list) => list.ToastList),
  () => null,
)

/** Loads once the page shows its content, before going offline could matter; at once for a toast. */
export function ToastHost() {
  const isWanted = useNotifications().notifications.length > 0
  const hasSettled = useHasSettled()
  const [isThere, setThere] = useState(false)
  if ((isWanted || hasSettled) && !isThere) setThere(true)
  useEffect(showKeptToast, [])
  return <Suspense>{isThere && <ToastList />}</Suspense>
}
