import type { RouteQuery } from '@wingmark/contract/route'
import { type SearchHit, type SearchTab, type search, searchTabs } from '@wingmark/contract/search'
import { excerptAround } from '@wingmark/contract/search-words'
import { type FoundRow, tsqueryOf } from '#server/db/search-source'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { pageOf } from '#server/http/pages'
import { sessionGrant } from '#server/modules/access/policy'
import { fileUrls } from '#server/modules/files/service'

const nothing = () => Object.fromEntries(searchTabs.map((tab) => [tab, 0])) as Record<SearchTab, number>

/** One tab, with how much all of them have. */
export async function searchAll(
  deps: Deps,
  actor: UserActor,
  { tab, word, page, limit }: RouteQuery<typeof search>,
) {
  await deps.limits.consume({ searchByUser: actor.id })
  const words = tsqueryOf(word)
  const counts = nothing()
  if (words === null) return { tab, counts, ...pageOf([], { page, limit }, 0) }
  const asked = { user: actor.id, words }
  // One after the other: a search holds one connection, however many tabs there are.
  for (const { search: sources = {} } of deps.modules) {
    for (const name of searchTabs) {
      const source = sources[name]
      if (source) counts[name] = await source.count(deps.db.orm, asked)
    }
  }
  const total = counts[tab]
  const source = deps.modules.flatMap((one) => one.search?.[tab] ?? [])[0]
  const offset = (page - 1) * limit
  const rows = offset < total ? await source?.list(deps.db.orm, { ...asked, limit, offset }) : []
  const results = (rows ?? []).map((row) => presentHit(deps, actor, row, word))
  return { tab, counts, ...pageOf(results, { page, limit }, total) }
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

function pictureUrl(deps: Deps, actor: UserActor, { picture, role, stamp }: FoundRow): string | null {
  if (picture === null) return null
  const grant = role ? sessionGrant(actor.sessionId, role) : stamp === null ? null : { via: 'p', stamp }
  return grant && fileUrls(deps, picture, { download: false, endsAt: null, grant }).thumbnailUrl
}
