import { searchCountedMax } from '@wingmark/contract/limits'
import { beginningsOf, soughtWords } from '@wingmark/contract/search-words'
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Queryable } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { formerTsquery } from '#server/db/search-former'
import { row, statement } from '#server/db/statement'

export type FoundRow = {
  id: string
  title: string
  text: string
  place: string
  person: { _id: string | null; name: string; avatar: string | null } | null
  path: string
  at: Date
  /** Key of a rendered file as its picture, and the reader's permission: their role, or the common stamp. */
  picture: string | null
  role: 'OWNER' | 'EDITOR' | 'COMMENTER' | 'VIEWER' | 'OWN' | null
  stamp: string | null
}

/** Two tsqueries: for `search_words`, and for `search` while some rows lack these. */
export type Sought = { words: string; former: string | null }
type Asked = Sought & { user: string }

/** What a module contributes to search. */
export type SearchSource = {
  list(db: Queryable, asked: Asked & { limit: number; offset: number }): Promise<FoundRow[]>
}

/**
 * A tsquery for all of these beginnings of words, which contain no quotes or backslashes; null where there are none.
 */
export function tsqueryOf(text: string, dividers?: RegExp): string | null {
  const beginnings = soughtWords(text, dividers).flatMap(beginningsOf)
  return beginnings.length === 0 ? null : beginnings.map((one) => `'${one}':*`).join(' & ')
}

const filling = statement('search-filling', { takes: {}, text: 'select 1 from search_fills limit 1' })
const filled = new WeakSet<Database>()

/** While older rows still get their words; once that is done, nothing asks again. */
async function isFilling(db: Database): Promise<boolean> {
  if (filled.has(db)) return false
  if ((await filling.count(db.pool, {})) > 0) return true
  filled.add(db)
  return false
}

/** Null where a text has no word. */
export async function soughtBy(db: Database, text: string): Promise<Sought | null> {
  const words = tsqueryOf(text)
  return words === null ? null : { words, former: (await isFilling(db)) ? formerTsquery(text) : null }
}

/** Words that match everything. */
export const noWords = { words: null, former: null }

/** A condition on a row of this alias. Where `former` is null the planner skips its index. */
export const holdsWords = (alias: string) => `(${alias}.search_words @@ {words}::text::tsquery
  or ${alias}.search @@ {former}::text::tsquery)`

/** The same for a query of columns. */
export const holding = (row: Record<'search' | 'searchWords', AnyPgColumn>, { words, former }: Sought) =>
  sql`(${row.searchWords} @@ ${words}::text::tsquery or ${row.search} @@ ${former}::text::tsquery)`

/** Takes the parameters of `calledBy`: a name contains the typed text, or has all its words. */
export const isCalled = (name: string, words = `searchable_words(${name})`) =>
  `(${name} ilike {word}::text or ${words} @@ {words}::text::tsquery)`
export const calledBy = (typed: string) => ({ word: `%${likeLiteral(typed)}%`, words: tsqueryOf(typed) })

/**
 * Ranking: by `rank` of `matches`, low first, then by `at`, new first. `matches`: readable rows. `shown` joins columns to `page`.
 */
export function searchSource(
  tab: string,
  {
    matches,
    threads = false,
    shown,
    joined,
  }: {
    matches: string
    threads?: boolean
    shown: Partial<Record<keyof FoundRow, string>> & { at: string }
    joined: string
  },
): SearchSource {
  const column = (name: keyof FoundRow, fallback: string) => `${shown[name] ?? fallback} as "${name}"`
  if (matchesOf.has(tab)) throw new Error(`two sources for ${tab}`)
  matchesOf.set(tab, matches)
  // Matches are gathered first: sorted at once, the database would walk over everything else too.
  const found = statement(`search-${tab}`, {
    takes: { user: 'uuid', words: 'text', former: 'text', limit: 'int4', offset: 'int4' },
    gives: row<Page>({ ids: 'uuid[]', threads: 'uuid[]' }),
    text: `with matching as materialized (${matches}), page as (
        select * from matching order by rank, at desc, id desc limit {limit}::int offset {offset}::int)
      select array(select id from page order by rank, at desc, id desc) as ids,
        array(select ${threads ? 'thread' : 'id'} from page order by rank, at desc, id desc) as threads`,
  })
  // A separate statement: its plan does not depend on the words, so the database makes it once. Some use `user`.
  const listed = statement(`search-${tab}-shown`, {
    takes: { user: 'uuid', ids: 'uuid[]', threads: 'uuid[]' },
    gives: row<FoundRow>({
      ...{ id: 'uuid', title: 'text', text: 'text', place: 'text', person: 'json', path: 'text' },
      ...{ at: 'timestamptz', picture: 'text', role: 'text', stamp: 'text' },
    }),
    text: `select page.id, ${column('title', "''::text")}, ${column('text', "''::text")}, ${column('place', "''::text")},
        ${column('person', 'null::json')}, ${column('path', "''::text")}, ${shown.at} as at,
        ${column('picture', 'null::text')}, ${column('role', 'null::text')}, ${column('stamp', 'null::text')}
      from unnest({ids}::uuid[], {threads}::uuid[]) with ordinality as page(id, thread, nth) ${joined}
      where {user}::uuid is not null order by page.nth`,
  })
  return {
    list: async (db, { limit, offset, ...asked }) => {
      const page = await found.first(db, { ...asked, limit, offset })
      return page ? listed.rows(db, { user: asked.user, ...page }) : []
    },
  }
}

type Page = { ids: string[]; threads: string[] }

const matchesOf = new Map<string, string>()

const countOf = (matches: string) => `(
  select count(*)::int as total from (select 1 from (${matches}) matching limit ${searchCountedMax}) few)`

let counting: ReturnType<typeof countingAll> | null = null

/** Once all sources are known, so that a search does not prepare the statement first. */
export function prepareCounts(): void {
  counting ??= countingAll()
}

const countingAll = () =>
  statement('search-counts', {
    takes: { user: 'uuid', words: 'text', former: 'text' },
    gives: row<{ counts: Record<string, number> }>({ counts: 'json' }),
    text: `select json_build_object(${[...matchesOf]
      .map(([name, matches]) => `'${name}', ${countOf(matches)}`)
      .join(', ')}) as counts`,
  })

/** How many matches each source has, as far as they are counted; one statement, as each costs time. */
export async function countMatches(db: Queryable, asked: Asked): Promise<Record<string, number>> {
  return (await counting?.first(db, asked))?.counts ?? {}
}
