/** The selected ids of a list; `anchor` is where a range begins. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null }

export const noSelection: Selection = { ids: new Set(), anchor: null }

export type Press = { id: string; isRange: boolean; isMore: boolean }

/** Shift selects from the anchor on; Ctrl or ⌘ toggles one. */
export function choose(
  selection: Selection,
  order: readonly string[],
  { id, isRange, isMore }: Press,
): Selection {
  const { ids, anchor } = selection
  if (isRange && anchor !== null && order.includes(anchor)) {
    const [from, to] = [order.indexOf(anchor), order.indexOf(id)].toSorted((a, b) => a - b)
    const range = order.slice(from, (to ?? 0) + 1)
    return { ids: new Set(isMore ? [...ids, ...range] : range), anchor }
  }
  if (!isMore) return { ids: new Set([id]), anchor: id }
  const rest = new Set(ids)
  if (!rest.delete(id)) rest.add(id)
  return { ids: rest, anchor: id }
}

/** Deselects what is no longer in the list. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order)
  const kept = [...selection.ids].filter((id) => listed.has(id))
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) }
}

export type Places = ReadonlyMap<string, number>

/** Up to so many moved ones are searched singly; more of them in one pass. */
const soughtMax = 8

/** The positions of some ids in a list, in its order; `known` holds their former ones. */
export function placesOf(ids: ReadonlySet<string>, order: readonly string[], known: Places): Places {
  const found: { id: string; place: number }[] = []
  let sought = 0
  let next = 0
  for (const id of ids) {
    // A range is contiguous.
    const near = [known.get(id) ?? next, next].find((place) => order[place] === id)
    if (near === undefined && ++sought > soughtMax) return placesInOnePass(ids, order)
    const place = near ?? order.indexOf(id)
    if (place === -1) continue
    found.push({ id, place })
    next = place + 1
  }
  return new Map(found.toSorted((a, b) => a.place - b.place).map(({ id, place }) => [id, place]))
}

function placesInOnePass(ids: ReadonlySet<string>, order: readonly string[]): Places {
  const places = new Map<string, number>()
  for (const [place, id] of order.entries()) if (ids.has(id)) places.set(id, place)
  return places
}
