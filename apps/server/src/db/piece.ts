/** SQL text that uses names of the statement around it (`needs`), and gives it names (`offers`): CTEs and aliases. */
type Piece<Needs extends string = string> = string & { readonly needs?: Needs }

const tag =
  <Needs extends string>(needs: readonly Needs[], offers: readonly string[]) =>
  (texts: TemplateStringsArray, ...values: readonly (string | number)[]): Piece<Needs> => {
    const text = texts.reduce((whole, next, n) => `${whole}${values[n - 1]}${next}`)
    const missing = offers.find((name) => !isIn(`from ${readPieces(text).own}`, name))
    if (missing !== undefined)
      throw new Error(`a piece offers ${missing}, and has none of that name: ${text}`)
    return `/*needs ${needs.join()}*/${text}${ends}` as Piece<Needs>
  }

export const needs = <const Needs extends string>(...names: readonly Needs[]) =>
  Object.assign(tag(names, []), { offers: (...offered: readonly string[]) => tag(names, offered) })
export const offers = (...names: readonly string[]) => tag<never>([], names)

// Pieces are joined as plain text, so their needs travel in it as comments until the statement is made.
const begins = /\/\*needs [\w,]*\*\//g
const ends = '/*met*/'

/** The text as the database gets it. Throws where a piece stands without a name that it needs. */
export function putTogether(statement: string, text: string): string {
  for (const { needs, around } of readPieces(text).found) {
    const missing = needs.find((name) => !isIn(around(), name))
    if (missing === undefined) continue
    const all = needs.join(', ')
    throw new Error(`${statement} has no part or alias ${missing} around its piece that needs ${all}`)
  }
  return text.replace(begins, '').replaceAll(ends, '')
}

/** Whether a text, with `·` for what stands in brackets, has a part or an alias of this name. */
function isIn(text: string, name: string): boolean {
  const part = `\\b${name} ?·? as (not )?(materialized )?·`
  const table = '\\b(from|join|update|into|using|ordinality|lateral)\\s+'
  const alias = `(·|${table}\\w+|,\\s*\\w+)\\s+(as\\s+)?${name}\\b(?!\\.)`
  return new RegExp(`${part}|${alias}|(${table}|,\\s*)${name}\\b(?!\\.)`).test(text)
}

/** What stands in one pair of brackets, with `·` for those inside of it. */
type Level = { text: string; above: Level | null }
type Found = { needs: string[]; around: () => string }

const tokens = /'[^']*'|\/\*needs ([\w,]*)\*\/|\/\*met\*\/|[()]|[^'()/]+|\//g

/** Each piece with the text its names may come from: in its brackets, and in the brackets around them. */
function readPieces(whole: string): { found: Found[]; own: string } {
  const found: Found[] = []
  const open: { level: Level; from: number; upTo: number }[] = []
  let level: Level = { text: '', above: null }
  for (const [token, needs] of whole.matchAll(tokens)) {
    if (token === '(') level = { text: '', above: level }
    else if (token === ')') {
      level = level.above ?? level
      level.text += '·'
    } else if (needs !== undefined) {
      const one = { level, from: level.text.length, upTo: 0 }
      open.push(one)
      found.push({ needs: needs.split(',').filter(Boolean), around: () => textAround(one) })
    } else if (token === ends) {
      const one = open.pop()
      if (one?.level !== level) throw new Error(`a piece leaves a bracket open: ${whole}`)
      one.upTo = level.text.length
    } else if (!token.startsWith("'")) level.text += token
  }
  return { found, own: level.text }
}

function textAround({ level, from, upTo }: { level: Level; from: number; upTo: number }): string {
  const texts = [level.text.slice(0, from), level.text.slice(upTo)]
  for (let one = level.above; one; one = one.above) texts.push(one.text)
  return texts.join(' ; ')
}
