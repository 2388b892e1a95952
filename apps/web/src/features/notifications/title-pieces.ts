/** Splits a title at the first occurrence of each name; longer names match first. */
export function piecesOf(title: string, names: readonly string[]) {
  const found = names
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce<{ at: number; text: string }[]>((taken, text) => {
      const at = title.indexOf(text)
      const isFree = taken.every(
        (other) => at + text.length <= other.at || at >= other.at + other.text.length,
      )
      return at >= 0 && isFree ? [...taken, { at, text }] : taken
    }, [])
    .toSorted((one, other) => one.at - other.at)
  const pieces: { at: number; text: string; isName: boolean }[] = []
  let end = 0
  for (const { at, text } of found) {
    if (at > end) pieces.push({ at: end, text: title.slice(end, at), isName: false })
    pieces.push({ at, text, isName: true })
    end = at + text.length
  }
  if (end < title.length) pieces.push({ at: end, text: title.slice(end), isName: false })
  return pieces
}
