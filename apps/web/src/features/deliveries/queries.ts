import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as contract from '@wingmark/contract/deliveries'
import { transferItemsMax } from '@wingmark/contract/limits'
import * as received from '@wingmark/contract/received-deliveries'
import type { RouteBodyInput } from '@wingmark/contract/route'
import { downloadTransfers } from '@wingmark/contract/transfers'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import { begunDownload, lastClaim } from '#web/features/deliveries/begun-download'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { transferKeys } from '#web/features/transfers/queries'
import { call } from '#web/lib/api'
import { rememberLetIn, rememberShareToken, shareTokenOf } from '#web/lib/share-token'

const pageSize = 20
/** Downloads by others send no event unless the delivery is open. */
const refreshMs = 30_000
/** Changes of an open page come as events; its expiry does not. */
const pageRefreshMs = 300_000
const drawingMs = 3_000

const proof = (id: string) => {
  const share = shareTokenOf(id)
  return share === undefined ? {} : { share }
}

/** Identifies a visit in progress, which a used-up link still lets in. */
function ofVisit(id: string): { claim?: string } {
  const claim = begunDownload(id)?.claim ?? lastClaim(id)
  return claim === undefined ? {} : { claim }
}

export function deliveryPageQuery(id: string) {
  return queryOptions({
    queryKey: deliveryKeys.page(id),
    queryFn: async ({ signal }) => {
      const query = ofVisit(id)
      return (await call(received.getDeliveryPage, { params: { id }, query, ...proof(id), signal })).result
    },
    // More often until all pictures are rendered.
    refetchInterval: ({ state }) =>
      state.data?.files.results.some((one) => one.file.state === 'PROCESSING') ? drawingMs : pageRefreshMs,
    meta: { shown: true },
  })
}

/** The files after those in the page itself. */
export function moreFilesQuery(id: string, cursor: string | null) {
  return infiniteQueryOptions({
    queryKey: [...deliveryKeys.page(id), 'files', cursor],
    queryFn: ({ pageParam, signal }) =>
      call(received.listDeliveryFiles, {
        params: { id },
        query: { cursor: pageParam, ...ofVisit(id) },
        ...proof(id),
        signal,
      }),
    initialPageParam: cursor ?? '',
    getNextPageParam: (last) => last.nextCursor,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** By its link's code and password, which no address contains. */
export function useOpenDelivery() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof received.openDelivery>) =>
      (await call(received.openDelivery, { body })).result,
    onSuccess: ({ shareToken, deviceToken, ...page }) => {
      rememberLetIn(page._id, deviceToken)
      rememberShareToken(page._id, shareToken)
      client.setQueryData(deliveryKeys.page(page._id), page)
    },
    meta: { shown: true },
  })
}

/** `items` null: all. An earlier `claim` for the same items continues, and is not counted again. */
export function useClaimDownload(delivery: string) {
  return useMutation({
    mutationFn: async ({ items, claim }: { items: string[] | null; claim?: string | undefined }) => {
      const body = { delivery, ...(items && { items }), ...(claim === undefined ? {} : { claim }) }
      return (await call(downloadTransfers, { body, ...proof(delivery) })).result
    },
  })
}

export function useKeepDelivery(id: string) {
  const client = useQueryClient()
  return useMutation({
    /** `items` null: all. */
    mutationFn: (items: string[] | null) =>
      call(received.keepDelivery, {
        params: { id },
        body: items ? { items } : {},
        ...proof(id),
        idempotencyKey: uuid(),
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountKeys.usage })
      return client.invalidateQueries({ queryKey: transferKeys.all })
    },
  })
}

export function useAskForLink() {
  return useMutation({
    mutationFn: (shareCode: string) => call(received.askForNewLink, { body: { shareCode } }),
  })
}

export function sentQuery(page: number, state: contract.DeliveryState | null) {
  const query = { page, limit: pageSize, ...(state === null ? {} : { state }) }
  return queryOptions({
    queryKey: [...deliveryKeys.sent, page, state],
    queryFn: ({ signal }) => call(contract.listDeliveries, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    meta: { shown: true },
  })
}

/** Latest deliveries of this file or folder, including those of a parent folder. */
export function sentWithQuery(item: string) {
  return queryOptions({
    queryKey: [...deliveryKeys.sent, 'with', item],
    queryFn: ({ signal }) => call(contract.listDeliveries, { query: { item, limit: pageSize }, signal }),
    staleTime: 0,
    meta: { shown: true },
  })
}

export function receivedQuery(page: number) {
  return queryOptions({
    queryKey: [...deliveryKeys.received, page],
    queryFn: ({ signal }) => call(received.listReceived, { query: { page, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
    meta: { shown: true },
  })
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: deliveryKeys.one(id),
    queryFn: async ({ signal }) => (await call(contract.getDelivery, { params: { id }, signal })).result,
    refetchInterval: refreshMs,
    meta: { shown: true },
  })
}

/** The items in order, as the sender sees them. */
export function deliveryItemsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...deliveryKeys.one(id), 'items'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listDeliveryItems, {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    meta: { shown: true },
  })
}

