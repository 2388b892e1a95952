import { Suspense } from 'react'
import { closeAll, useOpenPopup } from '#web/lib/popups'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const CommanderSuccess = lazily(
  () => import('#web/features/plans/components/commander-success').then((popup) => popup.CommanderSuccess),
  (late) => <LateDialog late={late} what="The Commander benefits" onClose={closeAll} />,
)

const ProfilePopup = lazily(
  () => import('#web/features/connections/components/profile-popup').then((popup) => popup.ProfilePopup),
  (late) => <LateDialog late={late} what="Your Connection Profile" onClose={closeAll} />,
)

const PilotBenefit = lazily(
  () => import('#web/features/connections/components/pilot-benefit').then((popup) => popup.PilotBenefit),
  (late) => <LateDialog late={late} what="The Pilot benefits" onClose={closeAll} />,
)

const PilotUnlocked = lazily(
  () => import('#web/features/connections/components/pilot-unlocked').then((popup) => popup.PilotUnlocked),
  (late) => <LateDialog late={late} what="The Pilot benefits" onClose={closeAll} />,
)

/** The popups that can open on any signed-in page; one at a time. */
export function Popups() {
  const open = useOpenPopup()
  return (
    <>
      {open && <Opened />}
      <Suspense>
        {open === 'profile' && <ProfilePopup />}
        {open === 'pilot-benefit' && <PilotBenefit />}
        {open === 'pilot-unlocked' && <PilotUnlocked />}
        {open === 'commander-success' && <CommanderSuccess />}
      </Suspense>
    </>
  )
}

/** If one popup leads to another, the focus returns to what opened the first. */
function Opened() {
  useFocusBack()
  return null
}
