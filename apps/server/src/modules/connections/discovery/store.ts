import { workShown } from '@wingmark/contract/limits'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { firstLinks, linkStampOf } from '#server/modules/access/sql'
import type { Kept } from '#server/modules/connections/policy'
import {
  type CardRow,
  cardColumns,
  cardTypes,
  isBlockedBetween,
  isHidden,
  isPair,
  unseen,
  unseenBy,
  wallsOf,
} from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'
import { isUuid } from '#server/platform/ids'

type WorkRow = { id: string; name: string; cover: string; stamp: string }

export type FoundRow = CardRow & {
  connectionId: string | null
  status: Kept['status'] | null
  requesterId: string | null
  askedAt: Date | null
  work: WorkRow[]
}

/** A person's newest public reviews with rendered covers, as a JSON array of `WorkRow`. */
const publicWorkOf = (user: string) => `(
  select coalesce(json_agg(json_build_object('id', work.id, 'name', work.name, 'cover', work.key, 'stamp', work.stamp)
    order by work.updated_at desc, work.id desc), '[]')
  from (
    select r.id, r.name, r.updated_at, f.key, ${linkStampOf('l', 'r')} as stamp
    from reviews r join ${firstLinks} l on l.review_id = r.id
    join lateral (
      select cover.key, b.state from files cover join blobs b on b.id = cover.blob_id
      where cover.review_id = r.id and cover.purpose = 'REVIEW'
      order by cover.id is distinct from r.cover_id, cover.position, cover.id limit 1
    ) f on f.state = 'READY'
    where r.owner_id = ${user} and r.visibility = 'PUBLIC' and r.rests_since is null and r.deleted_at is null
    order by r.updated_at desc, r.id desc limit ${workShown}
  ) work)`

/** People whom anyone may find. */
const isSeen = `p.user_id not in (${unseen})`
/** Few rows, hashed once, so that they cost nothing per candidate. */
const isFound = `p.user_id <> {me}::uuid and p.user_id not in ${unseenBy('{me}::uuid')}`
const [noWords, noSkills] = ['{words}::text is null', 'cardinality({skills}::text[]) = 0']
const [hasWords, hasSkills] = ['p.search @@ {words}::text::tsquery', 'p.skill_keys @> {skills}::text[]']
/** Functions that use no index. */
const [holdsWords, holdsSkills] = [
  'ts_match_vq(p.search, {words}::text::tsquery)',
  'arraycontains(p.skill_keys, {skills}::text[])',
]

const byIndex = {
  all: `${noWords} and ${noSkills}`,
  words: `${hasWords} and ${noSkills}`,
  skills: `${noWords} and ${hasSkills}`,
  both: `${hasWords} and ${hasSkills}`,
}
const byLooking = {
  all: byIndex.all,
  words: `${holdsWords} and ${noSkills}`,
  skills: `${noWords} and ${holdsSkills}`,
  both: `${holdsWords} and ${holdsSkills}`,
}
type Kind = keyof typeof byIndex

type Column = 'active_at' | 'created_at'
type Order = 'relevance' | 'name' | '-activeAt' | '-createdAt'

/** Counts this far beyond the page, and sorts at most this many by relevance. */
export const countedAhead = 1_200

const takes = { me: 'uuid', words: 'text', skills: 'text[]' } as const
const pageTakes = { ...takes, limit: 'int4', offset: 'int4' } as const
const foundId = row<{ id: string }>({ id: 'uuid' })
const aPage = 'limit {limit}::int offset {offset}::int'

/** Walks the index order until the page is full: fast for the first pages of many matches. */
const walkOf = (kind: Kind, column: Column) =>
  statement(`discover-${kind}-along-${column}`, {
    takes: pageTakes,
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p where ${byLooking[kind]} and ${isFound}
      order by p.${column} desc, p.user_id desc ${aPage}`,
  })

/** Finds and sorts all matches. */
const sortOf = (kind: Kind, column: Column) =>
  statement(`discover-${kind}-by-${column}`, {
    takes: pageTakes,
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p where ${byIndex[kind]} and ${isFound}
      order by p.${column} desc, p.user_id desc ${aPage}`,
  })

