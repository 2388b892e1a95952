import { requestShare, useShareRequest } from '#web/lib/share-request'
import { ShareDialog } from './share-dialog.tsx'

/** The one share dialog; `requestShare(review)` opens it. Mounted once, below the signed-in header. */
export function ShareRoot() {
  const review = useShareRequest()
  return review && <ShareDialog key={review._id} review={review} onClose={() => requestShare(null)} />
}
