import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { readStored, writeStored } from '#web/lib/browser-storage'

/** In place of what was chosen, where that is all of it. */
export const allItems = 'all'

/** A download that has begun in this tab: its claim, and what it is of. */
export type BegunDownload = { claim: string; items: string }

/** Whether it can go on, as far as `claim`, the server's word on one of them, says. */
export const isGoingOn = ({ claim: id, items }: BegunDownload, claim: DeliveryPage['claim']) =>
  claim?._id !== id || !(claim.isOver || (items === allItems && !claim.isOfAll))

const keyOf = (delivery: string) => `wingmark.download.${delivery}`

export function begunDownload(delivery: string): BegunDownload | null {
  const [claim, items] = readStored(keyOf(delivery), 'sessionStorage')?.split(' ') ?? []
  return claim && items ? { claim, items } : null
}

const visitKeyOf = (delivery: string) => `wingmark.visit.${delivery}`

/** What this tab downloaded last, even if finished: downloads within a day count as one. */
export const lastClaim = (delivery: string): string | undefined =>
  readStored(visitKeyOf(delivery), 'sessionStorage') ?? undefined

export function keepBegunDownload(delivery: string, begun: BegunDownload | null): void {
  if (begun) writeStored(visitKeyOf(delivery), begun.claim, 'sessionStorage')
  writeStored(keyOf(delivery), begun && `${begun.claim} ${begun.items}`, 'sessionStorage')
}
