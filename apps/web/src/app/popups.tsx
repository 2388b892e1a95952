import { Suspense } from 'react'
import { closeAll, useOpenPopup } from '#web/lib/popups'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const CommanderSuccess = lazily(
  () => import('#web/features/plans/components/commander-success').then((popup) => popup.CommanderSuccess),
  (late) => <LateDialog late={late} what="What a Commander gets" onClose={closeAll} />,
)

/** The popups that can open on any page of the signed-in; one at a time. */
export function Popups() {
  const open = useOpenPopup()
  return <Suspense>{open === 'commander-success' && <CommanderSuccess />}</Suspense>
}
