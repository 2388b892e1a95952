import { ModalsProvider } from '@mantine/modals'
import { Outlet, ScrollRestoration } from 'react-router'
import { SignedInHeader } from '#web/app/shells/signed-in-header'
import { UploadRoot } from '#web/app/upload-entry'

export function SignedInShell() {
  return (
    <ModalsProvider>
      <SignedInHeader />
      <main>
        <Outlet />
      </main>
      <UploadRoot />
      <ScrollRestoration />
    </ModalsProvider>
  )
}
