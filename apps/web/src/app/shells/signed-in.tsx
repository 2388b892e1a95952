import { Suspense } from 'react'
import { PageLoading } from '#web/app/page-loading'
import { lazily } from '#web/lib/lazily'

// A visitor who opens a link never loads what only a signed-in user needs.
const SignedInShell = lazily(() =>
  import('#web/app/shells/signed-in-shell').then((shell) => ({ default: shell.SignedInShell })),
)

export function SignedIn() {
  return (
    <Suspense fallback={<PageLoading />}>
      <SignedInShell />
    </Suspense>
  )
}
