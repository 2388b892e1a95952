import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import type { PaymentsPlace } from '#server/platform/payments'

export const stripeSettings = {
  secretKey: 'sk_test_wingmark',
  webhookSecret: 'whsec_wingmark',
  priceCommander: 'price_commander',
  priceStorage: 'price_storage',
}

type Kept = Record<string, unknown> & { id: string }
type Session = Kept & { customer: string; price: string; status: 'open' | 'complete' | 'expired' }
type Subscription = Kept & {
  customer: string
  latest_invoice: string
  status: string
  cancel_at_period_end: boolean
  items: { data: (Record<string, unknown> & { current_period_start: number })[] }
}

/** Stripe's wire format on a local port, as far as we use it: prices, customers, checkouts, subscriptions. */
export async function startPaymentHouse() {
  const answers = new Map<string, Kept>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Subscription>()
  const calls: string[] = []
  const paidInvoices = new Set<string>()
  const refunds: string[] = []
  /** `lost`: a checkout is created, but its answer never arrives. */
  let trouble: 'none' | 'away' | 'broken' | 'lost' = 'none'
  let held: { call: string; reach: () => void; released: Promise<void> } | null = null
  let price: { currency?: string; unit_amount_decimal?: string | null } = {}
  const fresh = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`
  const now = () => Math.floor(Date.now() / 1000)
  const month = 30 * 24 * 3600

  const make: Record<string, (form: URLSearchParams) => Kept> = {
    '/v1/customers': (form) => ({ id: fresh('cus'), object: 'customer', email: form.get('email') }),
    '/v1/checkout/sessions': (form) => {
      const id = fresh('cs')
      const customer = form.get('customer') ?? ''
      const price = form.get('line_items[0][price]') ?? ''
      const metadata = { product: form.get('metadata[product]'), price: form.get('metadata[price]') }
      const url = `https://checkout.example.test/${id}`
      const success_url = form.get('success_url') ?? ''
      const status = 'open'
      sessions.set(id, {
        ...{ id, object: 'checkout.session', customer, price, metadata, url, success_url, status },
      })
      return { ...sessions.get(id), id }
    },
    '/v1/refunds': (form) => {
      refunds.push(form.get('payment_intent') ?? '')
      return { id: fresh('re'), object: 'refund' }
    },
    '/v1/billing_portal/sessions': () => ({ id: fresh('bps'), url: 'https://portal.example.test/' }),
  }

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const url = new URL(request.url ?? '/', 'http://house')
    let body = ''
    for await (const chunk of request) body += String(chunk)
    calls.push(`${request.method} ${url.pathname}`)
    if (trouble === 'broken') return [500, { error: { type: 'api_error', message: 'broken' } }]
    if (request.headers.authorization !== `Bearer ${stripeSettings.secretKey}`)
      return [401, { error: { type: 'invalid_request_error', message: 'no such key' } }]
    const form = new URLSearchParams(body)
    const [, , kind, id = ''] = url.pathname.split('/')
    if (request.method === 'POST' && make[url.pathname]) {
      const key = String(request.headers['idempotency-key'] ?? fresh('none'))
      const made = answers.get(key) ?? make[url.pathname]?.(form)
      if (made) answers.set(key, made)
      return [200, made]
    }
    if (kind === 'prices')
      return [
        200,
        {
          id,
          object: 'price',
          unit_amount_decimal: '1900',
          currency: 'eur',
          tax_behavior: 'inclusive',
          recurring: { interval: 'month', interval_count: 1 },
          ...price,
        },
      ]
    if (kind === 'invoice_payments') {
      const invoice = url.searchParams.get('invoice') ?? ''
      const payment = { type: 'payment_intent', payment_intent: `pi of ${invoice}` }
      const data = paidInvoices.has(invoice) ? [{ id: `inpay of ${invoice}`, payment }] : []
      return [200, { object: 'list', data, has_more: false }]
    }
    if (kind === 'checkout' && request.method === 'GET') {
      const customer = url.searchParams.get('customer')
      const data = [...sessions.values()].filter((one) => one.customer === customer).toReversed()
      return [200, { object: 'list', data, has_more: false }]
    }
    if (kind === 'checkout') {
      const session = sessions.get(url.pathname.split('/')[4] ?? '')
      if (session?.status !== 'open')
        return [400, { error: { type: 'invalid_request_error', message: 'not open' } }]
      session.status = 'expired'
      return [200, session]
    }
    if (kind !== 'subscriptions') return [404, { error: { type: 'invalid_request_error', message: 'none' } }]
    if (id === '') {
      const data = [...subscriptions.values()].filter(
        (one) => one.customer === url.searchParams.get('customer'),
      )
      return [200, { object: 'list', data, has_more: false }]
    }
    const found = subscriptions.get(id)
    if (!found) return [404, { error: { type: 'invalid_request_error', message: 'none' } }]
    if (request.method === 'DELETE') found.status = 'canceled'
    if (request.method === 'POST') found.cancel_at_period_end = form.get('cancel_at_period_end') === 'true'
    return [200, found]
  }

  const subscribe = (customer: string, price: string): string => {
    const id = fresh('sub')
    paidInvoices.add(`in of ${id}`)
    subscriptions.set(id, {
      latest_invoice: `in of ${id}`,
      id,
      object: 'subscription',
      customer,
      status: 'active',
      cancel_at_period_end: false,
      created: now() + subscriptions.size,
      items: {
        data: [
          {
            quantity: 1,
            current_period_start: now(),
            current_period_end: now() + month,
            price: { id: price },
          },
        ],
      },
    })
    return id
  }

  const server = createServer((request, response) => {
    if (trouble === 'away') return request.socket.destroy()
    void answer(request).then(async ([status, body]) => {
      if (trouble === 'lost' && request.method === 'POST' && request.url?.startsWith('/v1/checkout'))
        return request.socket.destroy()
      const text = JSON.stringify(body)
      if (held?.call === `${request.method} ${request.url?.split('?')[0]}`) {
        const { reach, released } = held
        held = null
        reach()
        await released
      }
      return response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { webhooks } = new Stripe(stripeSettings.secretKey)

  return {
    place: { host: '127.0.0.1', port, protocol: 'http' } satisfies PaymentsPlace,
    calls,
    setTrouble(next: typeof trouble) {
      trouble = next
    },
    /** The price, if it is not 19 euro a month. */
    setPrice(next: typeof price) {
      price = next
    },
    /** The next such call is carried out at once, which `reached` reports; its answer arrives on release. */
    hold(call: string): { reached: Promise<void>; release: () => void } {
      const [isReached, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { call, reach: isReached.resolve, released: isReleased.promise }
      return { reached: isReached.promise, release: isReleased.resolve }
    },
    /** The buyer pays at the given address; a checkout can be paid once. */
    pay(checkoutUrl: string): { customer: string; subscription: string } {
      const session = sessions.get(checkoutUrl.split('/').at(-1) ?? '')
      if (session?.status !== 'open') throw new Error('this checkout cannot be paid')
      session.status = 'complete'
      return { customer: session.customer, subscription: subscribe(session.customer, session.price) }
    },
    subscribe,
    setStatus(subscription: string, status: string, days = 0) {
      const found = subscriptions.get(subscription)
      if (!found) return
      found.status = status
      if (status === 'past_due') found.latest_invoice = `unpaid of ${subscription}`
      for (const item of found.items.data) item.current_period_start = now() - days * 24 * 3600
    },
    /** Where the buyer goes after paying. */
    paidTo: (checkoutUrl: string) => sessions.get(checkoutUrl.split('/').at(-1) ?? '')?.success_url,
    checkoutsOf: (customer: string) =>
      [...sessions.values()].filter((one) => one.customer === customer).length,
    wasRefunded: (subscription: string) => refunds.includes(`pi of in of ${subscription}`),
    statusOf: (subscription: string) => subscriptions.get(subscription)?.status,
    isEnding: (subscription: string) => subscriptions.get(subscription)?.cancel_at_period_end,
    /** An event as Stripe signs it; `timestamp` in seconds. */
    event(
      customer: string,
      options: { id?: string; secret?: string; timestamp?: number; type?: string; more?: string } = {},
    ) {
      const { id = fresh('evt'), secret = stripeSettings.webhookSecret, timestamp = now() } = options
      const { type = 'customer.subscription.updated', more } = options
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        data: { object: { id: 'sub_x', object: 'subscription', customer, more } },
      })
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { payload, signature }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type PaymentHouse = Awaited<ReturnType<typeof startPaymentHouse>>
