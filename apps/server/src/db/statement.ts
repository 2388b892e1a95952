import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { putTogether } from '#server/db/piece'

/** PostgreSQL's names of types, and their types here. */
type Held = {
  uuid: string
  text: string
  int4: number
  int8: number
  float4: number
  float8: number
  bool: boolean
  timestamptz: Date
  bytea: Buffer
  'uuid[]': readonly string[]
  'text[]': readonly string[]
  json: unknown
  jsonb: unknown
}
type PgType = keyof Held

type Json = 'json' | 'jsonb'

/** JSON is passed as text. */
type Taken<N> = (N extends Json ? string : N extends PgType ? Held[N] : never) | null

/** The types of columns that can fill a field; JSON fills any but times and bytes. */
type Fitting<T> = [NonNullable<T>] extends [Date | Buffer]
  ? Exclude<FittingAny<NonNullable<T>>, Json>
  : FittingAny<NonNullable<T>>
type FittingAny<T> = { [N in PgType]: [T] extends [Held[N]] ? N : never }[PgType]

export type Row<R> = { columns: Record<string, string>; as?: R }

/** What a statement returns: a type, and PostgreSQL's types of its columns. */
export const row = <R extends object>(columns: { [K in keyof R]-?: Fitting<R[K]> }): Row<R> => ({ columns })

export type Description = {
  name: string
  text: string
  takes: Record<string, string>
  /** Null: nobody reads what it returns. */
  gives: Record<string, string> | null
}

/** All statements of the program, once their modules are imported. */
export const statements = new Map<string, Description>()

type Client = { query: <R extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<R>> }
type Builder = PgDatabase<NodePgQueryResultHKT>
/** The pool, the lookups, or a transaction. */
type On = Client | Builder

const clients = new WeakMap<object, Client>()

/** Records on which connection a transaction runs, for its statements. */
export function bindClient(builder: Builder, client: Client): void {
  clients.set(builder, client)
}

function clientOf(on: On): Client {
  if (isClient(on)) return on
  const client = clients.get(on)
  if (!client) throw new Error('a transaction whose connection is not known')
  return client
}

const isClient = (on: On): on is Client => typeof on.query === 'function'

/**
 * A prepared statement with named parameters (`{id}`) and columns, which a test compares with the database. Throws for
 * unmatched parameters.
 */
export function statement<const T extends Record<string, PgType>, R extends object = object>(
  name: string,
  given: { takes: T; gives?: Row<R>; text: string },
) {
  const names = parametersOf(name, given)
  const text = putTogether(name, given.text).replace(
    /\{(\w+)\}/g,
    (_all, parameter: string) => `$${names.indexOf(parameter) + 1}`,
  )
  const takes = Object.fromEntries(names.map((one) => [one, given.takes[one] ?? '']))
  if (statements.has(name)) throw new Error(`two statements are called ${name}`)
  statements.set(name, { name, text, takes, gives: given.gives?.columns ?? null })

  type Parameters = { [K in keyof T]: Taken<T[K]> }
  const run = (on: On, parameters: Parameters) =>
    clientOf(on).query<R & QueryResultRow>({ name, text, values: names.map((one) => parameters[one]) })
  return {
    rows: async (on: On, parameters: Parameters): Promise<R[]> => (await run(on, parameters)).rows,
    first: async (on: On, parameters: Parameters): Promise<R | null> =>
      (await run(on, parameters)).rows[0] ?? null,
    /** How many rows it returned or wrote. */
    count: async (on: On, parameters: Parameters): Promise<number> =>
      (await run(on, parameters)).rowCount ?? 0,
  }
}

function parametersOf(name: string, { takes, text }: { takes: object; text: string }): string[] {
  const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))]
  const lacking = names.find((one) => !(one in takes))
  if (lacking !== undefined) throw new Error(`${name} does not say what it takes for {${lacking}}`)
  const idle = Object.keys(takes).find((one) => !names.includes(one))
  if (idle !== undefined) throw new Error(`${name} has no use for {${idle}}`)
  return names
}
