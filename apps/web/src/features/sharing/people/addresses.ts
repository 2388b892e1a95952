import { Email } from '@wingmark/contract/addresses'

/** Text outside quotes and angle brackets up to a separator, with whatever it quotes. */
const part = /(?:"[^"]*"?|<[^<>]*>?|[^",;\n<])+/g
const quoted = /"[^"]*"?/g
const inBrackets = /<([^<>]*)>?/g

const isAddress = (word: string): boolean => Email.safeParse(word).success

/** `Ann Example <ann@…>` is one address; without brackets each word is one. */
function wordsOf(text: string): string[] {
  const inside = [...text.matchAll(inBrackets)].map((match) => match[1]?.trim() ?? '')
  if (inside.length === 0) return text.split(/\s+/)
  const outside = text.replace(inBrackets, ' ').replace(quoted, ' ').split(/\s+/)
  return [...outside.filter((word) => word.includes('@')), ...inside]
}

/** Splits typed or pasted addresses, with or without names, at commas, semicolons, blanks and lines. */
export function splitAddresses(text: string): string[] {
  const words = [...text.matchAll(part)].flatMap(([one]) => wordsOf(one)).filter((word) => word !== '')
  const byLetters = new Map(words.map((word) => [word.toLowerCase(), word]))
  return [...byLetters.values()]
}

/** The entered part, and the unfinished one. */
export function divideAddresses(text: string): { entered: string[]; typed: string } {
  const parts = [...text.matchAll(part)]
  const last = parts.at(-1)
  const isTyping = last !== undefined && last.index + last[0].length === text.length
  const start = isTyping ? last.index : text.length
  return { entered: splitAddresses(text.slice(0, start)), typed: text.slice(start).trimStart() }
}

/** Entered addresses as text that `typed` can follow. */
export const joinAddresses = (entered: readonly string[], typed = ''): string =>
  entered.map((one) => `${one}, `).join('') + typed

/** Whether everything is complete, so that a blank ends it. */
export const areComplete = (typed: string): boolean => {
  const words = splitAddresses(typed)
  return words.length > 0 && words.every(isAddress)
}

export const isWrong = (word: string): boolean => !isAddress(word)

/** The addresses, or the first error. */
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
