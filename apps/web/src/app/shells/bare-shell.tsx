import { ScrollRestoration } from 'react-router'
import { LateOutlet } from '#web/app/shells/late-outlet'

export function BareShell() {
  return (
    <>
      <LateOutlet />
      <ScrollRestoration />
    </>
  )
}
