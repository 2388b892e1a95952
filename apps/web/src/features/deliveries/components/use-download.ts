import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { useState } from 'react'
import { useClaimDownload } from '#web/features/deliveries/queries'

/** What is downloaded; null: all of it. */
type Wanted = readonly string[] | null

const nameOf = (items: Wanted) => items?.join() ?? 'all'
const keyOf = (delivery: string) => `wingmark.download.${delivery}`

type Begun = { claim: string; items: string }

function readBegun(delivery: string): Begun | null {
  const [claim, items] = sessionStorage.getItem(keyOf(delivery))?.split(' ') ?? []
  return claim && items ? { claim, items } : null
}

/**
 * Gives the browser an address to download from. What began in this tab goes on under its claim, also after a reload,
 * and is not counted again.
 */
export function useDownload({ _id: id }: Pick<DeliveryPage, '_id'>) {
  const [begun, setBegun] = useState(() => readBegun(id))
  const claim = useClaimDownload(id)
  const ask = async (items: Wanted) => {
    const known = begun?.items === nameOf(items) ? begun.claim : undefined
    const answer = await claim.mutateAsync({ items: items && [...items], claim: known })
    if (answer.claim !== null) {
      const next = { claim: answer.claim, items: nameOf(items) }
      setBegun(next)
      sessionStorage.setItem(keyOf(id), `${next.claim} ${next.items}`)
    }
    return answer
  }
  return {
    isBusy: claim.isPending,
    /** Whether a download of these has begun in this tab. */
    hasBegun: (items: Wanted) => begun?.items === nameOf(items),
    download: (items: Wanted) =>
      void ask(items).then(
        ({ url }) => window.location.assign(url),
        () => null,
      ),
    /** For programs that download by themselves; null where it could not be made. */
    address: (items: Wanted) =>
      ask(items).then(
        ({ url }) => new URL(url, window.location.href).href,
        () => null,
      ),
  }
}
