import { Suspense } from 'react'
import { PageLoading } from '#web/app/page-loading'
import { LatePage } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

// A visitor of a link never loads what only signed-in users need.
const SignedInShell = lazily(
  () => import('#web/app/shells/signed-in-shell').then((shell) => shell.SignedInShell),
  (late) => (
    <main>
      <LatePage late={late} />
    </main>
  ),
)

export function SignedIn() {
  return (
    <Suspense fallback={<PageLoading />}>
      <SignedInShell />
    </Suspense>
  )
}
