import type { Price } from '@wingmark/contract/subscriptions'

const intervals = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const
const taxes = { INCLUDED: ', taxes included', ADDED: ', plus taxes', UNKNOWN: '' } as const

/** The payment provider's current price: amount, currency, interval, taxes. */
export function describePrice({ amount, currency, interval, intervalCount, tax }: Price): string {
  // At least as many digits as the currency has.
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 12 })
  const unit = intervals[interval]
  const often = intervalCount === 1 ? `a ${unit}` : `every ${intervalCount} ${unit}s`
  return `${format.format(amount)} ${often}${taxes[tax]}`
}
