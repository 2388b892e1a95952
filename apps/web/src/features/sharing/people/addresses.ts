import { Email } from '@wingmark/contract/addresses'

/** Text outside quotes and angle brackets up to a separator, with whatever it quotes. */
const part = /(?:"[^"]*"?|<[^<>]*>?|[^",;\n<])+/g
const quoted = /"[^"]*"?/g
const inBrackets = /<([^<>]*)>?/g

const isAddress = (word: string): boolean => Email.safeParse(word).success

/** `Ann Example <ann@…>` is one address, as is each word of a part without brackets. */
function wordsOf(text: string): string[] {
  const inside = [...text.matchAll(inBrackets)].map((match) => match[1]?.trim() ?? '')
  if (inside.length === 0) return text.split(/\s+/)
  const outside = text.replace(inBrackets, ' ').replace(quoted, ' ').split(/\s+/)
  return [...outside.filter((word) => word.includes('@')), ...inside]
}

/** Addresses as people type or paste them, with or without names: split at commas, semicolons, blanks and lines. */
export function splitAddresses(text: string): string[] {
  const words = [...text.matchAll(part)].flatMap(([one]) => wordsOf(one)).filter((word) => word !== '')
  const byLetters = new Map(words.map((word) => [word.toLowerCase(), word]))
  return [...byLetters.values()]
}

/** What was entered so far, and what is still being typed behind it. */
export function divideAddresses(text: string): { entered: string[]; typed: string } {
  const parts = [...text.matchAll(part)]
  const last = parts.at(-1)
  const isTyping = last !== undefined && last.index + last[0].length === text.length
  const start = isTyping ? last.index : text.length
  return { entered: splitAddresses(text.slice(0, start)), typed: text.slice(start).trimStart() }
}

/** Those entered as text, ready for `typed` to follow. */
export const joinAddresses = (entered: readonly string[], typed = ''): string =>
  entered.map((one) => `${one}, `).join('') + typed

/** Whether nothing of it is unfinished, so that a blank behind it ends it. */
export const areComplete = (typed: string): boolean => {
  const words = splitAddresses(typed)
  return words.length > 0 && words.every(isAddress)
}

export const isWrong = (word: string): boolean => !isAddress(word)

/** The addresses, or what is wrong with the first that cannot be read. */
export function readAddresses(text: string): { emails: string[]; error: string | null } {
  const given = splitAddresses(text)
  if (given.length === 0) return { emails: [], error: 'Enter at least one email address.' }
  const wrong = given.find(isWrong)
  if (wrong !== undefined) {
    const which = given.length > 1 ? `: ${wrong}` : ''
    return { emails: [], error: `Invalid email address${which}` }
  }
  return { emails: [...new Set(given.map((word) => Email.parse(word)))], error: null }
}