/** The same by name. */
const byNameOf = (kind: Kind) =>
  statement(`discover-${kind}-by-name`, {
    takes: pageTakes,
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p join ${people} u on u.id = p.user_id
      where ${byIndex[kind]} and ${isFound}
      order by lower(u.name), p.active_at desc, p.user_id desc ${aPage}`,
  })

const countOf = (kind: Kind) =>
  statement(`discover-${kind}-count`, {
    takes: { ...takes, most: 'int4' },
    gives: row<{ total: number }>({ total: 'int4' }),
    text: `select count(*)::int as total from (
      select 1 from connection_profiles p where ${byIndex[kind]} and ${isFound} limit {most}::int) some_people`,
  })

/** The total, and the page if few match: in any order; by relevance, names with the prefix come first. */
const fewOf = (kind: Kind) =>
  statement(`discover-${kind}-few`, {
    takes: { ...pageTakes, most: 'int4', sort: 'text', start: 'text' },
    gives: row<{ total: number; ids: string[] | null }>({ total: 'int4', ids: 'uuid[]' }),
    text: `with matching as materialized (
        select p.user_id, p.active_at, p.created_at from connection_profiles p
        where ${byIndex[kind]} and ${isFound} limit {most}::int
      ), counted as (select count(*)::int as total from matching)
      select total, case when total < ${countedAhead} then array(
        select p.user_id from matching p join ${people} u on u.id = p.user_id
        order by case {sort}::text when 'name' then lower(u.name) end,
          {sort}::text = 'relevance' and lower(u.name) not like {start}::text,
          case {sort}::text when '-createdAt' then p.created_at else p.active_at end desc, p.user_id desc ${aPage}) end as ids
      from counted`,
  })

/** All matches in order, as bytes of their ids. For any reader, so it includes people hidden from only some. */
const listOf = (kind: Kind, column: Column) =>
  statement(`discover-${kind}-list-by-${column}`, {
    takes: { words: 'text', skills: 'text[]', most: 'int4' },
    gives: row<{ ids: Buffer | null }>({ ids: 'bytea' }),
    text: `select string_agg(uuid_send(listed.id), ''::bytea order by listed.at desc, listed.id desc) as ids from (
      select p.user_id as id, p.${column} as at from connection_profiles p where ${byIndex[kind]} and ${isSeen}
      order by p.${column} desc, p.user_id desc limit {most}::int) listed`,
  })

/** Cards of those still found, in their order; the ids may be some seconds old. */
const shown = statement('discover-shown', {
  takes: { ...takes, ids: 'uuid[]' },
  gives: row<FoundRow>({
    ...cardTypes,
    connectionId: 'uuid',
    status: 'text',
    requesterId: 'uuid',
    askedAt: 'timestamptz',
    work: 'json',
  }),
  text: `select ${cardColumns}, c.id as "connectionId", c.status, c.requester_id as "requesterId",
      c.created_at as "askedAt", ${publicWorkOf('p.user_id')} as work
    from unnest({ids}::uuid[]) with ordinality s(id, place)
    join connection_profiles p on p.user_id = s.id join ${people} u on u.id = s.id
    left join connections c on ${isPair('c', '{me}::uuid', 'p.user_id')}
    where p.user_id <> {me}::uuid and not ${isHidden('p.user_id')} and not ${isBlockedBetween('{me}::uuid', 'p.user_id')}
      and (${noWords} or ${holdsWords}) and ${holdsSkills}
    order by s.place`,
})

const statementsOf = (kind: Kind) => ({
  walk: { '-activeAt': walkOf(kind, 'active_at'), '-createdAt': walkOf(kind, 'created_at') },
  sort: { '-activeAt': sortOf(kind, 'active_at'), '-createdAt': sortOf(kind, 'created_at') },
  list: { '-activeAt': listOf(kind, 'active_at'), '-createdAt': listOf(kind, 'created_at') },
  name: byNameOf(kind),
  count: countOf(kind),
  few: fewOf(kind),
})
const statements = {
  all: statementsOf('all'),
  words: statementsOf('words'),
  skills: statementsOf('skills'),
  both: statementsOf('both'),
}

export type Sought = { words: string | null; skills: string[] }
export type Filter = Sought & { me: string }
export type Page = { sort: Order; start: string; limit: number; offset: number }
export type Found = { ids: string[]; total: number }

const statementsFor = ({ words, skills }: Sought) => {
  if (words === null) return skills.length > 0 ? statements.skills : statements.all
  return skills.length > 0 ? statements.both : statements.words
}

/** The order of large results: by activity, whatever their relevance. */
export const longOrder = (sort: Order) => (sort === 'relevance' ? '-activeAt' : sort)

/** `total` is a minimum when there are many more. */
export async function findPage(db: Queryable, filter: Filter, page: Page): Promise<Found> {
  const by = statementsFor(filter)
  const { limit, offset } = page
  const most = offset + countedAhead
  const order = longOrder(page.sort)
  const findAmongMany = async (isNear: boolean) => {
    const way = order === 'name' ? by.name : by[isNear ? 'walk' : 'sort'][order]
    const rows = await way.rows(db, { ...filter, limit, offset })
    return rows.map(({ id }) => id)
  }
  if (by === statements.all) {
    const [counted, ids] = await Promise.all([by.count.first(db, { ...filter, most }), findAmongMany(true)])
    return { ids, total: counted?.total ?? 0 }
  }
  const { total = 0, ids = [] } = (await by.few.first(db, { ...filter, ...page, most })) ?? {}
  // For distant pages, walking costs more than sorting all matches.
  return { total, ids: ids ?? (await findAmongMany(offset < countedAhead)) }
}

/** The first `most` ids in order, 16 bytes each, including people hidden from only some. */
export async function listFound(
  db: Queryable,
  sought: Sought,
  { order, most }: { order: '-activeAt' | '-createdAt'; most: number },
): Promise<Buffer> {
  const { words, skills } = sought
  const listed = await statementsFor(sought).list[order].first(db, { words, skills, most })
  return listed?.ids ?? Buffer.alloc(0)
}

const walls = statement('discover-walls', {
  takes: { me: 'uuid' },
  gives: foundId,
  text: wallsOf('{me}::uuid'),
})
/** People whom the user has blocked, or who have blocked them. */
export const listWalls = async ({ lookups }: Database, me: string): Promise<string[]> =>
  (await walls.rows(lookups, { me })).map(({ id }) => id)

/** In the order of the ids; people no longer found are missing. */
export const showFound = (db: Queryable, filter: Filter, ids: string[]): Promise<FoundRow[]> =>
  shown.rows(db, { ...filter, ids })

const skills = statement('propose-skills', {
  takes: { start: 'text' },
  gives: row<{ skill: string }>({ skill: 'text' }),
  text: `select mode() within group (order by s.skill) as skill from connection_profiles p,
      unnest(p.skills, p.skill_keys) as s(skill, key)
    where s.key like {start}::text and not ${isHidden('p.user_id')} group by s.key order by count(*) desc, s.key limit 10`,
})
export async function listSkills(db: Queryable, start: string): Promise<string[]> {
  const rows = await skills.rows(db, { start })
  return rows.map((one) => one.skill)
}

export type PersonRow = CardRow & {
  experience: string
  email: string
  showsEmail: boolean
  isPublic: boolean
  isIndexed: boolean
  isRestricted: boolean
  createdAt: Date
}

const personTypes = row<PersonRow>({
  ...cardTypes,
  experience: 'text',
  email: 'text',
  showsEmail: 'bool',
  isPublic: 'bool',
  isIndexed: 'bool',
  isRestricted: 'bool',
  createdAt: 'timestamptz',
})
const personBy = (where: string) => `select ${cardColumns},
    p.experience, u.email, p.shows_email as "showsEmail", p.is_public as "isPublic", p.is_indexed as "isIndexed",
      ${isHidden('u.id')} as "isRestricted", p.created_at as "createdAt"
    from ${people} u join connection_profiles p on p.user_id = u.id
    where ${where}`
const byId = statement('person', {
  takes: { id: 'uuid' },
  gives: personTypes,
  text: personBy('u.id = {id}::uuid'),
})
const byUsername = statement('person-by-username', {
  takes: { name: 'text' },
  gives: personTypes,
  text: personBy('u.username = {name}::text'),
})
/** By id or username; a valid id is never taken as a username. */
export const findPerson = (db: Queryable, name: string) =>
  isUuid(name) ? byId.first(db, { id: name }) : byUsername.first(db, { name: name.toLowerCase() })

const active = statement('note-active', {
  takes: {},
  text: `update connection_profiles p set active_at = a.at from (
      select user_id, max(at) as at from (
        select owner_id as user_id, max(created_at) as at from reviews group by owner_id
        union all select user_id, max(created_at) from comments where user_id is not null group by user_id
        union all select user_id, max(created_at) from replies where user_id is not null group by user_id) each_way
      group by user_id) a
    where a.user_id = p.user_id and p.active_at < a.at`,
})
export const noteActive = (db: Queryable) => active.count(db, {})
