import { z } from 'zod'

/** A date without a time, which no time zone moves. */
export const Day = z.iso
  .date({ error: 'Invalid date' })
  .refine((day) => day >= '1900-01-01' && day < '3000-01-01', { error: 'Invalid date' })

type Length = 'short' | 'long'

/** The day of a moment, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** `3 Mar` or `3 March`, with the year unless it is the current one. */
export function dayWords(day: string, month: Length, thisYear?: string): string {
  const [year, monthOf, date] = day.split('-').map(Number)
  const isThisYear = day.slice(0, 4) === thisYear
  return formatOf(month, isThisYear).format(Date.UTC(year ?? 0, (monthOf ?? 1) - 1, date))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating one takes longer than using it a hundred times. */
function formatOf(month: Length, isThisYear: boolean): Intl.DateTimeFormat {
  const name = `${month} ${isThisYear}`
  const known = formats.get(name)
  if (known) return known
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month, timeZone: 'UTC', ...year })
  formats.set(name, format)
  return format
}

/** `Friday, 4 December 2026, 17:00 (Europe/Berlin)`. */
export function momentWords(at: Date, timeZone: string): string {
  const how = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
  return `${new Intl.DateTimeFormat('en-GB', how).format(at).replace(' at ', ', ')} (${timeZone})`
}
