/** A page of the older and of the newer side, from 1; null: inserted or removed. */
export type PagePair = readonly [number | null, number | null]

/** Pages one by one, until the server has found which belong together. */
export function pairsInOrder(from: number, to: number): PagePair[] {
  return Array.from({ length: Math.max(from, to) }, (_, i) => [
    i < from ? i + 1 : null,
    i < to ? i + 1 : null,
  ])
}

/** The place of the newer side's page, or of the removed page. */
export function pairAt(pairs: readonly PagePair[], page: number, removed: number | null): number {
  const at = pairs.findIndex(([from, to]) =>
    removed === null ? to === page : to === null && from === removed,
  )
  return Math.max(0, at)
}

/** “Page 3, inserted”; null for one on both sides. */
export function pairChange([from, to]: PagePair): 'Inserted' | 'Removed' | null {
  if (from === null) return 'Inserted'
  return to === null ? 'Removed' : null
}
