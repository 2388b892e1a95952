import { formerProfileQuery } from '#server/db/search-former'
import { tsqueryOf } from '#server/db/search-source'
import { dividers } from '#server/modules/connections/profiles/policy'

/** A PostgreSQL query for all of these word prefixes, as this release or the one before indexed them. */
export function queryOf(search: string): string | null {
  const [words, former] = [tsqueryOf(search, dividers), formerProfileQuery(search)]
  return words === null || former === null || words === former ? words : `${words} | ${former}`
}
