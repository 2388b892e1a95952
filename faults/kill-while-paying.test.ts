import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentHouse, startPaymentHouse, stripeSettings } from '../apps/server/test/payment-house.ts'
import { Installation } from './support/installation.ts'

let house: PaymentHouse
let installation: Installation
beforeAll(async () => {
  house = await startPaymentHouse()
  const settings = {
    PLANS: 'stripe',
    STRIPE_SECRET_KEY: stripeSettings.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeSettings.webhookSecret,
    STRIPE_PRICE_COMMANDER: stripeSettings.priceCommander,
    LOCAL_STRIPE_PORT: String(house.place.port),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'support/local-stripe.ts')}`,
  }
  const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  installation = await Installation.start(() => ['env', ...given])
})
afterAll(async () => {
  await installation?.end()
  await house?.close()
})

/** Killed once the payment provider has done its part of this call, before the answer arrives. */
async function killAt<T>(call: string, ask: () => Promise<T>, withDatabase = false): Promise<T> {
  const { reached, release } = house.hold(call)
  const answer = ask()
  await reached
  await installation.killAndStart({ withDatabase })
  release()
  return answer
}

const planOf = async () => (await installation.askJson('GET', '/user/api/v1/usage-limit/user')).result['plan']

test('killed at every step with the payment provider, a checkout is paid once and its plan given once', async () => {
  const [user] = await installation.query<{ id: string }>('select id from users')
  const path = `/subscription/api/v1/upgrade/${user?.id}/plan/COMMANDER`
  const upgrade = () => installation.ask(path, { method: 'PATCH' })
  expect(await killAt('POST /v1/customers', upgrade)).toBeNull()
  expect(await killAt('POST /v1/checkout/sessions', upgrade, true)).toBeNull()
  expect(await planOf()).toBe('FREE')
  const checkoutUrl = String((await upgrade())?.result['checkoutUrl'])
  const { customer, subscription } = house.pay(checkoutUrl)
  expect(house.checkoutsOf(customer)).toBe(1)

  const { payload, signature } = house.event(customer)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const tell = () =>
    installation.ask('/subscription/api/v1/webhook', { method: 'POST', headers, body: payload })
  // It is answered before the payment provider is asked for the result.
  expect((await killAt('GET /v1/subscriptions', tell))?.status).toBe(200)
  await expect.poll(planOf, { timeout: 120_000, interval: 250 }).toBe('COMMANDER')

  expect((await tell())?.status).toBe(200)
  await installation.untilJobsAreDone()
  expect((await upgrade())?.status).toBe(409)
  expect([house.statusOf(subscription), house.wasRefunded(subscription)]).toEqual(['active', false])
  expect(house.checkoutsOf(customer)).toBe(1)
  const notified: unknown = JSON.parse((await installation.askJson('GET', '/notification/api/v1/user')).text)
  expect(notified).toMatchObject({ results: [{ action: 'PLAN_STARTED' }] })
})