export function deliveryActivityQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...deliveryKeys.one(id), 'activity'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listDeliveryActivity, {
        params: { id },
        query: pageParam ? { cursor: pageParam } : {},
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.results),
    staleTime: 0,
    meta: { shown: true },
  })
}

/** Invalidates what a change affects. */
function useRenew(id: string) {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: deliveryKeys.sent })
    return client.invalidateQueries({ queryKey: deliveryKeys.one(id) })
  }
}

export function useChangeDelivery(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof contract.changeDelivery>) =>
      (await call(contract.changeDelivery, { params: { id }, body })).result,
    onSuccess: (changed) => {
      client.setQueryData(deliveryKeys.one(id), changed)
      void client.invalidateQueries({ queryKey: [...deliveryKeys.one(id), 'activity'] })
      return client.invalidateQueries({ queryKey: deliveryKeys.sent })
    },
    meta: { shown: [422] },
  })
}

/** Closes all of its links, and returns those that were open. */
export function useCloseDelivery(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async () => {
      const links = (await call(contract.listDeliveryLinks, { params: { id } })).results
      await call(contract.changeDelivery, { params: { id }, body: { access: 'NONE' } })
      return links.filter((link) => link.access !== 'NONE').map((link) => link._id)
    },
    onSuccess: renew,
  })
}

export function useRemindRecipients(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async () => (await call(contract.remindRecipients, { params: { id }, body: {} })).result,
    onSuccess: renew,
  })
}

export function useAddDeliveryLink(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async (body: RouteBodyInput<typeof contract.createDeliveryLink>) =>
      (await call(contract.createDeliveryLink, { params: { id }, body, idempotencyKey: uuid() })).result,
    onSuccess: renew,
    meta: { shown: [422] },
  })
}

export function useChangeDeliveryLink(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: async ({
      link,
      ...body
    }: RouteBodyInput<typeof contract.changeDeliveryLink> & { link: string }) =>
      (await call(contract.changeDeliveryLink, { params: { id, linkId: link }, body })).result,
    onSuccess: renew,
  })
}

export function useDeleteDeliveryLink(id: string) {
  const renew = useRenew(id)
  return useMutation({
    mutationFn: (link: string) => call(contract.deleteDeliveryLink, { params: { id, linkId: link } }),
    onSettled: renew,
  })
}

export const makeDelivery = async (
  body: RouteBodyInput<typeof contract.createDelivery>,
  idempotencyKey: string,
) => (await call(contract.createDelivery, { body, idempotencyKey })).result

/** Adds some items while more will follow. */
export const addToDelivery = (id: string, add: readonly string[]) =>
  call(contract.changeDelivery, { params: { id }, body: { add: [...add] } })

/** Tells viewers how many files are uploaded. */
export const announceArrived = (id: string, arrivedCount: number) =>
  call(contract.changeDelivery, { params: { id }, body: { arrivedCount } })

/** In as many calls as needed. */
export async function addAllToDelivery(id: string, items: readonly string[]): Promise<void> {
  for (let at = 0; at < items.length; at += transferItemsMax) {
    await addToDelivery(id, items.slice(at, at + transferItemsMax))
  }
}

/** Adds the last items; then the emails go out. */
export async function completeDelivery(id: string, items: readonly string[]): Promise<void> {
  await addAllToDelivery(id, items)
  await call(contract.changeDelivery, { params: { id }, body: { isComplete: true } })
}

/** One press makes one link, however many tries it takes. */
export function useSendFinals(make: (key: string) => Promise<{ id: string; url: string }>) {
  const client = useQueryClient()
  const [key] = useState(() => uuid())
  return useMutation({
    mutationFn: () => make(key),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: accountKeys.usage })
      void client.invalidateQueries({ queryKey: deliveryKeys.sent })
      return client.invalidateQueries({ queryKey: transferKeys.all })
    },
    meta: { shown: true },
  })
}

export const removeDelivery = (id: string) => call(contract.deleteDelivery, { params: { id } })

/** After files were sent in this tab. */
export function refreshDeliveries(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: deliveryKeys.all })
}
