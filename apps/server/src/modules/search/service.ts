import type { RouteQuery } from '@wingmark/contract/route'
import { type SearchHit, type SearchTab, type search, searchTabs } from '@wingmark/contract/search'
import { excerptAround } from '@wingmark/contract/search-words'
import { countMatches, type FoundRow, soughtBy } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { asShortAsNeeded, pageOf } from '#server/http/pages'
import { rowGrant } from '#server/modules/access/policy'
import { fileUrls } from '#server/modules/files/service'

const nothing = () => Object.fromEntries(searchTabs.map((tab) => [tab, 0])) as Record<SearchTab, number>

/** One tab, with the counts of all. */
export async function searchAll(
  deps: Deps,
  actor: UserActor,
  { tab, word, page, limit }: RouteQuery<typeof search>,
) {
  await deps.limits.consume({ searchByUser: actor.id })
  const sought = await soughtBy(deps.db, word)
  const counts = nothing()
  if (sought === null) return { tab, counts, ...pageOf([], { page, limit }, 0) }
  const asked = { user: actor.id, ...sought }
  const source = deps.parts.search[tab]
  // Counts first: no matches, no further queries. One after the other, so that a search holds only one connection.
  const found = await countMatches(deps.db.orm, asked)
  for (const name of searchTabs) counts[name] = found[name] ?? 0
  const offset = (page - 1) * limit
  const rows =
    source && offset < counts[tab] ? await source.list(deps.db.orm, { ...asked, limit, offset }) : []
  const presented = rows.map((row) => presentHit(deps, actor, row, word))
  const results = asShortAsNeeded(presented, ({ text, place, ...one }, { cut }) => ({
    ...one,
    text: cut(text),
    place: cut(place),
  }))
  return { tab, counts, ...pageOf(results, { page, limit }, counts[tab]) }
}

function presentHit(deps: Deps, actor: UserActor, row: FoundRow, word: string): SearchHit {
  return {
    _id: row.id,
    title: row.title,
    text: excerptAround(row.text, word),
    place: row.place,
    person: row.person,
    pictureUrl: pictureUrl(deps, actor, row),
    path: row.path,
    at: row.at.toISOString(),
  }
}

function pictureUrl(deps: Deps, actor: UserActor, { picture, ...seen }: FoundRow): string | null {
  if (picture === null) return null
  const grant = rowGrant(actor.sessionId, seen)
  return grant && fileUrls(deps, picture, { download: false, endsAt: null, grant }).thumbnailUrl
}
