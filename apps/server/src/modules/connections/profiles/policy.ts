import { keptWords } from '@wingmark/contract/search-words'
import { formerProfileQuery } from '#server/db/search-former'
import { tsqueryOf } from '#server/db/search-source'

type Named = {
  name: string
  username: string
  designation: string
  company: string
  location: string
  skills: readonly string[]
}

/** C++ and C# are words of their own. */
const dividers = /[^\p{L}\p{N}\p{Mn}\p{Mc}+#]+/gu

/** All words that somebody is found by. */
export function wordsOf({ name, username, designation, company, location, skills }: Named): string[] {
  const texts = [name, username, designation, company, location, ...skills]
  return [...new Set(texts.flatMap((text) => keptWords(text, dividers)))]
}

/** A query of PostgreSQL for all of these beginnings of words, or for those that a process of the release before kept. */
export function queryOf(search: string): string | null {
  const [words, former] = [tsqueryOf(search, dividers), formerProfileQuery(search)]
  return words === null || former === null || words === former ? words : `${words} | ${former}`
}
