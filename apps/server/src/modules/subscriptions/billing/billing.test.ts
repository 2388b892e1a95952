import { listNotifications } from '@wingmark/contract/notifications'
import {
  addStorage,
  cancelPlan,
  getSubscription,
  listPlans,
  openPortal,
  upgradePlan,
} from '@wingmark/contract/subscriptions'
import { deleteAccount, getUsage } from '@wingmark/contract/users'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { compareAll, endOver } from '#server/modules/subscriptions/billing/service'
import { givePlan, giveStorage, showPlan } from '#server/modules/subscriptions/operator/service'
import { createLog } from '#server/platform/log'
import { createPayments } from '#server/platform/payments'
import { type PaymentHouse, startPaymentHouse, stripeSettings } from '../../../../test/payment-house.ts'
import { newUser, type Person, password, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { createTestDatabase } from '../../../../test/test-database.ts'

const gigabyte = 1_073_741_824

let app: TestApp
let house: PaymentHouse
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  ;[house, database] = await Promise.all([startPaymentHouse(), createTestDatabase()])
  app = await startTestApp({
    databaseUrl: database.url,
    config: { plansMode: 'STRIPE', stripe: stripeSettings },
    paymentsPlace: house.place,
  })
})
afterEach(() => house.setTrouble('none'))
afterAll(async () => {
  await app.close()
  await house.close()
  await database.drop()
})

const upgrade = (person: Person) =>
  app.call(upgradePlan, { params: { id: person.user._id, planId: 'COMMANDER' } }, person)
const usageOf = async (person: Person) => (await app.call(getUsage, {}, person)).body.result
const planOf = async (person: Person) => (await usageOf(person)).plan
const subscriptionOf = async (person: Person) => (await app.call(getSubscription, {}, person)).body.result

async function checkoutOf(person: Person): Promise<string> {
  const { body } = await upgrade(person)
  if (body.result.state !== 'PAYMENT_NEEDED') throw new Error('nothing to pay')
  return body.result.checkoutUrl
}

async function send(event: { payload: string; signature: string }, to = app): Promise<number> {
  const { status } = await to.fetch('/subscription/api/v1/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
    body: event.payload,
  })
  return status
}

async function tell(event: { payload: string; signature: string }): Promise<number> {
  const status = await send(event)
  await waitUntilIdle(app)
  return status
}

async function newCommander() {
  const person = await newUser(app)
  const paid = house.pay(await checkoutOf(person))
  expect(await tell(house.event(paid.customer))).toBe(200)
  return { person, ...paid }
}

test('the price is the payment provider’s own', async () => {
  const prices = async () => (await app.call(listPlans, {})).body.result.plans.map(({ price }) => price)
  const monthly = { interval: 'MONTH', intervalCount: 1, tax: 'INCLUDED' }
  await expect.poll(prices).toEqual([null, null, { amount: 19, currency: 'EUR', ...monthly }])
})

test.each([
  ['eur', '1950', 19.5],
  ['eur', '0.5', 0.005],
  ['jpy', '1900', 1900],
  ['isk', '190000', 1900],
  ['ugx', '190000', 1900],
  ['mga', '1900', 1900],
  ['kwd', '19000', 19],
  ['eur', null, null],
] as const)('a price in %s of %s is %s', async (currency, unit_amount_decimal, amount) => {
  house.setPrice({ currency, unit_amount_decimal })
  const payments = createPayments(stripeSettings, createLog('fatal'), house.place)
  const asked = house.calls.length
  payments.price('COMMANDER')
  await expect.poll(() => house.calls.length).toBe(asked + 1)
  await expect.poll(() => payments.price('COMMANDER')?.amount ?? null).toBe(amount)
  house.setPrice({})
})

