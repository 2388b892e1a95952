import type { Price } from '@wingmark/contract/subscriptions'
import type Stripe from 'stripe'
import type { StripeConfig } from '#server/platform/config'
import { DomainError } from '#server/platform/domain-error'
import type { Log } from '#server/platform/log'

export type Product = 'COMMANDER' | 'STORAGE'

/** A subscription as the payment provider has it now. */
export type PaidSubscription = {
  id: string
  status: 'active' | 'past-due' | 'ended' | 'waiting'
  products: { product: Product; quantity: number }[]
  periodStart: Date
  periodEnd: Date
  isEnding: boolean
  createdAt: Date
}

/** Where payments go; only tests replace Stripe itself. */
export type PaymentsPlace = { host: string; port: number; protocol: 'http' | 'https' }

export type Payments = {
  /** Some minutes old, or the last known during an outage: no call waits. Null if not sold, or unknown. */
  price(product: Product): Price | null
  /** Creates a person's customer once, however often it is called. */
  customerOf(person: { id: string; email: string }): Promise<string>
  /** Where to pay. Reuses an open checkout, so that two tabs pay once, whenever they were opened. */
  checkout(wanted: { customer: string; product: Product; backTo: string; paidTo: string }): Promise<string>
  /** Ends all open checkouts. */
  expireCheckouts(customer: string): Promise<void>
  portal(customer: string, backTo: string): Promise<string>
  endAtPeriodEnd(subscription: string): Promise<void>
  endNow(subscription: string): Promise<void>
  /** Refunds its last payment; a repeated call is the same refund. */
  refundLast(subscription: string): Promise<void>
  subscriptionsOf(customer: string): Promise<PaidSubscription[]>
  /** An event's subject. Null for an old event, or one that the payment provider did not sign. */
  readEvent(body: Buffer, signature: string): Promise<{ id: string; customer: string | null } | null>
}

const timeoutMs = 10_000
const priceKeptMs = 5 * 60_000
const eventToleranceSeconds = 300

const unreachable = () =>
  new DomainError('UNAVAILABLE', {
    message: 'Payments are unavailable right now. Nothing was charged.',
    retryAfterSeconds: 30,
  })

/** Stripe's own package, loaded on first use. Calls throw UNAVAILABLE during an outage. */
export function createPayments(config: StripeConfig, log: Log, place?: PaymentsPlace): Payments {
  let loaded: Promise<Stripe> | null = null
  const prices = new Map<Product, { price: Price | null; until: number }>()
  const learning = new Set<Product>()
  const idOf = { COMMANDER: config.priceCommander, STORAGE: config.priceStorage }

  const load = () =>
    (loaded ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(config.secretKey, {
          timeout: timeoutMs,
          maxNetworkRetries: 1,
          telemetry: false,
          ...place,
        }),
    ))
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await load()
    try {
      return await work(stripe)
    } catch (error) {
      const code = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
      // Stripe's refusals are our mistakes or wrong settings, for the log. 409: the same call is running.
      if (typeof code === 'number' && code >= 400 && code < 429 && code !== 409) throw error
      throw unreachable()
    }
  }
  /** Errors with this code mean that it is done already; null: any refusal does. */
  const askOnce = async (
    work: (stripe: Stripe) => Promise<unknown>,
    { done, refused }: { done: string | null; refused: string },
  ) => {
    try {
      await ask(work)
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
      if (error instanceof DomainError || (done !== null && code !== done)) throw error
      log.warn({ err: error }, refused)
    }
  }
  const sessionsOf = async (customer: string) =>
    (await ask((stripe) => stripe.checkout.sessions.list({ customer, limit: 100 }))).data
  const expire = (session: string) =>
    askOnce((stripe) => stripe.checkout.sessions.expire(session), {
      done: null,
      refused: 'a checkout was not open any more',
    })

  const learnPrice = async (product: Product, id: string) => {
    if (learning.has(product)) return
    learning.add(product)
    try {
      const price = presentPrice(await ask((stripe) => stripe.prices.retrieve(id)))
      prices.set(product, { price, until: Date.now() + priceKeptMs })
    } catch (error) {
      log.warn({ err: error, product }, 'a price could not be read')
    } finally {
      learning.delete(product)
    }
  }

  return {
    price(product) {
      const id = idOf[product]
      if (id === null) return null
      const known = prices.get(product)
      if (!known || known.until <= Date.now()) void learnPrice(product, id)
      return known?.price ?? null
    },
    async customerOf({ id, email }) {
      const customer = await ask((stripe) =>
        stripe.customers.create({ email, metadata: { user: id } }, { idempotencyKey: `customer ${id}` }),
      )
      return customer.id
    },
    async checkout({ customer, product, backTo, paidTo }) {
      const price = idOf[product]
      if (price === null) throw new DomainError('NOT_FOUND')
      const found = await sessionsOf(customer)
      const earlier = found.find(({ metadata }) => metadata?.product === product)
      const open = found.filter(({ status }) => status === 'open')
      for (const { id, metadata } of open)
        if (!metadata?.product || (metadata.product === product && metadata.price !== price)) await expire(id)
      const same = open.find(({ metadata }) => metadata?.product === product && metadata.price === price)
      if (same?.url) return same.url
      const session = await ask((stripe) =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer,
            line_items: [{ price, quantity: 1 }],
            success_url: paidTo,
            cancel_url: backTo,
            metadata: { product, price },
          },
          // By the previous one, so that two calls at the same moment create one.
          { idempotencyKey: `checkout ${product} ${price} ${customer} ${earlier?.id ?? 'first'}` },
        ),
      )
      if (!session.url) throw new Error('a checkout without an address')
      return session.url
    },
    async expireCheckouts(customer) {
      for (const { id, status } of await sessionsOf(customer)) if (status === 'open') await expire(id)
    },
    async portal(customer, backTo) {
      const portal = await ask((stripe) =>
        stripe.billingPortal.sessions.create({ customer, return_url: backTo }),
      )
      return portal.url
    },
    async endAtPeriodEnd(subscription) {
      await ask((stripe) => stripe.subscriptions.update(subscription, { cancel_at_period_end: true }))
    },
    async endNow(subscription) {
      await ask((stripe) => stripe.subscriptions.cancel(subscription))
    },
    async refundLast(subscription) {
      const { latest_invoice: last } = await ask((stripe) => stripe.subscriptions.retrieve(subscription))
      const invoice = idIn(last ?? undefined)
      if (!invoice) return
      const paid = await ask((stripe) => stripe.invoicePayments.list({ invoice, status: 'paid' }))
      for (const { id, payment } of paid.data) {
        const intent = idIn(payment.payment_intent)
        const what = intent ? { payment_intent: intent } : { charge: idIn(payment.charge) ?? '' }
        const key = { idempotencyKey: `refund ${id}` }
        await askOnce((stripe) => stripe.refunds.create(what, key), {
          done: 'charge_already_refunded',
          refused: 'a payment was given back before',
        })
      }
    },
    async subscriptionsOf(customer) {
      const found = await ask((stripe) => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
      return found.data.map((one) => presentSubscription(one, idOf))
    },
    async readEvent(body, signature) {
      const stripe = await load()
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          config.webhookSecret,
          eventToleranceSeconds,
        )
        return { id: event.id, customer: customerIn(event.data.object) }
      } catch {
        return null
      }
    },
  }
}

