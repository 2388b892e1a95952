import { keptWords } from '@wingmark/contract/search-words'

type Named = {
  name: string
  username: string
  designation: string
  company: string
  location: string
  skills: readonly string[]
}

/** C++ and C# are words of their own. */
export const dividers = /[^\p{L}\p{N}\p{Mn}\p{Mc}+#]+/gu

/** All words that a person is found by. */
export function wordsOf({ name, username, designation, company, location, skills }: Named): string[] {
  const texts = [name, username, designation, company, location, ...skills]
  return [...new Set(texts.flatMap((text) => keptWords(text, dividers)))]
}
