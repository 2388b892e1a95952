/** What a spelling dictionary answers. */
export type Speller = { correct: (word: string) => boolean; suggest: (word: string) => string[] }

type Rule = {
  flag: string
  crosses: boolean
  strip: string
  add: string
  fits: RegExp | null
  next: string[]
}
type Kind = 'PFX' | 'SFX'

const LEAST_PART = 3
const MOST_PARTS = 3
const MOST_DEEP = 2
const MOST_SUGGESTIONS = 8
const compoundOptions = /^COMPOUND(FLAG|BEGIN|MIDDLE|END)$/

/**
 * Reads Hunspell's two files. Splits words into forms and compounds at each lookup, so memory holds the word list only.
 */
export function openHunspell(aff: Uint8Array, dic: Uint8Array): Speller {
  const affixes = linesOf(aff, 'utf-8')
  const encoding = affixes.find((line) => line.startsWith('SET '))?.slice(4) ?? 'iso-8859-1'
  const lines = linesOf(aff, encoding)
  const option = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1] ?? null
  const flagsOf = flagReader(option('FLAG'), lines)
  const { prefixes, suffixes } = rulesOf(lines, flagsOf)
  const hidden = ['ONLYINCOMPOUND', 'NEEDAFFIX', 'FORBIDDENWORD'].map(option).filter((flag) => flag !== null)
  const hasCompounds = lines.some((line) => compoundOptions.test(line.split(/\s+/)[0] ?? ''))
  const letters = [...new Set((option('TRY') ?? 'esianrtolcdugmphbyfvkwz').toLowerCase())]
    .filter((letter) => /\p{L}/u.test(letter))
    .join('')

  const words = new Map<string, string>()
  for (const line of linesOf(dic, encoding).slice(1)) {
    const [, word = '', flags = ''] = /^((?:[^/\t]|\\\/)+?)(?:\/([^\s]*))?(?:[\t ].*)?$/.exec(line) ?? []
    if (word) words.set(word, `${words.has(word) ? `${words.get(word)},` : ''}${flags}`)
  }
  const flagsOfWord = (word: string): string[] | null => {
    const flags = words.get(word)
    return flags === undefined ? null : flags.split(',').flatMap((part) => flagsOf(part))
  }

  /** Whether a word is a stem or form; with `flag`, whether that flag's affix also fits. */
  const isForm = (word: string, flag: string | null, deep = 0): boolean => {
    const own = flagsOfWord(word)
    if (own && (flag === null ? !own.some((one) => hidden.includes(one)) : own.includes(flag))) return true
    if (deep >= MOST_DEEP) return false
    return endings(word).some(
      ([rule, stem]) => (flag === null || rule.next.includes(flag)) && isForm(stem, rule.flag, deep + 1),
    )
  }
  const endings = (word: string) =>
    (suffixes.get(word.at(-1) ?? '') ?? [])
      .concat(suffixes.get('') ?? [])
      .flatMap((rule): [Rule, string][] => {
        if (!word.endsWith(rule.add) || word.length <= rule.add.length) return []
        const stem = word.slice(0, word.length - rule.add.length) + rule.strip
        return rule.fits && !rule.fits.test(stem) ? [] : [[rule, stem]]
      })
  const isPrefixed = (word: string) =>
    (prefixes.get(word[0] ?? '') ?? []).some((rule) => {
      if (!word.startsWith(rule.add) || word.length <= rule.add.length) return false
      const rest = rule.strip + word.slice(rule.add.length)
      if (rule.fits && !rule.fits.test(rest)) return false
      if (isForm(rest, rule.flag)) return true
      return (
        rule.crosses &&
        endings(rest).some(([ending, stem]) => {
          const own = flagsOfWord(stem)
          return ending.crosses && own?.includes(rule.flag) && own.includes(ending.flag)
        })
      )
    })
  const isWord = (word: string) => isForm(word, null) || isPrefixed(word)
  const isWordAnyhow = (word: string) => isWord(word) || isWord(capital(word))

  const isCompound = (word: string, parts = 1): boolean => {
    for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) {
      const [first, rest] = [word.slice(0, at), word.slice(at)]
      const isPart = isWordAnyhow(first) || (first.endsWith('s') && isWordAnyhow(first.slice(0, -1)))
      if (isPart && (isWordAnyhow(rest) || (parts + 1 < MOST_PARTS && isCompound(rest, parts + 1))))
        return true
    }
    return false
  }

  const correct = (given: string): boolean => {
    const word = given.replaceAll('’', "'")
    const lower = word.toLowerCase()
    if (isWord(word) || (word !== lower && (isWord(lower) || isWord(capital(lower))))) return true
    return hasCompounds && isCompound(lower)
  }
  /** Words that one slip turns into the given one. */
  const suggest = (given: string): string[] => {
    const found: string[] = []
    for (const one of slipsOf(given, letters)) {
      if (found.length >= MOST_SUGGESTIONS) break
      if (!found.includes(one) && isWord(one)) found.push(one)
    }
    return found
  }
  return { correct, suggest }
}

