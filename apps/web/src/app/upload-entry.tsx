import { Suspense, useState } from 'react'
import { FinalsRoot } from '#web/features/deliveries/finals/finals-root'
import { ShareRoot } from '#web/features/sharing/share-root'
import { IdleUploadButton } from '#web/features/upload/components/idle-upload-button'
import type { UploadButtonProps } from '#web/features/upload/components/upload-button'
import { dropUploadRequest, useUploadRequest } from '#web/lib/upload-request'
import { LateDialog } from '#web/ui/late-notice'
import { type Late, lazily } from '#web/ui/lazily'
import { useHasSettled } from '#web/ui/use-has-settled'

const LazyRoot = lazily(
  () => import('#web/features/upload/components/upload-root').then((feature) => feature.UploadRoot),
  (late) => <UploadMissing late={late} />,
)
const LazyBusyButton = lazily(
  () =>
    import('#web/features/upload/components/busy-upload-button').then((feature) => feature.BusyUploadButton),
  () => null,
)

/** Dialogs, overlay and queue of uploads, and the share and final files dialogs; mounted once, in the signed-in shell. */
export function UploadRoot() {
  const isWanted = useUploadRequest() !== null
  const hasSettled = useHasSettled()
  const [isThere, setThere] = useState(false)
  if ((isWanted || hasSettled) && !isThere) setThere(true)
  return (
    <>
      <Suspense>{isThere && <LazyRoot />}</Suspense>
      <ShareRoot />
      <FinalsRoot />
    </>
  )
}

/** Reports it only to someone who wants to upload. */
function UploadMissing({ late }: { late: Late }) {
  const isWanted = useUploadRequest() !== null
  return isWanted ? <LateDialog late={late} what="The upload dialog" onClose={dropUploadRequest} /> : null
}

/** The header's "Upload file" button, and the floating one; during an upload it shows N/M uploaded. */
export function UploadButton(props: UploadButtonProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      {/* Always the same element, so that press and focus survive loading. */}
      {!isBusy && <IdleUploadButton {...props} />}
      <Suspense>{useHasSettled() && <LazyBusyButton {...props} onBusy={setBusy} />}</Suspense>
    </>
  )
}
