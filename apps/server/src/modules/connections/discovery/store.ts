import { workShown } from '@wingmark/contract/limits'
import type { Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { firstLinks, linkStampOf } from '#server/modules/access/sql'
import {
  type CardRow,
  cardColumns,
  cardTypes,
  hasLapsed,
  isBlockedBetween,
  isHidden,
  isPair,
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

const matching = `p.user_id <> {me} and not ${isHidden('p.user_id')} and not ${isBlockedBetween('{me}', 'p.user_id')}
  and ({words}::text is null or p.search @@ {words}::text::tsquery)
  and (cardinality({skills}::text[]) = 0 or p.skill_keys @> {skills}::text[])`

const takes = { me: 'uuid', words: 'text', skills: 'text[]' } as const

const found = statement('discover-page', {
  takes: { ...takes, sort: 'text', start: 'text', limit: 'int4', offset: 'int4' },
  gives: row<FoundRow>({
    ...cardTypes,
    connectionId: 'uuid',
    status: 'text',
    requesterId: 'uuid',
    work: 'json',
  }),
  text: `select ${cardColumns},
      c.id as "connectionId", c.status, c.requester_id as "requesterId", ${publicWorkOf('p.user_id')} as work
    from (
      select p.*, row_number() over () as place from (
        select p.* from connection_profiles p join ${people} u on u.id = p.user_id where ${matching}
        order by case when {sort}::text = 'relevance' then lower(u.name) not like {start}::text end,
          case when {sort}::text = 'name' then lower(u.name) end,
          case when {sort}::text = '-createdAt' then p.created_at end desc,
          case when {sort}::text in ('relevance', '-activeAt') then p.active_at end desc, p.user_id desc
        limit {limit}::int offset {offset}::int) p
    ) p join ${people} u on u.id = p.user_id
    left join connections c on ${isPair('c', '{me}::uuid', 'p.user_id')}
      and (c.status = 'ACCEPTED' or (c.status in ('PENDING', 'DECLINED') and not ${hasLapsed('c')}))
    order by p.place`,
})

// Beyond this many it says "this many", so that counting stays cheap.
const countedAtMost = 10_000
const counted = statement('discover-count', {
  takes,
  gives: row<{ total: number }>({ total: 'int4' }),
  text: `select count(*)::int as total from (
    select 1 from connection_profiles p where ${matching} limit ${countedAtMost}) some_people`,
})

type Filter = { me: string; words: string | null; skills: string[] }

export async function discover(
  db: Queryable,
  filter: Filter,
  shown: { sort: string; start: string; limit: number; offset: number },
): Promise<{ rows: FoundRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    found.rows(db, { ...filter, ...shown }),
    counted.first(db, filter),
  ])
  return { rows, total: total?.total ?? 0 }
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
