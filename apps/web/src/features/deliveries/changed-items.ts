import { moveBefore } from '@wingmark/contract/file-order'
import type { Transfer } from '@wingmark/contract/transfers'

export type ItemChange = { remove?: string[]; move?: { items: string[]; before: string | null } }

/** The items after these changes; repeating a change changes nothing. */
export function changedItems(items: readonly Transfer[], changes: readonly ItemChange[]): Transfer[] {
  const byId = new Map(items.map((item) => [item._id, item]))
  let order = [...byId.keys()]
  for (const { remove = [], move } of changes) {
    order = order.filter((id) => !remove.includes(id))
    if (move) order = moveBefore(order, move.items, move.before)
  }
  return order.flatMap((id) => byId.get(id) ?? [])
}
