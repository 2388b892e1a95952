import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import { readStored, writeStored } from '#web/lib/browser-storage'

/** Stands for a selection of everything. */
export const allItems = 'all'

/** A download that began in this tab: its claim and its items. */
export type BegunDownload = { claim: string; items: string }

/** Whether it can continue, according to the server's `claim` of one of them. */
export const isGoingOn = ({ claim: id, items }: BegunDownload, claim: DeliveryPage['claim']) =>
  claim?._id !== id || !(claim.isOver || (items === allItems && !claim.isOfAll))

/** A download that this page started; `claim` null: the server has not answered yet. */
export type StartedDownload = { items: string; claim: string | null }

/** DOWNLOADED once the server has sent the last byte; null if it can no longer finish. */
export function progressOf(
  { claim: id }: StartedDownload,
  claim: DeliveryPage['claim'],
): 'DOWNLOADING' | 'DOWNLOADED' | null {
  if (id === null || claim?._id !== id) return 'DOWNLOADING'
  if (claim.isFinished) return 'DOWNLOADED'
  return claim.isOver ? null : 'DOWNLOADING'
}

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
