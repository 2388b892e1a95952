import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { PageLoading } from '#web/app/page-loading'

/** The page inside its shell, which stays while the page loads. */
export function LateOutlet() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Outlet />
    </Suspense>
  )
}
