/** Each has at most 160 kB. */
const listsMax = 32
const keptMs = 20_000
const idBytes = 16

/** Ids in order, 16 bytes each. */
type FoundList = { ids: Buffer; madeAt: number }

export const lengthOf = (ids: Buffer) => ids.length / idBytes

/** Briefly caches large search results, so that further pages need no new search. */
export function createFoundLists() {
  const lists = new Map<string, FoundList>()
  let isMaking = false
  return {
    get(key: string): Buffer | null {
      const found = lists.get(key)
      return found && performance.now() - found.madeAt < keptMs ? found.ids : null
    },
    /** In the background, one list at a time. */
    async make(key: string, list: () => Promise<Buffer>): Promise<void> {
      if (isMaking) return
      isMaking = true
      try {
        const ids = await list()
        lists.delete(key)
        lists.set(key, { ids, madeAt: performance.now() })
        const [oldest] = lists.keys()
        if (lists.size > listsMax && oldest !== undefined) lists.delete(oldest)
      } finally {
        isMaking = false
      }
    },
    forget: (key: string) => void lists.delete(key),
    size: () => lists.size,
  }
}

/** A page of the list without some of its people, and the total without them. */
export function pageOfList(
  ids: Buffer,
  without: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): { ids: string[]; total: number } {
  const gaps = without.flatMap((id) => placeIn(ids, id) ?? []).toSorted((a, b) => a - b)
  let place = offset
  for (const gap of gaps) if (gap <= place) place++
  const page: string[] = []
  for (; page.length < limit && place * idBytes < ids.length; place++)
    if (!gaps.includes(place)) page.push(idAt(ids, place))
  return { ids: page, total: lengthOf(ids) - gaps.length }
}

function placeIn(ids: Buffer, id: string): number | null {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  let at = ids.indexOf(bytes)
  // The bytes of two adjacent ids can look like a third.
  while (at >= 0 && at % idBytes !== 0) at = ids.indexOf(bytes, at + 1)
  return at < 0 ? null : at / idBytes
}

function idAt(ids: Buffer, place: number): string {
  const hex = ids.toString('hex', place * idBytes, (place + 1) * idBytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
