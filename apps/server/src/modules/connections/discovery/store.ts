import { workShown } from '@wingmark/contract/limits'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { firstLinks, linkStampOf } from '#server/modules/access/sql'
import {
  type CardRow,
  cardColumns,
  cardTypes,
  hasLapsed,
  isHidden,
  isPair,
  unseenBy,
} from '#server/modules/connections/sql'
import { people } from '#server/modules/users/sql'
import { isUuid } from '#server/platform/ids'

type WorkRow = { id: string; name: string; cover: string; stamp: string }

export type FoundRow = CardRow & {
  connectionId: string | null
  status: string | null
  requesterId: string | null
  work: WorkRow[]
}

/** Somebody's newest public reviews whose covers are drawn, as a JSON array of `WorkRow`. */
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
    where r.owner_id = ${user} and r.visibility = 'PUBLIC' and r.rests_since is null
    order by r.updated_at desc, r.id desc limit ${workShown}
  ) work)`

/** Few, and hashed once, so that they cost nothing for each of many. */
const isFound = `p.user_id <> {me}::uuid and p.user_id not in ${unseenBy('{me}::uuid')}`
const [noWords, noSkills] = ['{words}::text is null', 'cardinality({skills}::text[]) = 0']
const [hasWords, hasSkills] = ['p.search @@ {words}::text::tsquery', 'p.skill_keys @> {skills}::text[]']
/** As functions, which no index is asked for. */
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

const takes = { me: 'uuid', words: 'text', skills: 'text[]' } as const
const pageTakes = { ...takes, limit: 'int4', offset: 'int4' } as const
const foundId = row<{ id: string }>({ id: 'uuid' })
const aPage = 'limit {limit}::int offset {offset}::int'

/** Goes along the order until the page is full: where many match, and for the first of their pages. */
const walkOf = (kind: Kind, column: Column) =>
  statement(`discover-${kind}-along-${column}`, {
    takes: pageTakes,
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p where ${byLooking[kind]} and ${isFound}
      order by p.${column} desc, p.user_id desc ${aPage}`,
  })

/** Finds all who match and sorts them. */
const sortOf = (kind: Kind, column: Column) =>
  statement(`discover-${kind}-by-${column}`, {
    takes: pageTakes,
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p where ${byIndex[kind]} and ${isFound}
      order by p.${column} desc, p.user_id desc ${aPage}`,
  })

/** The same by name, or first those whose name begins so. */
const rankOf = (kind: Kind) =>
  statement(`discover-${kind}-by-name`, {
    takes: { ...pageTakes, sort: 'text', start: 'text' },
    gives: foundId,
    text: `select p.user_id as id from connection_profiles p join ${people} u on u.id = p.user_id
      where ${byIndex[kind]} and ${isFound}
      order by case when {sort}::text = 'name' then lower(u.name) end,
        lower(u.name) not like {start}::text, p.active_at desc, p.user_id desc ${aPage}`,
  })

const countOf = (kind: Kind) =>
  statement(`discover-${kind}-count`, {
    takes: { ...takes, most: 'int4' },
    gives: row<{ total: number }>({ total: 'int4' }),
    text: `select count(*)::int as total from (
      select 1 from connection_profiles p where ${byIndex[kind]} and ${isFound} limit {most}::int) some_people`,
  })

/** What is shown of them, in their order. */
const shown = statement('discover-shown', {
  takes: { me: 'uuid', ids: 'uuid[]' },
  gives: row<FoundRow>({
    ...cardTypes,
    connectionId: 'uuid',
    status: 'text',
    requesterId: 'uuid',
    work: 'json',
  }),
  text: `select ${cardColumns},
      c.id as "connectionId", c.status, c.requester_id as "requesterId", ${publicWorkOf('p.user_id')} as work
    from unnest({ids}::uuid[]) with ordinality s(id, place)
    join connection_profiles p on p.user_id = s.id join ${people} u on u.id = s.id
    left join connections c on ${isPair('c', '{me}::uuid', 'p.user_id')}
      and (c.status = 'ACCEPTED' or (c.status in ('PENDING', 'DECLINED') and not ${hasLapsed('c')}))
    order by s.place`,
})

const statementsOf = (kind: Kind) => ({
  walk: { '-activeAt': walkOf(kind, 'active_at'), '-createdAt': walkOf(kind, 'created_at') },
  sort: { '-activeAt': sortOf(kind, 'active_at'), '-createdAt': sortOf(kind, 'created_at') },
  rank: rankOf(kind),
  count: countOf(kind),
})
const statements = {
  all: statementsOf('all'),
  words: statementsOf('words'),
  skills: statementsOf('skills'),
  both: statementsOf('both'),
}

/** So many more than those before the page are counted, and so many are sorted by how well they match. */
const countedAhead = 1_200

type Filter = { me: string; words: string | null; skills: string[] }
type Shown = { sort: Order; start: string; limit: number; offset: number }

/** `total` says "at least so many" where there are many more, who come by activity however well they match. */
export async function discover(
  db: Queryable,
  filter: Filter,
  { sort, start, ...page }: Shown,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { me, words, skills } = filter
  const kind = words === null ? (skills.length > 0 ? 'skills' : 'all') : skills.length > 0 ? 'both' : 'words'
  const by = statements[kind]
  const count = async () => {
    const counted = await by.count.first(db, { ...filter, most: page.offset + countedAhead })
    return counted?.total ?? 0
  }
  const find = (total: number) => {
    const areMany = total >= countedAhead
    const order = areMany && sort === 'relevance' ? '-activeAt' : sort
    if (order === 'name' || order === 'relevance')
      return by.rank.rows(db, { ...filter, ...page, sort: order, start })
    // Far along, the way there costs more than sorting all who match.
    const isNear = kind === 'all' || (areMany && page.offset < countedAhead)
    return by[isNear ? 'walk' : 'sort'][order].rows(db, { ...filter, ...page })
  }
  // Of all, how to find them does not hang on how many they are.
  const both = kind === 'all' ? Promise.all([count(), find(countedAhead)]) : null
  const total = both ? (await both)[0] : await count()
  const found = both ? (await both)[1] : await find(total)
  const rows = await shown.rows(db, { me, ids: found.map(({ id }) => id) })
  return { rows, total }
}

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
  isRestricted: boolean
  createdAt: Date
}

const personTypes = row<PersonRow>({
  ...cardTypes,
  experience: 'text',
  email: 'text',
  showsEmail: 'bool',
  isPublic: 'bool',
  isRestricted: 'bool',
  createdAt: 'timestamptz',
})
const personBy = (where: string) => `select ${cardColumns},
    p.experience, u.email, p.shows_email as "showsEmail", p.is_public as "isPublic",
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
/** By id or by username; what can be an id is one, whoever is called so. */
export const findPerson = (db: Queryable, name: string) =>
  isUuid(name) ? byId.first(db, { id: name }) : byUsername.first(db, { name: name.toLowerCase() })

const active = statement('note-active', {
  takes: {},
  text: `update connection_profiles p set active_at = a.at from (
      select user_id, max(at) as at from (
        select owner_id as user_id, max(created_at) as at from reviews group by owner_id
        union all select user_id, max(created_at) from comments where user_id is not null group by user_id) both_ways
      group by user_id) a
    where a.user_id = p.user_id and p.active_at < a.at`,
})
export const noteActive = (db: Queryable) => active.count(db, {})