const capital = (word: string) => (word[0] ?? '').toUpperCase() + word.slice(1)

function linesOf(bytes: Uint8Array, encoding: string): string[] {
  const name = encoding.trim().replace(/^ISO(\d)/i, 'iso-$1')
  return new TextDecoder(name)
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
}

/** Flags are single letters, pairs of them, or numbers; a number may stand for a whole list. */
function flagReader(kind: string | null, lines: readonly string[]): (text: string) => string[] {
  const split = (text: string): string[] => {
    if (kind === 'long') return text.match(/../gu) ?? []
    return kind === 'num' ? text.split(',').filter(Boolean) : [...text]
  }
  const lists = lines.filter((line) => /^AF \S/.test(line)).slice(1)
  const known = lists.map((line) => split(line.split(/\s+/)[1] ?? ''))
  return (text) => (known.length > 0 && /^\d+$/.test(text) ? (known[Number(text) - 1] ?? []) : split(text))
}

function rulesOf(lines: readonly string[], flagsOf: (text: string) => string[]) {
  const rules: Record<Kind, Map<string, Rule[]>> = { PFX: new Map(), SFX: new Map() }
  const crossing = new Set<string>()
  for (const line of lines) {
    const [kind = '', flag = '', first = '', second = '', condition = '.'] = line.split(/\s+/)
    if (kind !== 'PFX' && kind !== 'SFX') continue
    if (/^[YN]$/.test(first) && /^\d+$/.test(second)) {
      if (first === 'Y') crossing.add(kind + flag)
      continue
    }
    const [text = '', next = ''] = second.split('/')
    const add = text === '0' ? '' : text
    const strip = first === '0' ? '' : first
    const fits = condition === '.' ? null : matcher(kind, condition)
    const rule = { flag, crosses: crossing.has(kind + flag), strip, add, fits, next: flagsOf(next) }
    const key = (kind === 'PFX' ? add[0] : add.at(-1)) ?? ''
    rules[kind].set(key, [...(rules[kind].get(key) ?? []), rule])
  }
  return { prefixes: rules.PFX, suffixes: rules.SFX }
}

/** Letters and sets of letters, at the end where the affix is added. */
function matcher(kind: Kind, condition: string): RegExp | null {
  const plain = condition.replace(/[.*+?(){}|\\$/-]/g, (sign) => (sign === '.' ? '.' : `\\${sign}`))
  try {
    return new RegExp(kind === 'PFX' ? `^${plain}` : `${plain}$`)
  } catch {
    return null
  }
}

function* slipsOf(word: string, letters: string): Generator<string> {
  for (let at = 0; at < word.length - 1; at++)
    yield word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
  for (let at = 0; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1)
  for (let at = 0; at <= word.length; at++)
    for (const letter of letters) {
      if (at < word.length) yield word.slice(0, at) + letter + word.slice(at + 1)
      yield word.slice(0, at) + letter + word.slice(at)
    }
}
