import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config'

const stripe = {
  PLANS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_PRICE_COMMANDER: 'price_commander',
}

describe('how plans are given', () => {
  test('is open where nothing is said, and the operator’s or sold where that is', () => {
    expect(readConfig({})).toMatchObject({ plansMode: 'OPEN', stripe: null })
    expect(readConfig({ PLANS: 'operator' })).toMatchObject({ plansMode: 'OPERATOR', stripe: null })
    expect(readConfig(stripe)).toMatchObject({ plansMode: 'STRIPE', stripe: { priceStorage: null } })
    expect(readConfig({ ...stripe, STRIPE_PRICE_STORAGE: 'price_storage' })).toMatchObject({
      stripe: { priceStorage: 'price_storage' },
    })
  })

  test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_COMMANDER'])(
    'needs %s to sell, and does not start without it',
    (name) => {
      expect(() => readConfig({ ...stripe, [name]: ' ' })).toThrow(
        `${name} must be set too, because PLANS is stripe.`,
      )
    },
  )

  test.each([...Object.keys(stripe).slice(1), 'STRIPE_PRICE_STORAGE'])(
    'does not start with %s where nothing is sold',
    (name) => {
      for (const PLANS of ['', 'open', 'operator'])
        expect(() => readConfig({ PLANS, [name]: 'given' })).toThrow(
          `PLANS must be stripe, because ${name} is set.`,
        )
    },
  )

  test('is one of three', () => {
    expect(() => readConfig({ PLANS: 'paypal' })).toThrow('must be one of open, operator, stripe')
  })
})

test('settings of a pooler need the address of the pooler', () => {
  for (const [name, value] of [
    ['DATABASE_DIRECT_URL', 'postgres://wingmark@localhost/wingmark'],
    ['DATABASE_PREPARED', 'off'],
  ] as const)
    expect(() => readConfig({ [name]: value })).toThrow(`DATABASE_URL must be set too, because ${name} is.`)
  const databaseUrl = 'postgres://wingmark@pooler:6432/wingmark'
  expect(readConfig({ DATABASE_URL: databaseUrl, DATABASE_PREPARED: 'off' })).toMatchObject({
    databaseUrl,
    databaseDirectUrl: null,
    isDatabasePrepared: false,
  })
  expect(() => readConfig({ DATABASE_URL: databaseUrl, DATABASE_PREPARED: 'no' })).toThrow(
    'DATABASE_PREPARED must be on or off.',
  )
})
