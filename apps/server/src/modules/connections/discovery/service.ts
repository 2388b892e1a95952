import type { discoverPeople, Person } from '@wingmark/contract/people'
import type { RouteQuery } from '@wingmark/contract/route'
import { skillKey } from '@wingmark/contract/skills'
import { likeLiteral } from '#server/db/like-pattern'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { asShortAsNeeded, pageOf } from '#server/http/pages'
import { findPeople } from '#server/modules/connections/discovery/find-people'
import { presentFound } from '#server/modules/connections/discovery/present'
import {
  findPerson,
  listSkills,
  noteActive,
  type PersonRow,
} from '#server/modules/connections/discovery/store'
import { decideAsking, isLive } from '#server/modules/connections/policy'
import { queryOf } from '#server/modules/connections/profiles/query'
import { presentCard, presentConnection, shortCard } from '#server/modules/connections/requests/present'
import { requireProfile } from '#server/modules/connections/requests/service'
import { findOfPair, findStanding } from '#server/modules/connections/requests/store'
import { describeBetween } from '#server/modules/connections/service'
import { DomainError, notFound } from '#server/platform/domain-error'

/** Throws FORBIDDEN for callers without a profile. */
export async function discoverOthers(
  deps: Deps,
  actor: UserActor,
  { page, limit, search = '', skill = [], sort = 'relevance' }: RouteQuery<typeof discoverPeople>,
) {
  const words = queryOf(search)
  const [, { rows, total }] = await Promise.all([
    requireProfile(deps, actor),
    findPeople(
      deps,
      { me: actor.id, words, skills: skill },
      {
        sort: words === null && sort === 'relevance' ? '-activeAt' : sort,
        start: `${likeLiteral(search.toLowerCase())}%`,
        ...{ limit, offset: (page - 1) * limit },
      },
    ),
  ])
  const presented = rows.map((row) => presentFound(deps, row, actor.id))
  const results = asShortAsNeeded(presented, ({ work, ...card }, to) => ({
    ...shortCard(card, to),
    work: work.slice(0, to.many).map(({ name, ...one }) => ({ ...one, name: to.cut(name) })),
  }))
  return pageOf(results, { page, limit }, total)
}

export async function proposeSkills(deps: Deps, actor: UserActor, search: string): Promise<string[]> {
  await deps.limits.consume({ skillsByUser: actor.id })
  return listSkills(deps.db.orm, `${likeLiteral(skillKey(search))}%`)
}

/** A person as anyone may see them, and whether search engines may; null without a public page. */
export async function getPublicPerson(
  deps: Deps,
  name: string,
): Promise<{ person: Person; isIndexed: boolean } | null> {
  const row = await findPerson(deps.db.orm, name)
  if (!row?.isPublic || row.isRestricted) return null
  return { person: { ...presentPerson(row), connection: null, can: nothing }, isIndexed: row.isIndexed }
}

/** Throws NOT_FOUND for people missing to the caller, UNAUTHENTICATED for visitors of a non-public page. */
export async function getPerson(deps: Deps, actor: Actor, name: string): Promise<Person> {
  if (actor.kind !== 'user') {
    const found = await getPublicPerson(deps, name)
    if (!found) throw new DomainError('UNAUTHENTICATED')
    return found.person
  }
  const row = await findPerson(deps.db.orm, name)
  if (row?.personId === actor.id)
    return {
      ...presentPerson(row),
      email: row.email,
      isSelf: true,
      connection: null,
      can: { ...nothing, edit: true },
    }
  // Queried for missing people, too, so that hidden ones take as long.
  const id = row?.personId ?? nobody
  const [kept, between, standing] = await Promise.all([
    findOfPair(deps.db.orm, actor.id, id),
    describeBetween(deps.db.orm, actor.id, id),
    findStanding(deps.db.orm, actor.id),
  ])
  if (!row || between.isBlocked || row.isRestricted) throw notFound()
  const { may } = decideAsking(kept, actor.id, new Date())
  const isFree = !between.isRestricted
  return {
    ...presentPerson(row),
    email: between.areConnected && row.showsEmail ? row.email : null,
    connection: kept && isLive(kept, actor.id, new Date()) ? presentConnection(kept, actor.id) : null,
    can: {
      connect: isFree && standing?.hasProfile === true && (may === 'ask' || may === 'accept'),
      message:
        isFree &&
        (between.areConnected || between.areFellows || (between.isOpen && standing?.hasProfile === true)),
      block: true,
      report: true,
      edit: false,
    },
  }
}

const nobody = '00000000-0000-0000-0000-000000000000'
const nothing = { connect: false, message: false, block: false, report: false, edit: false }

const presentPerson = (row: PersonRow) => ({
  ...presentCard(row),
  experience: row.experience,
  email: null,
  isPublic: row.isPublic,
  createdAt: row.createdAt.toISOString(),
  isSelf: false,
})

/** Daily: stores when each person last published or commented. */
export async function noteWhoIsActive(deps: Deps): Promise<void> {
  await noteActive(deps.db.orm)
}
