import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getStorageUse } from '@wingmark/contract/storage-use'
import {
  addStorage,
  cancelPlan,
  getSubscription,
  listPlans,
  openPortal,
  upgradePlan,
} from '@wingmark/contract/subscriptions'
import { v4 as uuid } from 'uuid'
import { accountKeys } from '#web/features/account/queries'
import { call } from '#web/lib/api'
import { leaveFor } from '#web/lib/layers'

export const plansKeys = {
  offers: ['plans', 'offers'],
  own: ['plans', 'own'],
  use: ['plans', 'use'],
} as const

/** What each plan offers, and how to get it on this server. */
export const plansQuery = queryOptions({
  queryKey: plansKeys.offers,
  queryFn: async ({ signal }) => (await call(listPlans, { signal })).result,
  staleTime: 5 * 60_000,
})

/** Notes for perks that this server cannot offer. */
export function usePerks(perks: readonly string[]): readonly string[] {
  const { data } = useQuery(plansQuery)
  return data?.hasAi ? perks : perks.filter((perk) => !perk.startsWith('AI'))
}

export const subscriptionQuery = queryOptions({
  queryKey: plansKeys.own,
  queryFn: async ({ signal }) => (await call(getSubscription, { signal })).result,
})

export const storageUseQuery = queryOptions({
  queryKey: plansKeys.use,
  queryFn: async ({ signal }) => (await call(getStorageUse, { signal })).result,
})

/** Reads everything again that the plan affects. */
export function usePlanChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [plansKeys.own, plansKeys.use, accountKeys.usage, accountKeys.profile].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

/** Goes to checkout if payment is needed; the plan changes only once the payment provider confirms. */
function leaveToPay(answer: { state: 'ACTIVE' } | { state: 'PAYMENT_NEEDED'; checkoutUrl: string }): void {
  if (answer.state === 'PAYMENT_NEEDED') leaveFor(answer.checkoutUrl)
}

export function useUpgrade() {
  const changed = usePlanChanged()
  return useMutation({
    mutationFn: async (userId: string) =>
      (await call(upgradePlan, { params: { id: userId, planId: 'COMMANDER' } })).result,
    onSuccess: async (answer) => {
      leaveToPay(answer)
      await changed()
    },
  })
}

export function useCancelPlan() {
  const changed = usePlanChanged()
  return useMutation({ mutationFn: () => call(cancelPlan), onSuccess: changed })
}

export function useAddStorage() {
  const changed = usePlanChanged()
  return useMutation({
    mutationFn: async () => (await call(addStorage, { idempotencyKey: uuid() })).result,
    onSuccess: async (answer) => {
      leaveToPay(answer)
      await changed()
    },
  })
}

/** Opens the payment provider's pages for card, invoices and cancelling. */
export function useOpenPortal() {
  return useMutation({
    mutationFn: async () => (await call(openPortal)).result.url,
    onSuccess: leaveFor,
  })
}
