import type { Deps } from '#server/deps'
import { lengthOf, pageOfList } from '#server/modules/connections/discovery/found-lists'
import {
  countedAhead,
  type Filter,
  type Found,
  type FoundRow,
  findPage,
  listFound,
  listWalls,
  longOrder,
  type Page,
  showFound,
} from '#server/modules/connections/discovery/store'

/** Lists this many, so that no page near them is cut. */
const listedMax = 10_000

/** A page of people and a minimum total. Large results may be seconds old, but omit people hidden since. */
export async function findPeople(
  deps: Deps,
  filter: Filter,
  page: Page,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { me, ...sought } = filter
  const order = longOrder(page.sort)
  const key = JSON.stringify([order, sought])
  const kept = await pageOfKept(deps, key, me, page)
  if (kept) {
    const rows = await showFound(deps.db.orm, filter, kept.ids)
    if (rows.length === kept.ids.length) return { rows, total: kept.total }
    // Someone left meanwhile; a gap in the page would reveal that.
    deps.memory.foundPeople.forget(key)
  }
  const { ids, total } = await findPage(deps.db.orm, filter, page)
  if (order !== 'name' && total >= countedAhead)
    deps.memory.foundPeople
      .make(key, () => listFound(deps.db.orm, sought, { order, most: listedMax }))
      .catch((error: unknown) => deps.log.debug({ err: error }, 'those found could not be kept'))
  return { rows: await showFound(deps.db.orm, filter, ids), total }
}

/** Null without a cached list of sufficient length. */
async function pageOfKept(deps: Deps, key: string, me: string, page: Page): Promise<Found | null> {
  const kept = deps.memory.foundPeople.get(key)
  const most = page.offset + countedAhead
  if (!kept || (lengthOf(kept) >= listedMax && most >= listedMax)) return null
  const { ids, total } = pageOfList(kept, [me, ...(await listWalls(deps.db, me))], page)
  return { ids, total: Math.min(total, most) }
}
