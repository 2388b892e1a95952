import { isolated } from '@wingmark/contract/names'
import { formatCount } from '#web/lib/format'

const namedMost = 5

/** File names as a sentence lists them; only the first few of many. */
export function namesOf(files: readonly { name: string }[]): string {
  const named = files.slice(0, namedMost).map((file) => isolated(file.name))
  const more = files.length - named.length
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`
}

/** One by its name, several by their number. */
export const nameOrCount = (items: readonly { name: string }[]): string =>
  items.length === 1 ? `“${isolated(items[0]?.name ?? '')}”` : formatCount(items.length, 'item')
