/** A download that has begun in this tab: its claim, and what it is of. */
export type BegunDownload = { claim: string; items: string }

const keyOf = (delivery: string) => `wingmark.download.${delivery}`

export function begunDownload(delivery: string): BegunDownload | null {
  const [claim, items] = sessionStorage.getItem(keyOf(delivery))?.split(' ') ?? []
  return claim && items ? { claim, items } : null
}

export function keepBegunDownload(delivery: string, begun: BegunDownload | null): void {
  if (begun) sessionStorage.setItem(keyOf(delivery), `${begun.claim} ${begun.items}`)
  else sessionStorage.removeItem(keyOf(delivery))
}
