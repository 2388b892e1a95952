/**
 * How words were folded and divided before `searchable_words`. To be removed with the columns `search`, one release
 * later.
 */
import { toPlainCharacters } from '@wingmark/contract/search-words'
import { foldText } from '@wingmark/contract/skills'

const withoutWeight = String.raw`[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufeff]+`
const betweenWords = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u303f]+`
const plainCharacters = ['ß=ss', 'æ=ae', 'œ=oe', 'ø=o', 'ł=l', 'đ=d', 'ı=i'].map((one) => one.split('='))

const folded = (text: string) =>
  plainCharacters.reduce(
    (inner, [letter, plain]) => `replace(${inner}, '${letter}', '${plain}')`,
    `lower(regexp_replace(normalize(${text}, NFKD), '${withoutWeight}', '', 'g'))`,
  )

/** As an SQL expression. */
export const formerWords = (text: string): string =>
  `to_tsvector('simple', regexp_replace(${folded(text)}, '${betweenWords}', ' ', 'g'))`

const prefixes = (words: readonly string[]) =>
  words.length === 0 ? null : words.map((one) => `'${one}':*`).join(' & ')

/** A tsquery for `formerWords`. */
export function formerTsquery(text: string): string | null {
  const bare = text.replaceAll('\u0000', '').normalize('NFKD').replace(new RegExp(withoutWeight, 'g'), '')
  const words = toPlainCharacters(bare.toLowerCase())
    .replace(new RegExp(betweenWords, 'g'), ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, 200).join(''))
  return prefixes([...new Set(words)].slice(0, 10))
}

/** The same for the words of profiles. */
export const formerProfileQuery = (text: string): string | null =>
  prefixes(
    foldText(text)
      .split(/[^\p{L}\p{N}+#]+/u)
      .filter((word) => word !== '')
      .slice(0, 10),
  )
