import { ModalsProvider } from '@mantine/modals'
import { ScrollRestoration } from 'react-router'
import { OfflineEntry } from '#web/app/offline-entry'
import { PaletteEntry } from '#web/app/palette-entry'
import { Popups } from '#web/app/popups'
import { BottomNav } from '#web/app/shells/bottom-nav'
import { FloatingActions } from '#web/app/shells/floating-actions'
import { LateOutlet } from '#web/app/shells/late-outlet'
import { SignedInHeader } from '#web/app/shells/signed-in-header'
import { SkipLink } from '#web/app/shells/skip-link'
import { UploadRoot } from '#web/app/upload-entry'
import { EarlierThings } from '#web/features/account/components/earlier-things'
import { useSession } from '#web/lib/session'
import { useUserLive } from '#web/lib/user-live'

export function SignedInShell() {
  useUserLive(useSession().token)
  return (
    <ModalsProvider>
      <SkipLink />
      <SignedInHeader />
      <main id="content">
        <LateOutlet />
      </main>
      <FloatingActions />
      <BottomNav />
      <UploadRoot />
      <OfflineEntry />
      <Popups />
      <PaletteEntry />
      <EarlierThings />
      <ScrollRestoration />
    </ModalsProvider>
  )
}
