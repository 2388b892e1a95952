import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { useEffect, useState } from 'react'
import {
  allItems,
  begunDownload,
  isGoingOn,
  keepBegunDownload,
  lastClaim,
} from '#web/features/deliveries/begun-download'
import { useClaimDownload } from '#web/features/deliveries/queries'
import { downloadFrom } from '#web/lib/download-from'

/** What to download; null: everything. */
type Wanted = readonly string[] | null

const nameOf = (items: Wanted) => items?.join() ?? allItems

/** Starts a browser download. A download begun in this tab continues under its claim, and is not counted again. */
export function useDownload({ _id: id, claim: known }: Pick<DeliveryPage, '_id' | 'claim'>) {
  const [begun, setBegun] = useState(() => begunDownload(id))
  useEffect(() => {
    if (!begun || isGoingOn(begun, known)) return
    keepBegunDownload(id, null)
    setBegun(null)
  }, [id, begun, known])
  const claim = useClaimDownload(id)
  const ask = async (items: Wanted) => {
    const same = begun?.items === nameOf(items) ? begun.claim : lastClaim(id)
    const answer = await claim.mutateAsync({ items: items && [...items], claim: same })
    if (answer.claim !== null) {
      const next = { claim: answer.claim, items: nameOf(items) }
      setBegun(next)
      keepBegunDownload(id, next)
    }
    return answer
  }
  return {
    isBusy: claim.isPending,
    /** Whether a download of these began in this tab. */
    hasBegun: (items: Wanted) => begun?.items === nameOf(items),
    download: (items: Wanted) =>
      void ask(items).then(
        ({ url }) => downloadFrom(url),
        () => null,
      ),
    /** For download managers; null if it could not be created. */
    address: (items: Wanted) =>
      ask(items).then(
        ({ url }) => new URL(url, window.location.href).href,
        () => null,
      ),
  }
}
