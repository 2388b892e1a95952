import { z } from 'zod'
import { AiHost } from './ai.ts'
import { Id, Time } from './ids.ts'
import { one } from './paging.ts'
import { Plan } from './plans.ts'
import { route } from './route.ts'

/** How people get plans on this server, chosen by its operator. */
export const PlansMode = z.enum(['OPEN', 'OPERATOR', 'STRIPE'])
export type PlansMode = z.infer<typeof PlansMode>

/** The price that the payment provider charges; we never type it. */
const Price = z.object({
  /** In the currency itself, not in cents. */
  amount: z.number(),
  currency: z.string(),
  interval: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
  /** Charged every this many intervals. */
  intervalCount: z.int(),
  /** Whether taxes are part of it. */
  tax: z.enum(['INCLUDED', 'ADDED', 'UNKNOWN']),
})
export type Price = z.infer<typeof Price>

export const PlanOffer = z.object({
  _id: Plan,
  storageBytes: z.int(),
  aiCharactersPerMonth: z.int(),
  messagesPerDay: z.int(),
  /** How many people a user may ask to connect; null: no limit, 0: none. */
  connectionsMax: z.int().nullable(),
  /** Null where nothing is sold. */
  price: Price.nullable(),
})
export type PlanOffer = z.infer<typeof PlanOffer>

export const Plans = z.object({
  mode: PlansMode,
  /** Whom to ask; null where the operator left no address. */
  operatorEmail: z.string().nullable(),
  plans: z.array(PlanOffer),
  /** A pack of more storage, where one is sold or free. */
  storagePack: z.object({ bytes: z.int(), price: Price.nullable() }).nullable(),
  /** False: the plan includes generation, but this server has no AI service. */
  hasAi: z.boolean(),
  /** Where that service is. */
  ai: AiHost.optional(),
})
export type Plans = z.infer<typeof Plans>

export const listPlans = route({
  method: 'GET',
  path: '/subscription/api/v1/plans',
  access: 'anyone',
  summary: 'What each plan includes, and how to get it on this server',
  reply: one(Plans),
})

export const Subscription = z.object({
  plan: Plan,
  source: PlansMode.nullable(),
  status: z.enum(['NONE', 'ACTIVE', 'PAST_DUE', 'ENDED']),
  /** Until when it is paid or granted. */
  periodEnd: Time.nullable(),
  /** It ends at `periodEnd` by itself. */
  isEnding: z.boolean(),
  extraStorageBytes: z.int(),
  /** How much more storage can be taken free of charge. */
  moreStorageBytes: z.int(),
  can: z.object({ upgrade: z.boolean(), cancel: z.boolean(), portal: z.boolean(), addStorage: z.boolean() }),
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscription = route({
  method: 'GET',
  path: '/subscription/api/v1/user',
  access: 'user',
  summary: 'The plan of the caller',
  reply: one(Subscription),
})

/** An unknown plan is treated as missing; case does not matter. */
const PlanParam = z.preprocess((value) => String(value).toUpperCase(), Plan)

export const upgradePlan = route({
  method: 'PATCH',
  path: '/subscription/api/v1/upgrade/:id/plan/:planId',
  access: 'user',
  summary: 'First the caller’s own id, then the plan. If it has to be paid for, the plan does not change yet',
  params: z.object({ id: Id, planId: PlanParam }),
  reply: one(
    z.discriminatedUnion('state', [
      z.object({ state: z.literal('ACTIVE'), plan: Plan }),
      z.object({ state: z.literal('PAYMENT_NEEDED'), checkoutUrl: z.string() }),
    ]),
  ),
})

export const cancelPlan = route({
  method: 'PATCH',
  path: '/subscription/api/v1/cancel',
  access: 'user',
  summary: 'Cancel Commander: at once if it is free, otherwise at the end of the paid period',
  reply: one(Subscription),
})

export const addStorage = route({
  method: 'POST',
  path: '/subscription/api/v1/storage',
  access: 'user',
  status: 201,
  errors: ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'UNAVAILABLE'],
  summary: 'Add a storage pack: at once if it is free, otherwise through a checkout',
  reply: one(
    z.discriminatedUnion('state', [
      z.object({ state: z.literal('ACTIVE'), limitBytes: z.int() }),
      z.object({ state: z.literal('PAYMENT_NEEDED'), checkoutUrl: z.string() }),
    ]),
  ),
})

export const openPortal = route({
  method: 'POST',
  path: '/subscription/api/v1/portal',
  access: 'user',
  status: 201,
  errors: ['CONFLICT', 'UNAVAILABLE'],
  summary: 'Where the payment provider shows card, invoices and cancellation',
  reply: one(z.object({ url: z.string() })),
})
