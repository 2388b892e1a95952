import { ScrollRestoration, useLocation } from 'react-router'
import { OfflineEntry } from '#web/app/offline-entry'
import { PaletteEntry } from '#web/app/palette-entry'
import { Popups } from '#web/app/popups'
import { BottomNav } from '#web/app/shells/bottom-nav'
import { FloatingActions } from '#web/app/shells/floating-actions'
import { LateOutlet } from '#web/app/shells/late-outlet'
import { SignedInHeader } from '#web/app/shells/signed-in-header'
import { SkipLink } from '#web/app/shells/skip-link'
import { isRoom } from '#web/app/shells/where'
import { UploadRoot } from '#web/app/upload-entry'
import { UnverifiedWork } from '#web/features/account/components/unverified-work'
import { useThemeOfAccount } from '#web/features/account/theme'
import { PaymentDue } from '#web/features/plans/components/payment-due'
import { PlanNews } from '#web/features/plans/components/plan-news'
import { useLeftChanges } from '#web/features/workspaces/task/use-left-changes'
import { useSession } from '#web/lib/session'
import { useUserLive } from '#web/lib/user-live'

export function SignedInShell() {
  const { pathname } = useLocation()
  useUserLive(useSession().token)
  useLeftChanges()
  useThemeOfAccount()
  return (
    <>
      <SkipLink />
      <SignedInHeader />
      {!isRoom(pathname) && <PaymentDue />}
      <main id="content">
        <LateOutlet />
      </main>
      <FloatingActions />
      <BottomNav />
      <UploadRoot />
      <OfflineEntry />
      <Popups />
      <PlanNews />
      <PaletteEntry />
      <UnverifiedWork />
      <ScrollRestoration />
    </>
  )
}
