/** Which of a list are chosen; `anchor` is where a range begins. */
export type Selection = { ids: ReadonlySet<string>; anchor: string | null }

export const noSelection: Selection = { ids: new Set(), anchor: null }

export type Press = { id: string; isRange: boolean; isMore: boolean }

/** A press with Shift takes everything from the anchor on, with Ctrl or ⌘ one more or one less. */
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

/** What is no longer in the list is no longer chosen. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order)
  const kept = [...selection.ids].filter((id) => listed.has(id))
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) }
}
