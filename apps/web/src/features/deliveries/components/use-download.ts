import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { useEffect, useState } from 'react'
import {
  allItems,
  begunDownload,
  isGoingOn,
  keepBegunDownload,
  lastClaim,
  progressOf,
  type StartedDownload,
} from '#web/features/deliveries/begun-download'
import { useClaimDownload } from '#web/features/deliveries/queries'
import { downloadFrom } from '#web/lib/download-from'

/** What to download; null: everything. */
type Wanted = readonly string[] | null

const nameOf = (items: Wanted) => items?.join() ?? allItems

/** Starts a browser download. A download begun in this tab continues under its claim, and is not counted again. */
export function useDownload({ _id: id, claim: known }: Pick<DeliveryPage, '_id' | 'claim'>) {
  const [begun, setBegun] = useState(() => begunDownload(id))
  const [started, setStarted] = useState<StartedDownload | null>(null)
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
    /** Of the download that this page started last. */
    progress: (items: Wanted) => (started?.items === nameOf(items) ? progressOf(started, known) : null),
    download: (items: Wanted) => {
      setStarted({ items: nameOf(items), claim: null })
      void ask(items).then(
        (answer) => {
          // The sender's own downloads have no claim, and no event tells of their end.
          setStarted(answer.claim === null ? null : { items: nameOf(items), claim: answer.claim })
          downloadFrom(answer.url)
        },
        () => setStarted(null),
      )
    },
    /** For download managers; null if it could not be created. */
    address: (items: Wanted) =>
      ask(items).then(
        ({ url }) => new URL(url, window.location.href).href,
        () => null,
      ),
  }
}
