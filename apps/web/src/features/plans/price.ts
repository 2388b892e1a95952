import type { Price } from '@wingmark/contract/subscriptions'

const intervals = { DAY: 'a day', WEEK: 'a week', MONTH: 'a month', YEAR: 'a year' } as const
const taxes = { INCLUDED: ', taxes included', ADDED: ', plus taxes', UNKNOWN: '' } as const

/** As the payment house has it now: amount, currency, interval, taxes. */
export function describePrice({ amount, currency, interval, tax }: Price): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return `${format.format(amount / 10 ** maximumFractionDigits)} ${intervals[interval]}${taxes[tax]}`
}
