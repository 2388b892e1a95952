import { Email } from '@wingmark/contract/users'

/** Addresses as people type or paste them: with commas, semicolons, blanks or lines between, also `Ann <ann@…>`. */
export function readAddresses(text: string): { emails: string[]; error: string | null } {
  const named = [...text.matchAll(/<([^<>]+)>/g)].map((match) => match[1] ?? '')
  const words = named.length > 0 ? named : text.split(/[\s,;]+/)
  const given = words.filter((word) => word !== '')
  if (given.length === 0) return { emails: [], error: 'Enter at least one email address.' }
  const read = given.map((word) => ({ word, email: Email.safeParse(word) }))
  const wrong = read.find(({ email }) => !email.success)
  if (wrong) {
    const which = given.length > 1 ? `: ${wrong.word}` : ''
    return { emails: [], error: `Invalid email address${which}` }
  }
  return { emails: [...new Set(read.flatMap(({ email }) => email.data ?? []))], error: null }
}
