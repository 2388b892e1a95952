import { foldText } from '@wingmark/contract/skills'

type Named = {
  name: string
  username: string
  designation: string
  company: string
  location: string
  skills: readonly string[]
}

/** The words of a text as search knows them. */
export function foldWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter((word) => word !== '')
}

/** All words that somebody is found by. */
export function wordsOf({ name, username, designation, company, location, skills }: Named): string[] {
  const texts = [name, username, designation, company, location, ...skills]
  return [...new Set(texts.flatMap(foldWords))]
}

/** A query of PostgreSQL for all of these beginnings of words; null where there is none. */
export function queryOf(search: string): string | null {
  const words = foldWords(search).slice(0, 10)
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ')
}
