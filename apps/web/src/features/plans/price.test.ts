import { expect, test } from 'vitest'
import { describePrice } from '#web/features/plans/price'

const monthly = { interval: 'MONTH', intervalCount: 1, tax: 'INCLUDED' } as const

test('a price shows its currency, its interval and what is known of taxes', () => {
  expect(describePrice({ ...monthly, amount: 19, currency: 'EUR' })).toBe('€19.00 a month, taxes included')
  expect(
    describePrice({ amount: 1900, currency: 'JPY', interval: 'YEAR', intervalCount: 1, tax: 'ADDED' }),
  ).toBe('¥1,900 a year, plus taxes')
  expect(describePrice({ ...monthly, amount: 0.05, currency: 'USD', tax: 'UNKNOWN' })).toBe('$0.05 a month')
})

test('every three months is not a month, and a price is complete', () => {
  expect(describePrice({ ...monthly, amount: 49.9, currency: 'EUR', intervalCount: 3, tax: 'UNKNOWN' })).toBe(
    '€49.90 every 3 months',
  )
  expect(describePrice({ ...monthly, amount: 0.005, currency: 'USD', tax: 'UNKNOWN' })).toBe('$0.005 a month')
})
