import type { Mentioned } from '#web/features/comments/outbox/drafts'

const wordMax = 60
const wordsMax = 4
const opening = /[\s([{"'“„«]/

/** The beginning of a name between an "@" and the caret; null if there is none. */
export function nameBefore(
  text: string,
  caret: number,
  mentioned: readonly Mentioned[],
): { from: number; word: string } | null {
  const before = text.slice(0, caret)
  const from = before.lastIndexOf('@')
  if (from === -1) return null
  // Not within an email address.
  if (from > 0 && !opening.test(before.charAt(from - 1))) return null
  const word = before.slice(from + 1)
  const isName = word.length <= wordMax && !/\n|^\s|\s\s/.test(word) && word.split(' ').length <= wordsMax
  const isDone = mentioned.some(({ name }) => word.startsWith(`${name} `))
  return isName && !isDone ? { from, word } : null
}

/** People whose names are still in the text, each once. */
export function stillMentioned(text: string, mentioned: readonly Mentioned[]): Mentioned[] {
  const byId = new Map(mentioned.map((one) => [one._id, one]))
  return [...byId.values()].filter(({ name }) => text.includes(`@${name}`))
}
