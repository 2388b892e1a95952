import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { changeDelivery } from '@wingmark/contract/deliveries'
import { isolated } from '@wingmark/contract/names'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { deleteTransfer, type Transfer } from '@wingmark/contract/transfers'
import { changedItems, type ItemChange } from '#web/features/deliveries/changed-items'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { deliveryItemsQuery } from '#web/features/deliveries/queries'
import { placeNewer, refreshTransfers } from '#web/features/transfers/queries'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { sendInTurn } from '#web/lib/send-in-turn'
import { offerUndo } from '#web/lib/undo'

type Body = ItemChange & Pick<RouteBodyInput<typeof changeDelivery>, 'add'>

/** The loaded items of a delivery. Changes name only what they affect, and show at once. */
export function useDeliveryItems(id: string) {
  const client = useQueryClient()
  const options = deliveryItemsQuery(id)
  const { queryKey } = options
  const query = useInfiniteQuery(options)
  const { data, hasNextPage } = query
  const mutationKey = [...deliveryKeys.one(id), 'change-items']
  const underWay = { mutationKey, status: 'pending' } as const
  const going = useMutationState({ filters: underWay, select: ({ state }) => state.variables as Body })
  const { mutateAsync: change } = useMutation({
    mutationKey,
    mutationFn: async (body: Body) => {
      const send = () => call(changeDelivery, { params: { id }, body })
      return (await sendInTurn(`items of ${id}`, send)).result
    },
    onSuccess: (changed) => client.setQueryData(deliveryKeys.one(id), changed),
    // A change counts as under way until the items are read again; reads would cancel each other.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: deliveryKeys.sent })
      void client.invalidateQueries({ queryKey: [...deliveryKeys.one(id), 'activity'] })
      return sendInTurn(`reading of ${id}`, () => client.invalidateQueries({ queryKey }))
    },
  })
  // What follows the last loaded one is unknown.
  const shown = (loaded: readonly Transfer[]) => (hasNextPage ? loaded.slice(0, -1) : loaded)
  const items = data ? shown(changedItems(data.pages.flatMap(resultsOf), going)) : null

  /** Current even if two presses come before a render. */
  const now = () =>
    changedItems(
      client.getQueryData(queryKey)?.pages.flatMap(resultsOf) ?? [],
      client
        .getMutationCache()
        .findAll(underWay)
        .map(({ state }) => state.variables as Body),
    )
  /** `back` puts the item before its current successor, or the next one left. */
  const run = (item: Transfer, words: string, body: Body, back: Body = {}) => {
    const order = now()
    const behind = order.slice(order.findIndex((one) => one._id === item._id) + 1)
    const undo = () => {
      const left = new Set(now().map((one) => one._id))
      const before = behind.find((one) => left.has(one._id))?._id ?? null
      void change({ ...back, move: { items: [item._id], before } }).catch(() => undefined)
    }
    const withdraw = offerUndo(`“${isolated(item.name)}” ${words}`, undo)
    void change(body).catch(withdraw)
  }
  const move = (item: Transfer, before: string | null) =>
    run(item, 'moved', { move: { items: [item._id], before } })

  /** Puts the current version of the review in the item's place; Undo removes its copy again. */
  const sendNewer = async (item: Transfer, newer: NonNullable<Transfer['newer']>) => {
    const placed = await placeNewer(newer, item.parent)
    refreshTransfers(client)
    const order = now()
    const before = order[order.findIndex((one) => one._id === item._id) + 1]?._id ?? null
    const exchange = (gone: string, come: string) =>
      change({ remove: [gone], add: [come], move: { items: [come], before } })
    const back = async () => {
      await exchange(placed, item._id)
      await call(deleteTransfer, { params: { id: placed }, body: {} })
      refreshTransfers(client)
    }
    const words = `Version ${newer.version} of “${isolated(newer.name)}” is sent instead`
    const withdraw = offerUndo(words, () => void back().catch(toastForError))
    await exchange(item._id, placed).catch(withdraw)
  }

  return {
    /** Null during the first load. */
    items,
    total: data?.pages.at(-1)?.total ?? 0,
    query,
    isBusy: going.length > 0,
    change,
    sendNewer: (item: Transfer, newer: NonNullable<Transfer['newer']>) =>
      sendNewer(item, newer).catch(toastForError),
    /** Null: after all shown ones. */
    moveBefore: (item: Transfer, before: string | null) =>
      move(item, before ?? (hasNextPage ? (now().at(-1)?._id ?? null) : null)),
    /** Moves it so many places earlier (negative) or later; returns its position from 0. */
    step(item: Transfer, by: number): number {
      const order = now()
      const at = order.findIndex((one) => one._id === item._id)
      const to = Math.min(Math.max(0, at + by), shown(order).length - 1)
      if (to !== at) move(item, order.toSpliced(at, 1)[to]?._id ?? null)
      return to
    },
    remove: (item: Transfer) => run(item, 'removed', { remove: [item._id] }, { add: [item._id] }),
  }
}

const resultsOf = (page: { results: Transfer[] }) => page.results
