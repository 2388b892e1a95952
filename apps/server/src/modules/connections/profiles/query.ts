import { formerProfileQuery } from '#server/db/search-former'
import { tsqueryOf } from '#server/db/search-source'
import { dividers } from '#server/modules/connections/profiles/policy'

/** A query of PostgreSQL for all of these beginnings of words, or for those that a process of the release before kept. */
export function queryOf(search: string): string | null {
  const [words, former] = [tsqueryOf(search, dividers), formerProfileQuery(search)]
  return words === null || former === null || words === former ? words : `${words} | ${former}`
}
