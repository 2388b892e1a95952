import { type ChangeDeliveryBody, deliveryMessages } from '@wingmark/contract/deliveries'
import { moveBefore } from '@wingmark/contract/file-order'
import { deliveryItemsMax } from '@wingmark/contract/limits'
import { transferMessages } from '@wingmark/contract/transfers'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { fitting } from '#server/http/pages'
import * as store from '#server/modules/deliveries/contents/store'
import { presentByIds, withoutParents } from '#server/modules/transfers/lists/service'
import { requireChosen } from '#server/modules/transfers/service'
import { invalidFields } from '#server/platform/domain-error'

/** Some of the chosen items, as the sender sees them. Checks no permission. */
export async function readItems(
  deps: Deps,
  actor: UserActor,
  id: string,
  { offset, limit }: { offset: number; limit: number },
) {
  const all = await store.listItems.rows(deps.db.pool, { id })
  const ids = all.slice(offset, offset + limit).map((item) => item.id)
  const presented = await presentByIds(deps, actor, ids)
  const results = fitting(presented.map(withoutParents))
  const last = results.at(-1)?._id ?? ''
  const next = offset + (results.length < presented.length ? ids.indexOf(last) + 1 : ids.length)
  return { results, nextCursor: next < all.length ? String(next) : null, total: all.length }
}

type Change = Pick<ChangeDeliveryBody, 'items' | 'add' | 'remove' | 'move'>

/** Returns whether any item was removed. The delivery must be locked. */
export async function changeItems(
  tx: Transaction,
  owner: string,
  id: string,
  { items, add, remove, move }: Change,
): Promise<boolean> {
  const wanted = [...new Set([...(items ?? []), ...(add ?? [])])]
  if (wanted.length > 0) await requireChosen(tx, owner, wanted)
  const gone = items ? await store.keepItems.rows(tx, { id, items }) : []
  if (remove) gone.push(...(await store.dropItems.rows(tx, { id, items: remove })))
  if (wanted.length > 0) await store.addItems.rows(tx, { id, items: wanted })
  if (items) await store.orderItems.rows(tx, { id, items })
  if (move) await moveItems(tx, id, move)
  const counted = await store.countItems.first(tx, { id })
  if ((counted?.count ?? 0) > deliveryItemsMax) throw invalidFields({ add: deliveryMessages.tooManyItems })
  return gone.length > 0
}

/** Moves some items; parallel additions and moves stay. */
async function moveItems(
  tx: Transaction,
  id: string,
  { items, before }: NonNullable<Change['move']>,
): Promise<void> {
  const ids = (await store.listChosen.rows(tx, { id })).map((item) => item.id)
  const known = new Set(ids)
  const areThere = [...items, ...(before === null ? [] : [before])].every((item) => known.has(item))
  if (!areThere) throw invalidFields({ move: transferMessages.fileNotFound })
  await store.orderItems.rows(tx, { id, items: moveBefore(ids, items, before) })
}
