import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { requestFinals, useFinalsRequest } from '#web/lib/finals-request'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const FinalsDialog = lazily(
  () => import('#web/features/deliveries/finals/finals-dialog').then((dialog) => dialog.FinalsDialog),
  (late, { opened, onClose }) =>
    opened ? <LateDialog late={late} what="Sending files" onClose={onClose} /> : null,
)

/** The one dialog that `requestFinals(review)` opens. Mounted once, below the signed-in header. */
export function FinalsRoot() {
  const wanted = useFinalsRequest()
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
      <FinalsDialog
        review={shown}
        opened={wanted !== null}
        onClose={() => requestFinals(null)}
        onClosed={() => {
          setShown(null)
          giveFocusBack(opener.current)
        }}
      />
    </Suspense>
  )
}
