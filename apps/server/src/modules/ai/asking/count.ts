/** Unicode characters: what is counted is what a person was given. */
export const countOf = (text: string): number => {
  let count = 0
  for (const _character of text) count++
  return count
}

const sentenceEnd = /[.!?…](?=["'”’»)\]]*\s)|[。！？]|\n/gu

/** At most so many characters: to the last whole sentence, else to the last whole word. */
export function cutAtSentence(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const room = characters.slice(0, most).join('')
  const ends = [...`${room} `.matchAll(sentenceEnd)].map((end) => end.index + end[0].length)
  const last = ends.findLast((end) => end <= room.length)
  if (last !== undefined) return room.slice(0, last).trim()
  const words = room.replace(/\s+\S*$/, '')
  return words.trim() === '' ? room : words.trim()
}
