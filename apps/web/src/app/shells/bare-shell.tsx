import { Outlet, ScrollRestoration } from 'react-router'

export function BareShell() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
