import { formatCount } from '@wingmark/contract/formats'

export {
  formatCount,
  formatSize,
  formatStorage,
  formatTimeLeft,
  initialsOf,
} from '@wingmark/contract/formats'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day

/** Time since `iso`: minutes to 59, hours to 23, days to 29, 30-day months to 11, then years; never negative. */
export function formatRelativeTime(iso: string, now = Date.now()): string {
  const elapsed = Math.max(0, now - Date.parse(iso))
  if (!(elapsed >= minute)) return 'just now'
  if (elapsed < hour) return ago(elapsed / minute, 'minute')
  if (elapsed < day) return ago(elapsed / hour, 'hour')
  if (elapsed < month) return ago(elapsed / day, 'day')
  if (elapsed < 12 * month) return ago(elapsed / month, 'month')
  return ago(Math.max(1, elapsed / (365 * day)), 'year')
}

function ago(amount: number, unit: string): string {
  return `${formatCount(Math.floor(amount), unit)} ago`
}

/** Time since `iso`, abbreviated: now, 34 min, 5 h, 3 d, 2 mo, 1 y. */
export function formatAge(iso: string, now = Date.now()): string {
  const elapsed = Math.max(0, now - Date.parse(iso))
  if (!(elapsed >= minute)) return 'now'
  if (elapsed < hour) return `${Math.floor(elapsed / minute)} min`
  if (elapsed < day) return `${Math.floor(elapsed / hour)} h`
  if (elapsed < month) return `${Math.floor(elapsed / day)} d`
  if (elapsed < 12 * month) return `${Math.floor(elapsed / month)} mo`
  return `${Math.max(1, Math.floor(elapsed / (365 * day)))} y`
}

/** "0:07", "1:02:03"; less than a second counts as one. */
export function formatDuration(seconds: number): string {
  const all = Math.max(1, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `Today`, `Yesterday` or the day, in the reader's time zone. */
export function formatDayName(iso: string, now = new Date()): string {
  const day = new Date(iso).toDateString()
  if (day === now.toDateString()) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  return day === yesterday.toDateString() ? 'Yesterday' : formatDay(iso)
}

/** `14:05`, in the reader's time zone. */
export function formatClock(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** `3 January 2027`, in the reader's time zone. */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}
