import { dayWords } from '@wingmark/contract/days'

/** Today in the reader's time zone, as `2027-03-01`. */
export function localDay(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** `3 Mar`, with the year if it differs; a day without time, the same in every time zone. */
export const formatDueDay = (day: string, today = localDay()): string =>
  dayWords(day, 'short', today.slice(0, 4))

/** A due date in words: `Friday` within a week, else the day; and whether it is past. */
export function untilWords(day: string, today = localDay()): { words: string; isOver: boolean } {
  const ahead = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (ahead === 0) return { words: 'today', isOver: false }
  if (ahead === 1) return { words: 'tomorrow', isOver: false }
  if (ahead < 0 || ahead > 6) return { words: formatDueDay(day, today), isOver: ahead < 0 }
  return {
    words: new Date(day).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' }),
    isOver: false,
  }
}

/** The day so many days after today, in the reader's time zone. */
export function dayFromNow(days: number, now = new Date()): string {
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}
