import type { Price } from '@wingmark/contract/subscriptions'

const intervals = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const
const taxes = { INCLUDED: ', taxes included', ADDED: ', plus taxes', UNKNOWN: '' } as const

/** As the payment house has it now: amount, currency, interval, taxes. */
export function describePrice({ amount, currency, interval, intervalCount, tax }: Price): string {
  // As many digits as the currency has, and more where the price has.
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 12 })
  const unit = intervals[interval]
  const often = intervalCount === 1 ? `a ${unit}` : `every ${intervalCount} ${unit}s`
  return `${format.format(amount)} ${often}${taxes[tax]}`
}
