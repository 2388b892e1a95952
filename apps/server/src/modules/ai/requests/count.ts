import { beginningOf } from '@wingmark/contract/shorten'
/** Unicode characters, which count against what a person may use. */
export const countOf = (text: string): number => {
  let count = 0
  for (const _character of text) count++
  return count
}

const sentenceEnd = /[.!?…](?=["'”’»)\]]*\s)|[。！？]|\n/gu

/** At most this many characters: up to the last whole sentence, or else word. */
export function cutAtSentence(text: string, most: number): string {
  const beginning = beginningOf(text, most)
  return beginning === text ? text : wholeSentences(beginning)
}

/** For text that ends too early: up to the last whole sentence, or else word. */
export function wholeSentences(text: string): string {
  const ends = [...`${text} `.matchAll(sentenceEnd)].map((end) => end.index + end[0].length)
  const last = ends.findLast((end) => end <= text.length)
  if (last !== undefined) return text.slice(0, last).trim()
  const words = text.replace(/\s+\S*$/, '')
  return words.trim() === '' ? text : words.trim()
}