const idIn = (given: string | { id: string } | undefined): string | undefined =>
  typeof given === 'object' ? given.id : given

function customerIn(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null
  const customer: unknown = Reflect.get(object, 'customer')
  if (typeof customer === 'string') return customer
  const isCustomer = Reflect.get(object, 'object') === 'customer'
  const id: unknown = Reflect.get(object, 'id')
  return isCustomer && typeof id === 'string' ? id : null
}

const intervals: Record<string, Price['interval']> = {
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  year: 'YEAR',
}
const taxes: Record<string, Price['tax']> = { inclusive: 'INCLUDED', exclusive: 'ADDED' }

// Stripe's units, which for ISK, UGX and MGA differ from the currency's.
const wholeOnly = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const inThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Null for a price that is not one amount, such as a tiered one. */
function presentPrice(price: Stripe.Price): Price | null {
  if (price.unit_amount_decimal === null) return null
  const currency = price.currency.toUpperCase()
  const digits = wholeOnly.has(currency) ? 0 : inThousandths.has(currency) ? 3 : 2
  return {
    amount: price.unit_amount_decimal.toNumber() / 10 ** digits,
    currency,
    interval: intervals[price.recurring?.interval ?? ''] ?? 'MONTH',
    intervalCount: price.recurring?.interval_count ?? 1,
    tax: taxes[price.tax_behavior ?? ''] ?? 'UNKNOWN',
  }
}

const live = new Set(['active', 'trialing'])
const waiting = new Set(['incomplete', 'paused'])

function presentSubscription(
  one: Stripe.Subscription,
  idOf: Record<Product, string | null>,
): PaidSubscription {
  const items = one.items.data
  const products = items.flatMap(({ price, quantity }) => {
    const product = (['COMMANDER', 'STORAGE'] as const).find((name) => idOf[name] === price.id)
    return product ? [{ product, quantity: quantity ?? 1 }] : []
  })
  const status = live.has(one.status)
    ? 'active'
    : one.status === 'past_due'
      ? 'past-due'
      : waiting.has(one.status)
        ? 'waiting'
        : 'ended'
  return {
    id: one.id,
    status,
    products,
    periodStart: new Date((items[0]?.current_period_start ?? one.created) * 1000),
    periodEnd: new Date(Math.max(one.created, ...items.map((item) => item.current_period_end)) * 1000),
    isEnding: one.cancel_at_period_end,
    createdAt: new Date(one.created * 1000),
  }
}
