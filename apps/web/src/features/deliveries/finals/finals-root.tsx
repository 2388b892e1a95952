import { Suspense } from 'react'
import { requestFinals, useFinalsRequest } from '#web/lib/finals-request'
import { useAskedDialog } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const FinalsDialog = lazily(
  () => import('#web/features/deliveries/finals/finals-dialog').then((dialog) => dialog.FinalsDialog),
  (late, { opened, onClose }) =>
    opened ? <LateDialog late={late} what="The send dialog" onClose={onClose} /> : null,
)

/** The dialog that `requestFinals` and `requestSending` open. Mounted once, below the signed-in header. */
export function FinalsRoot() {
  const { shown, opened, onClosed } = useAskedDialog(useFinalsRequest())
  if (!shown) return null
  return (
    <Suspense>
      <FinalsDialog sent={shown} opened={opened} onClose={() => requestFinals(null)} onClosed={onClosed} />
    </Suspense>
  )
}
