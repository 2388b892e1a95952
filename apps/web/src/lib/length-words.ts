const countedFrom = 0.9
const formatted = (count: number) => count.toLocaleString('en-US')

/** What a field says about its length near the maximum; null before. */
export function lengthWords(length: number, max: number): string | null {
  if (length < max * countedFrom) return null
  if (length <= max) return `${formatted(length)} of ${formatted(max)} characters`
  const over = length - max
  return `${formatted(over)} ${over === 1 ? 'character' : 'characters'} too many. At most ${formatted(max)} can be saved.`
}
