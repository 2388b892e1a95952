import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { requestShare, useShareRequest } from '#web/lib/share-request'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const ShareDialog = lazily(
  () => import('./share-dialog.tsx').then((dialog) => dialog.ShareDialog),
  (late, { opened, onClose }) =>
    opened ? <LateDialog late={late} what="The share dialog" onClose={onClose} /> : null,
)

/** The one share dialog; `requestShare(review)` and `requestPeople(workspace)` open it. Mounted once, below the signed-in header. */
export function ShareRoot() {
  const wanted = useShareRequest()
  // The last one stays while the dialog fades.
  const [shown, setShown] = useState(wanted)
  if (wanted && wanted !== shown) setShown(wanted)

  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (wanted) opener.current = focusedOpener()
  }, [wanted])

  if (!shown) return null
  return (
    <Suspense>
      <ShareDialog
        wanted={shown}
        opened={wanted !== null}
        onClose={() => requestShare(null)}
        onClosed={() => giveFocusBack(opener.current)}
      />
    </Suspense>
  )
}
