import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import type { Transfer } from '@wingmark/contract/transfers'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { after, behind, changeOf, type ItemInput, shownOf } from '#web/features/deliveries/item-changes'
import { deliveryItemsQuery } from '#web/features/deliveries/queries'
import { placeNewer, refreshTransfers, removePlaced } from '#web/features/transfers/queries'
import { offerInverse } from '#web/lib/changes/offer-inverse'
import { toastForError } from '#web/lib/error-toast'
import { orTakeBack } from '#web/lib/or-take-back'
import { sendInTurn } from '#web/lib/send-in-turn'

type Newer = NonNullable<Transfer['newer']>

/** The loaded items of a delivery. Changes name only what they affect, and show at once. */
export function useDeliveryItems(id: string) {
  const client = useQueryClient()
  const options = deliveryItemsQuery(id)
  const { queryKey } = options
  const query = useInfiniteQuery(options)
  const { data, hasNextPage } = query
  const mutationKey = [...deliveryKeys.one(id), 'change-items']
  const underWay = { mutationKey, status: 'pending' } as const
  const going = useMutationState({ filters: underWay, select: ({ state }) => state.variables as ItemInput })
  const saved = (changed: DeliveryDetails) => void client.setQueryData(deliveryKeys.one(id), changed)
  const { mutateAsync: change } = useMutation({
    mutationKey,
    mutationFn(input: ItemInput) {
      // As it was made, before what follows.
      const at = { delivery: id, order: now().order, saved }
      return sendInTurn(`items of ${id}`, () => changeOf(input).send(at, input, { key: id }))
    },
    // A change counts as under way until the items are read again; reads would cancel each other.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: deliveryKeys.sent })
      void client.invalidateQueries({ queryKey: [...deliveryKeys.one(id), 'activity'] })
      return sendInTurn(`reading of ${id}`, () => client.invalidateQueries({ queryKey }))
    },
  })
  // What follows the last loaded one is unknown.
  const shown = (loaded: readonly Transfer[]) => (hasNextPage ? loaded.slice(0, -1) : loaded)
  const items = data ? shown(shownOf(after(data.pages.flatMap(resultsOf), going))) : null

  /** Current even if two presses come before a render. */
  const now = () => {
    const underWayNow = client.getMutationCache().findAll(underWay)
    return after(
      client.getQueryData(queryKey)?.pages.flatMap(resultsOf) ?? [],
      underWayNow.map(({ state }) => state.variables as ItemInput),
    )
  }
  const run = (input: ItemInput) => {
    const withdraw = offerInverse(changeOf(input), now(), input, (back) => void change(back).catch(() => {}))
    void change(input).catch(withdraw)
  }
  const about = ({ _id, name }: Transfer) => ({ name, items: [_id] })
  const move = (item: Transfer, before: string | null) =>
    run({ kind: 'move', ...about(item), before: before === null ? [] : [before] })

  /** Puts the current version of the review in the item's place; Undo or a refusal removes its copy again. */
  const sendNewer = async (item: Transfer, newer: Newer) => {
    const { name, version } = newer
    const placed = await placeNewer(newer, item.parent)
    refreshTransfers(client)
    const [items, gone, before] = [[placed], [item._id], behind(now(), [item._id])]
    const input = { kind: 'exchange', name, version, items, gone, before } as const
    const takeBack = async () => {
      await removePlaced(placed)
      refreshTransfers(client)
    }
    const back = (inverse: ItemInput) => change(inverse).then(takeBack)
    const undo = (inverse: ItemInput) => void back(inverse).catch(toastForError)
    const withdraw = offerInverse(changeOf(input), now(), input, undo)
    await orTakeBack(change(input), takeBack).catch(withdraw)
  }

  return {
    /** Null during the first load. */
    items,
    total: data?.pages.at(-1)?.total ?? 0,
    query,
    isBusy: going.length > 0,
    /** At the end. */
    add: (items: string[]) => change({ kind: 'add', name: '', items, before: null }),
    sendNewer: (item: Transfer, newer: Newer) => sendNewer(item, newer).catch(toastForError),
    /** Null: after all shown ones. */
    moveBefore: (item: Transfer, before: string | null) =>
      move(item, before ?? (hasNextPage ? (now().order.at(-1) ?? null) : null)),
    /** Moves it so many places earlier (negative) or later; returns its position from 0. */
    step(item: Transfer, by: number): number {
      const items = shownOf(now())
      const at = items.findIndex((one) => one._id === item._id)
      const to = Math.min(Math.max(0, at + by), shown(items).length - 1)
      if (to !== at) move(item, items.toSpliced(at, 1)[to]?._id ?? null)
      return to
    },
    remove: (item: Transfer) => run({ kind: 'remove', ...about(item) }),
  }
}

const resultsOf = (page: { results: Transfer[] }) => page.results
