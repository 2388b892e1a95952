import type { MemberRole, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import type { Database } from '#server/db/client'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import type { AccessFacts, LinkFacts } from '#server/modules/access/policy'
import { firstLinks, isLetIn, rankOf, reviewPeople, roleIn, visibilityOf } from '#server/modules/access/sql'

/** What identifies the subject: its own id, the id of something in it, or only the link. */
export type AccessBy =
  | { review: string }
  | { file: string }
  | { comment: string }
  | { reply: string }
  | { round: string }
  | 'shown link'

/** The link that a caller shows, by code or id; with neither, the review's plain address. */
export type Shown = { code: string | null; link: string | null }

/** A link with its secrets, for the one place that judges access keys. */
export type FoundLink = LinkFacts & {
  name: string
  code: string | null
  accessKeyHash: string | null
  keyEpoch: number
}
/** `isEarlier`: asked about something on an earlier version of a file. */
export type FoundFacts = AccessFacts & { link: FoundLink | null; isEarlier: boolean }

export type LinkColumns<P extends string> = {
  [K in `${P}_id` | `${P}_name` | `${P}_code` | `${P}_key`]: string | null
} & { [K in `${P}_access`]: ShareAccess | null } & {
  [K in `${P}_epoch` | `${P}_key_epoch`]: number | null
} & {
  [K in `${P}_expires_at`]: Date | null
} & { [K in `${P}_allow_download` | `${P}_only_current` | `${P}_allow_decide`]: boolean | null }

type Row = {
  review_id: string
  owner_id: string
  visibility: Visibility
  access_epoch: number
  role: MemberRole | null
  is_earlier: boolean
} & LinkColumns<'d'> &
  LinkColumns<'l'>

export const linkColumns = (alias: string) => `${alias}.id as ${alias}_id, ${alias}.name as ${alias}_name,
  ${alias}.code as ${alias}_code, ${alias}.access as ${alias}_access, ${alias}.epoch as ${alias}_epoch,
  ${alias}.access_key_hash as ${alias}_key, ${alias}.key_epoch as ${alias}_key_epoch,
  ${alias}.expires_at as ${alias}_expires_at, ${alias}.allow_download as ${alias}_allow_download,
  ${alias}.only_current as ${alias}_only_current, ${alias}.allow_decide as ${alias}_allow_decide`
const reviewColumns = needs('r')`
  r.id as review_id, r.owner_id, r.access_epoch, ${visibilityOf('r')} as visibility`
const columns = needs('r', 'd', 'l')`
  ${reviewColumns}, ${roleIn('r.id', '{user}::uuid')} as role, ${linkColumns('d')}, ${linkColumns('l')}`
// A deleted review does not exist for anyone.
const firstLink = needs('r')`join ${firstLinks} d on d.review_id = r.id and r.deleted_at is null`
const isShown = needs('l')`(l.code = {code}::text or l.id = {link}::uuid)`
const isPlain = needs('l')`(l.code is null and {code}::text is null and {link}::uuid is null)`
const joins = needs('r')`
  ${firstLink} left join share_links l on l.review_id = r.id and (${isShown} or ${isPlain})`

export const linkTypes = {
  l_id: 'uuid',
  l_name: 'text',
  l_code: 'text',
  l_access: 'text',
  l_epoch: 'int4',
  l_key: 'text',
  l_key_epoch: 'int4',
  l_expires_at: 'timestamptz',
  l_allow_download: 'bool',
  l_only_current: 'bool',
  l_allow_decide: 'bool',
} as const
const given = row<Row>({
  ...{ review_id: 'uuid', owner_id: 'uuid', visibility: 'text', access_epoch: 'int4', role: 'text' },
  is_earlier: 'bool',
  ...{ d_id: 'uuid', d_name: 'text', d_code: 'text', d_access: 'text', d_epoch: 'int4', d_key: 'text' },
  d_key_epoch: 'int4',
  ...{ d_expires_at: 'timestamptz', d_allow_download: 'bool', d_only_current: 'bool' },
  d_allow_decide: 'bool',
  ...linkTypes,
})
const caller = { user: 'uuid', code: 'text', link: 'uuid' } as const

/** `isEarlier`: whether the subject hangs on an earlier version of its file. */
const query = (kind: string, from: string, where: string, isEarlier = 'false') =>
  statement(`access-${kind}`, {
    takes: { ...caller, id: 'uuid' },
    gives: given,
    text: `select ${columns}, ${isEarlier} as is_earlier from ${from} where ${where}`,
  })
const isEarlier = needs('c')`(c.version <> (select f.version from files f where f.id = c.file_id))`

const queries = {
  review: query('review', `reviews r ${joins}`, 'r.id = {id}::uuid'),
  file: query('file', `files f join reviews r on r.id = f.review_id ${joins}`, 'f.id = {id}::uuid'),
  comment: query(
    'comment',
    `comments c join reviews r on r.id = c.review_id ${joins}`,
    'c.id = {id}::uuid',
    isEarlier,
  ),
  reply: query(
    'reply',
    `replies p join comments c on c.id = p.comment_id join reviews r on r.id = c.review_id ${joins}`,
    'p.id = {id}::uuid',
    isEarlier,
  ),
  round: query('round', `rounds o join reviews r on r.id = o.review_id ${joins}`, 'o.id = {id}::uuid'),
} as const

const byLink = statement('access-link', {
  takes: caller,
  gives: given,
  text: `select ${columns}, false as is_earlier from share_links l join reviews r on r.id = l.review_id ${firstLink} where ${isShown}`,
})

/** The review, its first link, the caller's role and the link that they show. One statement. */
export async function findAccessFacts(
  db: Database,
  by: AccessBy,
  user: string | null,
  { code, link }: Shown,
): Promise<FoundFacts | null> {
  const asked = { user, code, link }
  const found = await (by === 'shown link' ? byLink.first(db.lookups, asked) : findBy(db, by, asked))
  return found ? factsOf(found) : null
}

function findBy(
  db: Database,
  by: Exclude<AccessBy, 'shown link'>,
  asked: { user: string | null } & Shown,
): Promise<Row | null> {
  if ('review' in by) return queries.review.first(db.lookups, { ...asked, id: by.review })
  if ('file' in by) return queries.file.first(db.lookups, { ...asked, id: by.file })
  if ('comment' in by) return queries.comment.first(db.lookups, { ...asked, id: by.comment })
  if ('round' in by) return queries.round.first(db.lookups, { ...asked, id: by.round })
  return queries.reply.first(db.lookups, { ...asked, id: by.reply })
}

const ofDeleted = statement('access-of-deleted', {
  takes: { code: 'text', review: 'uuid' },
  text: `select 1 from share_links l join reviews r on r.id = l.review_id
    where r.deleted_at is not null and l.access <> 'NONE'
      and (l.code = {code}::text or l.code is null and r.id = {review}::uuid)`,
})

/** Whether a link's code, or a review's plain address, has led to something since deleted. */
export async function leadsToDeleted(db: Database, by: { code: string } | { review: string }) {
  return (await ofDeleted.count(db.pool, { code: null, review: null, ...by })) > 0
}

const severalReviews = statement('access-reviews', {
  takes: { ...caller, ids: 'uuid[]' },
  gives: given,
  text: `select ${columns}, false as is_earlier from reviews r ${joins} where r.id = any({ids}::uuid[])`,
})

/** The same for several reviews and a user without a link. */
export async function listAccessFacts(
  db: Database,
  ids: readonly string[],
  user: string | null,
): Promise<FoundFacts[]> {
  if (ids.length === 0) return []
  const rows = await severalReviews.rows(db.pool, { ids, user, code: null, link: null })
  return rows.map(factsOf)
}

const allRoles = statement('roles-in-reviews', {
  takes: { ids: 'uuid[]' },
  gives: row<{ review: string; user: string; role: MemberRole }>({
    review: 'uuid',
    user: 'uuid',
    role: 'text',
  }),
  text: `select distinct on (p.review_id, p.user_id) p.review_id as review, p.user_id as "user", p.role
    from ${reviewPeople} p where p.review_id = any({ids}::uuid[]) and ${isLetIn('p')}
    order by p.review_id, p.user_id, ${rankOf('p.role')}`,
})

/** Everyone's roles in several reviews, by both ids. */
export async function listRoles(db: Database, ids: readonly string[]): Promise<Map<string, MemberRole>> {
  const rows = ids.length === 0 ? [] : await allRoles.rows(db.pool, { ids })
  return new Map(rows.map(({ review, user, role }) => [`${review} ${user}`, role]))
}

/** A user's role in a review, inside the transaction that relies on it. */
export const findReviewRole = statement('role-in-review', {
  takes: { review: 'uuid', user: 'uuid' },
  gives: row<{ role: MemberRole | null }>({ role: 'text' }),
  text: `select ${roleIn('{review}::uuid', '{user}::uuid')} as role`,
})

const allLinks = statement('access-all-links', {
  takes: { id: 'uuid' },
  gives: given,
  text: `select ${reviewColumns}, null as role, false as is_earlier, ${linkColumns('d')}, ${linkColumns('l')}
    from reviews r ${firstLink} join share_links l on l.review_id = r.id where r.id = {id}::uuid`,
})

/** The review for no particular caller, with all its links. Null if it is gone. */
export async function findReviewWithLinks(
  db: Database,
  id: string,
): Promise<{ facts: AccessFacts; links: FoundLink[] } | null> {
  const rows = await allLinks.rows(db.pool, { id })
  const [first] = rows
  if (!first) return null
  return {
    facts: { ...factsOf(first), link: null },
    links: rows.flatMap((one) => linkOf(one, 'l') ?? []),
  }
}

function factsOf(row: Row): FoundFacts {
  const first = linkOf(row, 'd')
  if (!first) throw new Error('a review without a first link')
  return {
    reviewId: row.review_id,
    ownerId: row.owner_id,
    visibility: row.visibility,
    epoch: row.access_epoch,
    memberRole: row.role,
    isEarlier: row.is_earlier,
    firstLink: first,
    link: linkOf(row, 'l'),
  }
}

export function linkOf<P extends 'd' | 'l'>(row: LinkColumns<P>, alias: P): FoundLink | null {
  const [id, access, epoch] = [row[`${alias}_id`], row[`${alias}_access`], row[`${alias}_epoch`]]
  if (id === null || access === null || epoch === null) return null
  return {
    id,
    isPlain: row[`${alias}_code`] === null,
    access,
    epoch,
    name: row[`${alias}_name`] ?? '',
    code: row[`${alias}_code`],
    hasAccessKey: row[`${alias}_key`] !== null,
    accessKeyHash: row[`${alias}_key`],
    keyEpoch: row[`${alias}_key_epoch`] ?? 0,
    expiresAt: row[`${alias}_expires_at`],
    allowDownload: row[`${alias}_allow_download`] ?? false,
    onlyCurrent: row[`${alias}_only_current`] ?? false,
    allowDecide: row[`${alias}_allow_decide`] ?? false,
  }
}

const memberRoles = statement('member-roles', {
  takes: { review: 'uuid', users: 'uuid[]' },
  gives: row<{ user: string; role: MemberRole }>({ user: 'uuid', role: 'text' }),
  text: `select distinct on (user_id) user_id as "user", role from ${reviewPeople} p
    where review_id = {review}::uuid and user_id = any({users}::uuid[]) and ${isLetIn('p')}
    order by user_id, ${rankOf('role')}`,
})

export async function findMemberRoles(
  db: Database,
  review: string,
  users: readonly string[],
): Promise<Map<string, MemberRole>> {
  const rows = users.length === 0 ? [] : await memberRoles.rows(db.pool, { review, users })
  return new Map(rows.map(({ user, role }) => [user, role]))
}
