import { ScrollRestoration } from 'react-router'
import { LateOutlet } from '#web/app/shells/late-outlet'
import { PublicHeader } from '#web/app/shells/public-header'
import { SkipLink } from '#web/app/shells/skip-link'

export function PublicShell() {
  return (
    <>
      <SkipLink />
      <PublicHeader />
      <main id="content">
        <LateOutlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
