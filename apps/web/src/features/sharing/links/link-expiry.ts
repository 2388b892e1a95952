import { formatClock, formatDay } from '#web/lib/format'

const dayMs = 86_400_000

/** Presets in days from now. */
export const expiryDays = [1, 7, 30] as const

/** A preset's moment, as the server expects it. */
export function momentOfPreset(days: number, now = Date.now()): string {
  return new Date(now + days * dayMs).toISOString()
}

/** The end of the chosen day in the user's time zone; null if invalid or past. */
export function endOfDay(day: string, now = Date.now()): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [, year, month, date] = parts.map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  const end = new Date(year, month - 1, date, 23, 59, 59, 999)
  const exists = end.getFullYear() === year && end.getMonth() === month - 1 && end.getDate() === date
  return exists && end.getTime() > now ? end.toISOString() : null
}

/** "3 May 2026, 23:59" in the user's time zone. */
export function formatMoment(iso: string): string {
  return Number.isNaN(Date.parse(iso)) ? '' : `${formatDay(iso)}, ${formatClock(iso)}`
}
