/** "1 comment", "2 comments"; `nouns` where the plural is not `noun` with an s. */
export function formatCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`
}

/** A window's title: the page, then the product. */
export const windowTitle = (page: string): string => `${page} · Wingmark`

const kilobyte = 1_024
const megabyte = kilobyte * kilobyte
const gigabyte = megabyte * kilobyte

/** Bytes as B, KB (1 decimal) or MB (2 decimals). */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`
  // Four digits of a unit would be hard to read.
  if (bytes < 1_000 * kilobyte - kilobyte / 20) return `${(bytes / kilobyte).toFixed(1)} KB`
  return `${(bytes / megabyte).toFixed(2)} MB`
}

/** A total or a plan's storage, where many megabytes would be hard to read: "1.2 GB". */
export function formatStorage(bytes: number): string {
  if (bytes < gigabyte) return formatSize(bytes)
  return `${(bytes / gigabyte).toFixed(1).replace(/\.0$/, '')} GB`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "in 6 days", "in 5 hours", "in 1 minute"; `over` once it is past. */
export function formatTimeLeft(iso: string, now = Date.now()): string {
  const left = Date.parse(iso) - now
  if (!(left > 0)) return 'over'
  // A link for a week starts with "a week", not "6 days".
  if (left >= 36 * hour) return `in ${formatCount(Math.round(left / day), 'day')}`
  if (left >= 90 * minute) return `in ${formatCount(Math.round(left / hour), 'hour')}`
  return `in ${formatCount(Math.max(1, Math.round(left / minute)), 'minute')}`
}

/** At most two letters, for a face without a picture; skips brackets and emoji. */
export function initialsOf(name: string): string {
  const words = name.replace(/\(.*?\)/g, '').split(/\s+/)
  const letters = words.flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
  const [first = '', ...others] = letters
  return (first + (others.at(-1) ?? '')).toUpperCase()
}
