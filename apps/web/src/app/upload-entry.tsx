import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { FinalsRoot } from '#web/features/deliveries/finals/finals-root'
import { ShareRoot } from '#web/features/sharing/share-root'
import { dropUploadRequest, requestUpload, useUploadRequest } from '#web/lib/upload-request'
import { LateDialog } from '#web/ui/late-notice'
import { type Late, lazily } from '#web/ui/lazily'

const LazyRoot = lazily(
  () => import('#web/features/upload/components/upload-root').then((feature) => feature.UploadRoot),
  (late) => <UploadMissing late={late} />,
)
const LazyButton = lazily(
  () => import('#web/features/upload/components/upload-button').then((feature) => feature.UploadButton),
  () => (
    <Button size="xs" onClick={() => requestUpload()}>
      Upload file
    </Button>
  ),
)

/** Dialogs, overlay and queue of the upload feature, the share dialog and that for final files; mounted once, in the signed-in shell. */
export function UploadRoot() {
  return (
    <>
      <Suspense>
        <LazyRoot />
      </Suspense>
      <ShareRoot />
      <FinalsRoot />
    </>
  )
}

/** Says so only to somebody who wants to upload. */
function UploadMissing({ late }: { late: Late }) {
  const isWanted = useUploadRequest() !== null
  return isWanted ? <LateDialog late={late} what="Uploading" onClose={dropUploadRequest} /> : null
}

/** The header's "Upload file" button, and the floating one; during an upload it shows N/M uploaded. */
export function UploadButton(props: { look: 'header' | 'floating'; isQuiet?: boolean }) {
  return (
    <Suspense>
      <LazyButton {...props} />
    </Suspense>
  )
}
