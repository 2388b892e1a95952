// Browsers without it cut between Unicode characters.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null

// A longer cluster than this is no character that anyone reads.
const longestCharacter = 64

function* charactersOf(text: string): Generator<string> {
  if (!segmenter) return yield* text
  for (const { segment } of segmenter.segment(text)) yield segment
}

const countCharacters = (text: string) => [...text].length

/** The whole characters (as people see them, with flags and accents) that fit into `max` units of `measure`. */
export function beginningOf(text: string, max: number, measure = countCharacters): string {
  const near = text.slice(0, max * 2 + longestCharacter)
  if (near === text && measure(text) <= max) return text
  let kept = ''
  let left = max
  for (const character of charactersOf(near)) {
    left -= measure(character)
    if (left < 0)
      return character.length > longestCharacter
        ? kept + partOf(character, max - measure(kept), measure)
        : kept
    kept += character
  }
  return kept
}

function partOf(character: string, max: number, measure: typeof countCharacters): string {
  let kept = ''
  for (const letter of character) {
    if (measure(kept + letter) > max) break
    kept += letter
  }
  return kept
}

/** At most `max` characters; the last is … where something was cut. */
export function shorten(text: string, max: number): string {
  if (beginningOf(text, max) === text) return text
  return `${beginningOf(text, max - 1).trimEnd()}…`
}

/** From the whole character that contains the UTF-16 unit `at`. */
export function fromCharacter(text: string, at: number): string {
  return text.slice(segmenter?.segment(text).containing(at)?.index ?? at)
}

/** How much of a text a statement reads that `beginningOf` cuts to `max` afterwards. */
export const readToCut = (max: number): number => max + longestCharacter
