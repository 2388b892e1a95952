import { searchCountedMax } from '@wingmark/contract/limits'
import { soughtWords } from '@wingmark/contract/search-words'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'

export type FoundRow = {
  id: string
  title: string
  text: string
  place: string
  person: { _id: string | null; name: string; avatar: string | null } | null
  path: string
  at: Date
  /** Key of a drawn file that stands for it, and by what the reader may see that: their role, or the stamp of all. */
  picture: string | null
  role: 'OWNER' | 'EDITOR' | 'COMMENTER' | 'VIEWER' | 'OWN' | null
  stamp: string | null
}

/** `words`: a tsquery. */
type Asked = { user: string; words: string }

/** What a module lets search find of its things. */
export type SearchSource = {
  count(db: Queryable, asked: Asked): Promise<number>
  list(db: Queryable, asked: Asked & { limit: number; offset: number }): Promise<FoundRow[]>
}

/** A tsquery for all of these beginnings of words, which hold neither quotes nor backslashes; null where there is none. */
export function tsqueryOf(word: string): string | null {
  const words = soughtWords(word)
  return words.length === 0 ? null : words.map((one) => `'${one}':*`).join(' & ')
}

/** The words that are looked for, as a condition on a row's `search`. */
export const holdsWords = (search: string) => `${search} @@ {words}::text::tsquery`

/**
 * `matches` are all that `{user}` may read and that hold the words: id, rank (lower first), at (newest first), and what
 * `shown` needs of them; `shown` says the columns of a hit and what it joins to `page`. What is not given is empty.
 */
export function searchSource(
  tab: string,
  {
    matches,
    shown,
    joined,
  }: { matches: string; shown: Partial<Record<keyof FoundRow, string>>; joined: string },
): SearchSource {
  const column = (name: keyof FoundRow, fallback: string) => `${shown[name] ?? fallback} as "${name}"`
  const counted = statement(`search-count-${tab}`, {
    takes: { user: 'uuid', words: 'text' },
    gives: row<{ total: number }>({ total: 'int4' }),
    text: `select count(*)::int as total from (
      select 1 from (${matches}) matching limit ${searchCountedMax}) counted`,
  })
  // What matches is gathered first: sorting on the way makes the database walk over everything that does not.
  const listed = statement(`search-${tab}`, {
    takes: { user: 'uuid', words: 'text', limit: 'int4', offset: 'int4' },
    gives: row<FoundRow>({
      ...{ id: 'uuid', title: 'text', text: 'text', place: 'text', person: 'json', path: 'text' },
      ...{ at: 'timestamptz', picture: 'text', role: 'text', stamp: 'text' },
    }),
    text: `with matching as materialized (${matches}), page as (
        select * from matching order by rank, at desc, id desc limit {limit}::int offset {offset}::int)
      select page.id, ${column('title', "''::text")}, ${column('text', "''::text")}, ${column('place', "''::text")},
        ${column('person', 'null::json')}, ${column('path', "''::text")}, page.at,
        ${column('picture', 'null::text')}, ${column('role', 'null::text')}, ${column('stamp', 'null::text')}
      from page ${joined} order by page.rank, page.at desc, page.id desc`,
  })
  return {
    count: async (db, asked) => (await counted.first(db, asked))?.total ?? 0,
    list: (db, asked) => listed.rows(db, asked),
  }
}
