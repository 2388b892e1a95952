// JSON that PostgreSQL writes as text, so that Node passes it on as it came (`docs/decisions/0018-comments-as-json.md`).

/** JSON text: what stands in it as it is, and SQL whose text stands there. */
type Piece = string | { sql: string }
export type Json = readonly Piece[]

export const sql = (expression: string): Json => [{ sql: expression }]
/** Free text: escaped, also so that it can stand in a script element. */
export const text = (value: string) => sql(`replace(to_json(${value})::text, '<', '\\u003c')`)
/** An id or a word of ours: nothing in it needs escaping. */
export const word = (value: string): Json => ['"', { sql: value }, '"']
export const orNull = (value: string) => sql(`coalesce((${value})::text, 'null')`)
export const flag = (condition: string) => sql(`case when ${condition} then 'true' else 'false' end`)
export const time = (value: string): Json => [
  '"',
  { sql: `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
  '"',
]
export const list = (value: string) => sql(`coalesce((${value})::text, '[]')`)
export const array = (value: string) =>
  sql(`case when ${value} = '{}' then '[]' else replace(to_json(${value})::text, '<', '\\u003c') end`)

/** Members of an object; one that is not always there writes its own name. */
export type Members = Record<string, Json | { optional: Json }>

export function object(members: Members): Json {
  const pieces = Object.entries(members).flatMap(([name, value], place): Json => {
    return 'optional' in value ? value.optional : [place === 0 ? '{' : ',', `"${name}":`, ...value]
  })
  return [...pieces, '}']
}

/** `concat(…)` of the pieces; an SQL NULL is nothing. */
export function written(pieces: Json): string {
  const parts: string[] = []
  let literal = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      literal += piece
      continue
    }
    parts.push(`'${literal}'`, piece.sql)
    literal = ''
  }
  return `concat(${[...parts, `'${literal}'`].join(', ')})`
}
