import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { PageLoading } from '#web/app/page-loading'

/** The page inside of what is around it, which stays while the page is still to come. */
export function LateOutlet() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Outlet />
    </Suspense>
  )
}
