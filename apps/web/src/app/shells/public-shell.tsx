import { Outlet, ScrollRestoration } from 'react-router'
import { PublicHeader } from '#web/app/shells/public-header'
import { SkipLink } from '#web/app/shells/skip-link'

export function PublicShell() {
  return (
    <>
      <SkipLink />
      <PublicHeader />
      <main id="content">
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
