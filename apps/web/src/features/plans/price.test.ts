import { expect, test } from 'vitest'
import { describePrice } from '#web/features/plans/price'

test('a price is told with its currency, how often it comes, and what of taxes is known', () => {
  expect(describePrice({ amount: 1900, currency: 'EUR', interval: 'MONTH', tax: 'INCLUDED' })).toBe(
    '€19.00 a month, taxes included',
  )
  expect(describePrice({ amount: 1900, currency: 'JPY', interval: 'YEAR', tax: 'ADDED' })).toBe(
    '¥1,900 a year, plus taxes',
  )
  expect(describePrice({ amount: 5, currency: 'USD', interval: 'WEEK', tax: 'UNKNOWN' })).toBe('$0.05 a week')
})
