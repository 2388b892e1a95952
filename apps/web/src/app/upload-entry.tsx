import { Suspense } from 'react'
import { lazily } from '#web/lib/lazily'

const LazyRoot = lazily(() =>
  import('#web/features/upload/components/upload-root').then((feature) => ({ default: feature.UploadRoot })),
)
const LazyShareRoot = lazily(() =>
  import('#web/features/sharing/share-root').then((feature) => ({ default: feature.ShareRoot })),
)
const LazyButton = lazily(() =>
  import('#web/features/upload/components/upload-button').then((feature) => ({
    default: feature.UploadButton,
  })),
)

/** Dialogs, overlay and queue of the upload feature, and the share dialog; mounted once, in the signed-in shell. */
export function UploadRoot() {
  return (
    <Suspense>
      <LazyRoot />
      <LazyShareRoot />
    </Suspense>
  )
}

/** The header's "Upload file" button, and the floating one; during an upload it shows N/M uploaded. */
export function UploadButton({ look }: { look: 'header' | 'floating' }) {
  return (
    <Suspense>
      <LazyButton look={look} />
    </Suspense>
  )
}
