/**
 * Prints PostgreSQL's `searchable_words`, made from `search-words.ts`, for a migration when the rule or Unicode
 * changes. `search-words.test.ts` compares both.
 */
import { foldCharacters, foldForSearch, keptWords } from '@wingmark/contract/search-words'

/** Decomposed by Unicode 17, but not by Unicode 14, which PostgreSQL 15 knows. */
const late =
  /[\ua7f1\u{105c9}\u{105e4}\u{11383}\u{11385}\u{1138e}\u{11391}\u{113c5}\u{113c7}\u{113c8}\u{16121}-\u{16128}\u{16d68}-\u{16d6a}\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u
/** Ends of letter groups that are searched first: `translate` scans the whole group for each letter. */
const groupEnds = [0x24f, 0x3ff, 0x42f, 0x52f, 0x10ffff]

const characters = Array.from({ length: 0x10ffff }, (_, n) => n + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
const isAsciiOrNew = (one: string) => one < '\u0080' || /\p{Cn}/u.test(one)
const isApart = (one: string) => one.normalize('NFKD') === one

const codeOf = (one: string) => one.codePointAt(0) ?? 0
const escaped = (one: string) => {
  const code = codeOf(one)
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** A PostgreSQL character class for all that match, in few ranges, which may include characters that are not `isMet`. */
function classOf(fits: (one: string) => boolean, isMet = (_one: string): boolean => true): string {
  const ranges: [string, string][] = []
  let isOpen = false
  for (const one of characters) {
    if (!isMet(one)) continue
    const last = ranges.at(-1)
    if (!fits(one)) isOpen = false
    else if (isOpen && last) last[1] = one
    else ranges.push([one, one])
    isOpen = fits(one)
  }
  return ranges
    .map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`))
    .join('')
}

/** Without the spaces around separate words. */
const bareOf = (one: string) => foldCharacters(one).replace(/^ (.*) $/, '$1')
const hasOne = (one: string) => [...foldCharacters(one)].length === 1
const translated = (of: readonly string[]) =>
  `    t := translate(t, '${of.join('')}', '${of.map((one) => foldCharacters(one)).join('')}');`
const replaced = (of: readonly string[]) =>
  of.map((one) => `    t := replace(t, '${one}', '${foldCharacters(one)}');`).join('\n')
const when = (some: string, then: string) => `    IF t ~ '[${some}]' THEN\n${then}\n    END IF;`

export function searchFunction(): string {
  const isMet = (one: string) => !isAsciiOrNew(one) && isApart(one)
  const known = characters.filter((one) => !/\p{Cn}/u.test(one))
  const isLate = (one: string) => late.test(one)
  const other = known.filter((one) => isMet(one) && !['', one].includes(bareOf(one)))
  const single = other.filter(hasOne)
  const groups = groupEnds.map((end, n) =>
    single.filter((one) => codeOf(one) <= end && codeOf(one) > (groupEnds[n - 1] ?? 0)),
  )
  const isFolded = (one: string) => !/\p{Cn}/u.test(one) && bareOf(one) === one.toLowerCase()
  const isDivider = (one: string) => foldForSearch(one) === ' '
  const isUnspaced = (one: string) => keptWords(one + one).length === 2
  const dividers = classOf(isDivider, (one) => isFolded(one) && isApart(one))
  const unspaced = classOf(isUnspaced, (one) => isMet(one) && isFolded(one))
  const written = classOf(
    (one) => /^ .* $/.test(foldCharacters(one)),
    (one) => !isAsciiOrNew(one),
  )
  const weightless = classOf((one) => foldCharacters(one) === '', isMet)
  const lateOnes = known.filter(isLate)
  return `CREATE OR REPLACE FUNCTION searchable_words(given text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  t text COLLATE "C" := given;
  words text[];
BEGIN
  IF octet_length(t) > length(t) THEN
${when(classOf(isLate), `${translated(lateOnes.filter(hasOne))}\n${replaced(lateOnes.filter((one) => !hasOne(one)))}`)}
    t := normalize(regexp_replace(t, '([${written}])', ' \\1 ', 'g'), NFKD);
    t := regexp_replace(t, '[${weightless}]+', '', 'g');
${groups
  .map((of) =>
    when(
      classOf((one) => of.includes(one)),
      translated(of),
    ),
  )
  .join('\n')}
${replaced(other.filter((one) => !hasOne(one)))}
  END IF;
  -- A tsvector holds a megabyte.
  t := left(lower(t), 65000);
  words := regexp_split_to_array(t, '[${dividers}${unspaced}]+');
  IF length(t) > 200 THEN
    words := array(SELECT left(word, 200) FROM unnest(words) word);
  END IF;
  IF t ~ '[${unspaced}]' THEN
    words := words || array(SELECT concat(a, b, c, d) FROM (
      SELECT string_to_array(run[1], null) letters FROM regexp_matches(t, '[${unspaced}]+', 'g') run) runs,
      unnest(letters, letters[2:], letters[3:], letters[4:]) beginning(a, b, c, d));
  END IF;
  RETURN array_to_tsvector(array_remove(words, ''));
END $$;`
}

if (import.meta.main) console.log(searchFunction())
