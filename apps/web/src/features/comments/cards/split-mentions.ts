export type MentionPart = { text: string; isMention: boolean }

/** Splits a text at the names mentioned in it, as written. */
export function splitMentions(text: string, names: readonly string[]): MentionPart[] {
  const known = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  if (known.length === 0) return [{ text, isMention: false }]
  const escaped = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(@(?:${escaped.join('|')}))(?![\\p{L}\\p{N}])`, 'u')
  return text
    .split(pattern)
    .map((part, place) => ({ text: part, isMention: place % 2 === 1 }))
    .filter((part) => part.text !== '')
}