test('pages do not wait for an unavailable payment provider, at startup or later', async () => {
  house.setTrouble('away')
  const config = { plansMode: 'STRIPE' as const, stripe: stripeSettings }
  const begun = await startTestApp({ config, paymentsPlace: house.place })
  try {
    const offers = async () => (await begun.call(listPlans, {})).body
    expect((await offers()).result).toMatchObject({ mode: 'STRIPE', storagePack: null })
    house.setTrouble('none')
    await expect.poll(async () => (await offers()).result.plans[2]?.price).toMatchObject({ amount: 19 })
    await expect.poll(async () => (await offers()).result.storagePack).not.toBeNull()
    house.setTrouble('away')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    expect((await offers()).result.plans[2]?.price).toMatchObject({ amount: 19 })
  } finally {
    vi.useRealTimers()
    await begun.close()
  }
})

describe('paying', () => {
  test('only a signed event and the payment provider itself make a Commander', async () => {
    const person = await newUser(app)
    const paid = house.pay(await checkoutOf(person))
    expect(await planOf(person)).toBe('FREE')
    await app.fetch('/pricing?paid=yes')
    expect(await planOf(person)).toBe('FREE')
    expect(await tell(house.event(paid.customer, { secret: 'whsec_somebody_else' }))).toBe(400)
    expect(await tell(house.event(paid.customer, { timestamp: Math.floor(Date.now() / 1000) - 400 }))).toBe(
      400,
    )
    expect(await tell({ ...house.event(paid.customer), signature: '' })).toBe(400)
    expect(await planOf(person)).toBe('FREE')
    expect(await tell(house.event(paid.customer))).toBe(200)
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('an event without a payment changes nothing', async () => {
    const person = await newUser(app)
    await checkoutOf(person)
    const { rows } = await app.deps.db.pool.query<{ customer: string }>(
      'select stripe_customer as customer from subscriptions where user_id = $1',
      [person.user._id],
    )
    expect(await tell(house.event(rows[0]?.customer ?? ''))).toBe(200)
    expect(await planOf(person)).toBe('FREE')
    expect(await tell(house.event('cus_unknown'))).toBe(200)
  })

  test('an event of any content and number only starts a check', async () => {
    const person = await newUser(app)
    const paid = house.pay(await checkoutOf(person))
    const more = 'x'.repeat(2 * 1_048_576)
    expect(await tell(house.event(paid.customer, { more, secret: 'whsec_somebody_else' }))).toBe(400)
    expect(await tell(house.event(`${paid.customer}_of_another`, { more }))).toBe(200)
    expect(await planOf(person)).toBe('FREE')
    expect(await tell(house.event(paid.customer, { type: 'nobody.knows', more }))).toBe(200)
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('twenty tries and two tabs make one checkout', async () => {
    const person = await newUser(app)
    const urls = await Promise.all(Array.from({ length: 20 }, () => checkoutOf(person)))
    expect(new Set(urls).size).toBe(1)
  })

  test('two tabs opened at different times make one checkout, and one payment', async () => {
    const person = await newUser(app)
    const first = await checkoutOf(person)
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 60_000 })
      expect(await checkoutOf(person)).toBe(first)
    } finally {
      vi.useRealTimers()
    }
    house.pay(first)
    expect(await upgrade(person)).toMatchObject({
      status: 409,
      body: { message: 'Your payment is being confirmed. You’ll get a notification.' },
    })
    await waitUntilIdle(app)
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('an abandoned checkout can be paid until another one starts at a new price', async () => {
    const person = await newUser(app)
    const first = await checkoutOf(person)
    const dearer = await startTestApp({
      databaseUrl: database.url,
      config: { plansMode: 'STRIPE', stripe: { ...stripeSettings, priceCommander: 'price_dearer' } },
      paymentsPlace: house.place,
    })
    try {
      const call = { params: { id: person.user._id, planId: 'COMMANDER' } }
      const { body } = await dearer.call(upgradePlan, call, person)
      if (body.result.state !== 'PAYMENT_NEEDED') throw new Error('nothing to pay')
      expect(body.result.checkoutUrl).not.toBe(first)
      expect(() => house.pay(first)).toThrow('this checkout cannot be paid')
    } finally {
      await dearer.close()
    }
  })

  test('a checkout with a lost answer is returned next time', async () => {
    const person = await newUser(app)
    house.setTrouble('lost')
    expect((await upgrade(person)).status).toBe(503)
    house.setTrouble('none')
    const { customer } = house.pay(await checkoutOf(person))
    expect(house.checkoutsOf(customer)).toBe(1)
    await tell(house.event(customer))
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('two processes check once, and notify once', async () => {
    const other = await startTestApp({
      databaseUrl: database.url,
      config: { plansMode: 'STRIPE', stripe: stripeSettings },
      paymentsPlace: house.place,
    })
    try {
      const person = await newUser(app)
      const event = house.event(house.pay(await checkoutOf(person)).customer)
      const before = house.calls.length
      await Promise.all([send(event), send(event, other)])
      await waitUntilIdle(app)
      expect(house.calls.slice(before)).toEqual(['GET /v1/subscriptions'])
      const { results } = (await app.call(listNotifications, {}, person)).body
      expect(results.map(({ action }) => action)).toEqual(['PLAN_STARTED'])
    } finally {
      await other.close()
    }
  })

  test('an event repeated fifty times, and a late one, have the same result', async () => {
    const { person, customer } = await newCommander()
    const event = house.event(customer, { id: 'evt_again' })
    const before = house.calls.length
    for (let n = 0; n < 50; n++) expect(await tell(event)).toBe(200)
    expect(house.calls.length - before).toBe(1)
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('a slow check does not overwrite a later one', async () => {
    const { person, customer, subscription } = await newCommander()
    const { release } = house.hold('GET /v1/subscriptions')
    const asked = house.calls.length
    await send(house.event(customer))
    await expect.poll(() => house.calls.length).toBe(asked + 1)
    house.setStatus(subscription, 'canceled')
    await send(house.event(customer))
    const looks = `select locked_at is not null as "isRunning" from graphile_worker.jobs
      where task_identifier = 'subscriptions:look' order by id`
    const running = async () => (await app.deps.db.pool.query<{ isRunning: boolean }>(looks)).rows
    await expect.poll(running).toEqual([{ isRunning: true }, { isRunning: false }])
    release()
    await waitUntilIdle(app)
    expect(house.calls.length).toBe(asked + 2)
    expect(await planOf(person)).toBe('FREE')
  })

  test('an event answered before the server stopped is handled by the next process', async () => {
    const other = await createTestDatabase()
    const start = () =>
      startTestApp({
        databaseUrl: other.url,
        config: { plansMode: 'STRIPE', stripe: stripeSettings },
        paymentsPlace: house.place,
      })
    const first = await start()
    const person = await newUser(first)
    const call = { params: { id: person.user._id, planId: 'COMMANDER' } }
    const { body } = await first.call(upgradePlan, call, person)
    if (body.result.state !== 'PAYMENT_NEEDED') throw new Error('nothing to pay')
    const { customer } = house.pay(body.result.checkoutUrl)
    house.setTrouble('broken')
    const { payload, signature } = house.event(customer)
    const answer = await first.fetch('/subscription/api/v1/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    expect(answer.status).toBe(200)
    await first.close()
    house.setTrouble('none')
    const next = await start()
    try {
      // Otherwise the job would run later.
      await next.deps.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
      const plan = async () => (await next.call(getUsage, {}, person)).body.result.plan
      await expect.poll(plan, { timeout: 60_000, interval: 250 }).toBe('COMMANDER')
    } finally {
      await next.close()
      await other.drop()
    }
  }, 90_000)

  test('the nightly check makes up for a lost event', async () => {
    const person = await newUser(app)
    house.pay(await checkoutOf(person))
    await compareAll(app.deps)
    await waitUntilIdle(app)
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('a user who paid twice keeps one subscription', async () => {
    const { person, customer, subscription } = await newCommander()
    const second = house.subscribe(customer, stripeSettings.priceCommander)
    await tell(house.event(customer))
    expect(house.statusOf(subscription)).toBe('active')
    expect(house.statusOf(second)).toBe('canceled')
    expect([house.wasRefunded(subscription), house.wasRefunded(second)]).toEqual([false, true])
    expect(await planOf(person)).toBe('COMMANDER')
  })

  test('a paid subscription counts before an older unpaid one', async () => {
    const { person, customer, subscription } = await newCommander()
    house.setStatus(subscription, 'past_due')
    const second = house.subscribe(customer, stripeSettings.priceCommander)
    await tell(house.event(customer))
    expect([house.statusOf(subscription), house.statusOf(second)]).toEqual(['canceled', 'active'])
    expect([house.wasRefunded(subscription), house.wasRefunded(second)]).toEqual([false, false])
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'COMMANDER', status: 'ACTIVE' })
  })

  test('an unpaid pack of storage stays for a week', async () => {
    const { person, customer } = await newCommander()
    const pack = house.subscribe(customer, stripeSettings.priceStorage)
    const extraAfter = async (days: number) => {
      house.setStatus(pack, 'past_due', days)
      await tell(house.event(customer))
      return (await subscriptionOf(person)).extraStorageBytes
    }
    expect(await extraAfter(6)).toBe(100 * 1_073_741_824)
    expect(await extraAfter(8)).toBe(0)
  })

  test('a check that finds no payment does not revoke the operator’s gift', async () => {
    const person = await newUser(app)
    await checkoutOf(person)
    await givePlan(app.deps, person.user.email, { plan: 'COMMANDER', until: null })
    await compareAll(app.deps)
    await waitUntilIdle(app)
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'COMMANDER', source: 'OPERATOR' })
  })

  test('a gift to a paying user stays beside the paid plan, and after it', async () => {
    const { person, customer, subscription } = await newCommander()
    const { email } = person.user
    await givePlan(app.deps, email, { plan: 'COMMANDER', until: null })
    await giveStorage(app.deps, email, 100 * gigabyte)
    await tell(house.event(customer))
    expect((await usageOf(person)).storage.limitBytes).toBe(100 * gigabyte)
    house.subscribe(customer, stripeSettings.priceStorage)
    await tell(house.event(customer))
    expect((await usageOf(person)).storage.limitBytes).toBe(200 * gigabyte)
    expect(await showPlan(app.deps, email)).toMatchObject({
      by: [{ source: 'STRIPE' }, { source: 'OPERATOR' }],
    })
    house.setStatus(subscription, 'canceled')
    await tell(house.event(customer))
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'COMMANDER', source: 'OPERATOR' })
  })

  test('a user with a given Commander who buys storage keeps the plan', async () => {
    const person = await newUser(app)
    await givePlan(app.deps, person.user.email, { plan: 'COMMANDER', until: null })
    const { body } = await app.call(addStorage, {}, person)
    if (body.result.state !== 'PAYMENT_NEEDED') throw new Error('nothing to pay')
    expect(house.paidTo(body.result.checkoutUrl)).toMatch(/\/upgrade-storage\?paid=yes&had=0$/)
    const again = await app.call(addStorage, {}, person)
    expect(again.body.result).toEqual(body.result)
    await tell(house.event(house.pay(body.result.checkoutUrl).customer))
    const { results } = (await app.call(listNotifications, {}, person)).body
    expect(results.map(({ action }) => action)).toEqual(['PLAN_STORAGE', 'PLAN_STARTED'])
    const another = await app.call(addStorage, {}, person)
    expect(another.body.result).not.toEqual(body.result)
    expect(await usageOf(person)).toMatchObject({
      plan: 'COMMANDER',
      storage: { limitBytes: 115 * gigabyte },
    })
  })

  test('an unavailable payment provider is reported, and nothing is charged', async () => {
    const person = await newUser(app)
    for (const trouble of ['away', 'broken'] as const) {
      house.setTrouble(trouble)
      const refused = await upgrade(person)
      expect(refused.status).toBe(503)
      expect(refused.body.message).toBe('Payments are unavailable right now. Nothing was charged.')
    }
    house.setTrouble('none')
    expect((await upgrade(person)).status).toBe(200)
  })
})

describe('ending', () => {
  test('cancelling keeps the plan until the paid period ends', async () => {
    const { person, customer, subscription } = await newCommander()
    const { body } = await app.call(cancelPlan, {}, person)
    expect(body.result).toMatchObject({ plan: 'COMMANDER', isEnding: true, can: { cancel: false } })
    expect(house.isEnding(subscription)).toBe(true)
    house.setStatus(subscription, 'canceled')
    await tell(house.event(customer))
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'FREE', status: 'ENDED' })
  })

  test('a refused card leaves a week', async () => {
    const { person, customer, subscription } = await newCommander()
    house.setStatus(subscription, 'past_due')
    await tell(house.event(customer))
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'COMMANDER', status: 'PAST_DUE' })
    await app.deps.db.pool.query(
      `update subscriptions set past_due_since = now() - interval '8 days' where user_id = $1`,
      [person.user._id],
    )
    await endOver(app.deps)
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'FREE', status: 'PAST_DUE' })
    house.setStatus(subscription, 'active')
    await tell(house.event(customer))
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'COMMANDER', status: 'ACTIVE' })
    const { results } = (await app.call(listNotifications, {}, person)).body
    expect(results.map(({ action }) => action)).toEqual([
      ...['PLAN_STARTED', 'PLAN_ENDED', 'PLAN_UNPAID', 'PLAN_STARTED'],
    ])
  })

  test('cancelling works at once if the card was refused for more than a week', async () => {
    const { person, customer, subscription } = await newCommander()
    house.setStatus(subscription, 'past_due')
    await tell(house.event(customer))
    await app.deps.db.pool.query(
      `update subscriptions set past_due_since = now() - interval '8 days' where user_id = $1`,
      [person.user._id],
    )
    await endOver(app.deps)
    expect(await subscriptionOf(person)).toMatchObject({ plan: 'FREE', can: { cancel: true, upgrade: true } })
    const { status, body } = await app.call(cancelPlan, {}, person)
    expect([status, body.result.status, body.result.can.cancel]).toEqual([200, 'ENDED', false])
    expect(house.statusOf(subscription)).toBe('canceled')
    expect((await app.call(cancelPlan, {}, person)).status).toBe(409)
  })

  test('if payments are switched off again, a paid plan says where it ends', async () => {
    const { person } = await newCommander()
    const open = await startTestApp({ databaseUrl: database.url })
    try {
      const { result } = (await open.call(getSubscription, {}, person)).body
      expect(result).toMatchObject({ plan: 'COMMANDER', can: { cancel: false, portal: false } })
      expect(await open.call(cancelPlan, {}, person)).toMatchObject({
        status: 409,
        body: {
          message: 'Payments are off on this server. Cancel the plan with the link in Stripe’s receipts.',
        },
      })
    } finally {
      await open.close()
    }
  })

  test('the card and the invoices are on the payment provider’s own pages', async () => {
    const { person } = await newCommander()
    expect((await app.call(openPortal, {}, person)).body.result.url).toBe('https://portal.example.test/')
    expect((await app.call(openPortal, {}, await newUser(app))).status).toBe(409)
  })

  test('after an account deletion its open checkouts cannot be paid', async () => {
    const person = await newUser(app)
    const checkout = await checkoutOf(person)
    expect((await app.call(deleteAccount, { body: { password } }, person)).status).toBe(200)
    await waitUntilIdle(app)
    expect(() => house.pay(checkout)).toThrow('this checkout cannot be paid')
  })

  test('an account deletion ends its subscriptions, also if the payment provider was unavailable', async () => {
    const { person, subscription } = await newCommander()
    house.setTrouble('broken')
    expect((await app.call(deleteAccount, { body: { password } }, person)).status).toBe(200)
    house.setTrouble('none')
    await app.deps.db.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
       where task_identifier = 'subscriptions:end-of-deleted'`,
    )
    await waitUntilIdle(app)
    expect(house.statusOf(subscription)).toBe('canceled')
  })
})
