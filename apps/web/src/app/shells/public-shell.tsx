import { Outlet, ScrollRestoration } from 'react-router'
import { PublicHeader } from '#web/app/shells/public-header'

export function PublicShell() {
  return (
    <>
      <PublicHeader />
      <main>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
