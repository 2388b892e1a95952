import { Suspense } from 'react'
import { requestShare, useShareRequest } from '#web/lib/share-request'
import { useAskedDialog } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const ShareDialog = lazily(
  () => import('./share-dialog.tsx').then((dialog) => dialog.ShareDialog),
  (late, { opened, onClose }) =>
    opened ? <LateDialog late={late} what="The share dialog" onClose={onClose} /> : null,
)

/** The share dialog of `requestShare(review)` and `requestPeople(workspace)`. Mounted once, below the signed-in header. */
export function ShareRoot() {
  const { shown, opened, onClosed } = useAskedDialog(useShareRequest())
  if (!shown) return null
  return (
    <Suspense>
      <ShareDialog wanted={shown} opened={opened} onClose={() => requestShare(null)} onClosed={onClosed} />
    </Suspense>
  )
}
