import { Suspense, useEffect, useState } from 'react'
import { showKeptToast } from '#web/lib/toast'
import { lazily } from '#web/ui/lazily'

const ToastList = lazily(
  () => import('#web/app/toast-list').then((list) => list.ToastList),
  () => null,
)
const quietMs = 400

/** Loads itself once the page is quiet, long before a lost line could need it. */
export function ToastHost() {
  const [ready, setReady] = useState(false)
  useEffect(showKeptToast, [])
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), quietMs)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{ready && <ToastList />}</Suspense>
}
