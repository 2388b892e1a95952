import type { MemberRole, ReviewSort, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import { plainAddressName } from '@wingmark/contract/share-links'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { needs } from '#server/db/piece'
import { calledBy, holdsWords } from '#server/db/search-source'
import { row, statement } from '#server/db/statement'
import { files } from '#server/db/tables/files'
import { reviews } from '#server/db/tables/reviews'
import { shareLinks } from '#server/db/tables/sharing'
import type { AccessFacts } from '#server/modules/access/policy'
import { firstLinks, isOfPerson, openLinks, roleIn, visibilityOf } from '#server/modules/access/sql'
import { isBlockedBetween, isHidden, unseenBy } from '#server/modules/connections/sql'
import { hasMuted } from '#server/modules/notifications/sql'
import { type ListedPart, listedPart, listedTypes } from '#server/modules/reviews/listed/sql'
import type { RoundFacts } from '#server/modules/rounds/policy'
import { shownRound } from '#server/modules/rounds/sql'
import { people } from '#server/modules/users/sql'

export type ReviewRow = {
  id: string
  ownerId: string
  ownerName: string
  ownerAvatar: string | null
  name: string
  description: string
  commentsUntil: string | null
  visibility: Visibility
  epoch: number
  commentCount: number
  openCount: number
  eventSeq: number
  aiMayRead: boolean
  createdAt: Date
  updatedAt: Date
  memberRole: MemberRole | null
  /** Null for no particular reader. */
  isMuted: boolean | null
  linkId: string
  linkEpoch: number
  shareCode: string
  shareAccess: ShareAccess
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  onlyCurrent: boolean
  /** Whether its plain address opens it while it is UNLISTED. */
  isPlainOpen: boolean
  files: string[]
  coverKey: string | null
  /** The cover's thumbnail is ready. */
  isCoverReady: boolean | null
  round: RoundFacts | null
  allowDecide: boolean
}

export type ListedRow = ReviewRow & Partial<ListedPart>

const columns = needs('r', 'u', 'l', 'f')`
  r.id, r.owner_id as "ownerId", u.name as "ownerName", u.avatar as "ownerAvatar", r.name, r.description,
  r.comments_until::text as "commentsUntil",
  r.visibility, r.access_epoch as epoch, r.comment_count as "commentCount", r.open_count as "openCount",
  r.event_seq as "eventSeq", r.ai_may_read as "aiMayRead", r.created_at as "createdAt", r.updated_at as "updatedAt", ${roleIn('r.id', '{me}::uuid')} as "memberRole",
  l.id as "linkId", l.epoch as "linkEpoch", l.code as "shareCode", l.access as "shareAccess", l.access_key_hash is not null as "hasAccessKey",
  l.expires_at as "expiresAt", l.allow_download as "allowDownload", l.only_current as "onlyCurrent",
  exists (select 1 from ${openLinks} a where a.review_id = r.id and a.code is null) as "isPlainOpen", case when {me}::uuid is not null then ${hasMuted('r.id', '{me}::uuid')} end as "isMuted",
  coalesce(f.ids, '{}') as files, f.cover as "coverKey", f.is_cover_ready as "isCoverReady",
  l.allow_decide as "allowDecide", ${shownRound('r.id')} as round`
const joins = needs('r').offers('u', 'l', 'f')`join ${people} u on u.id = r.owner_id
  join ${firstLinks} l on l.review_id = r.id and r.deleted_at is null
  left join lateral (
    select array_agg(f.id order by f.position, f.id) as ids,
      (array_agg(f.key order by f.id is distinct from r.cover_id, f.position, f.id))[1] as cover,
      (array_agg(b.state = 'READY' order by f.id is distinct from r.cover_id, f.position, f.id))[1] as is_cover_ready
    from files f join blobs b on b.id = f.blob_id where f.review_id = r.id and f.purpose = 'REVIEW'
  ) f on true`

const orders = {
  '-updatedAt': 'r.updated_at desc, r.id desc',
  updatedAt: 'r.updated_at, r.id',
  '-createdAt': 'r.id desc',
  createdAt: 'r.id',
  name: 'lower(r.name), r.id',
  '-name': 'lower(r.name) desc, r.id desc',
  '-openCount': 'r.open_count desc, r.id desc',
} as const satisfies Record<ReviewSort, string>

const types: Parameters<typeof row<ReviewRow>>[0] = {
  ...{
    id: 'uuid',
    ownerId: 'uuid',
    ownerName: 'text',
    ownerAvatar: 'text',
    name: 'text',
    description: 'text',
    commentsUntil: 'text',
  },
  ...{ visibility: 'text', epoch: 'int4', commentCount: 'int4', openCount: 'int4', eventSeq: 'int8' },
  ...{
    aiMayRead: 'bool',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    memberRole: 'text',
    linkId: 'uuid',
    linkEpoch: 'int4',
  },
  ...{ shareCode: 'text', shareAccess: 'text', hasAccessKey: 'bool', expiresAt: 'timestamptz' },
  ...{
    allowDownload: 'bool',
    onlyCurrent: 'bool',
    isPlainOpen: 'bool',
    isMuted: 'bool',
    files: 'uuid[]',
    coverKey: 'text',
    isCoverReady: 'bool',
    allowDecide: 'bool',
    round: 'json',
  },
}
const given = row<ReviewRow>(types)
const givenListed = row<ReviewRow & ListedPart>({ ...types, ...listedTypes })

/** Facts for `decideAccess` from a listed row; lists involve no links. */
export function factsOf(row: ReviewRow): AccessFacts {
  return {
    reviewId: row.id,
    ownerId: row.ownerId,
    visibility: row.visibility,
    epoch: row.epoch,
    memberRole: row.memberRole,
    link: null,
    firstLink: {
      id: row.linkId,
      isPlain: false,
      epoch: row.linkEpoch,
      access: row.shareAccess,
      hasAccessKey: row.hasAccessKey,
      expiresAt: row.expiresAt,
      allowDownload: row.allowDownload,
      onlyCurrent: row.onlyCurrent,
      allowDecide: row.allowDecide,
    },
  }
}

const one = statement('review', {
  takes: { me: 'uuid', id: 'uuid' },
  gives: given,
  text: `select ${columns} from reviews r ${joins} where r.id = {id}::uuid`,
})

export const findReview = (db: Database, id: string, me: string | null): Promise<ReviewRow | null> =>
  one.first(db.pool, { id, me })

/** Null does not filter. */
export type OwnFilter = {
  mine: string
  /** A tsquery for this release's rows, and one for older rows. */
  words: string | null
  former: string | null
  hasOpen: boolean | null
  visibility: Visibility | null
  whose: 'OWN' | 'JOINED' | null
  /** Another person who is in them. */
  with: string | null
  archived: boolean
}
export type ReviewFilter = OwnFilter | { publicOf: string } | { publicNamed: string }

type Paging = { page: number; limit: number; sort: ReviewSort }

// Beyond this many matches, a list of all reviews shows this number, to keep counting cheap.
const countedAtMost = 10_000

const total = row<{ total: number }>({ total: 'int4' })
const countOf = (which: string) =>
  `select count(*)::int as total from (select 1 from reviews r where ${which} limit ${countedAtMost}) r`

const pageTakes = { me: 'uuid', limit: 'int4', offset: 'int4' } as const
// First selects the reviews, then reads their columns.
const pageOf = (which: string, sort: ReviewSort, shown: string = columns) => `select ${shown}
  from (select r.* from reviews r where ${which} order by ${orders[sort]} limit {limit}::int offset {offset}::int) r
  ${joins} order by ${orders[sort]}`
const bySort = <T>(make: (sort: ReviewSort) => T): Record<ReviewSort, T> => ({
  '-updatedAt': make('-updatedAt'),
  updatedAt: make('updatedAt'),
  '-createdAt': make('-createdAt'),
  createdAt: make('createdAt'),
  name: make('name'),
  '-name': make('-name'),
  '-openCount': make('-openCount'),
})

const own = {
  mine: 'uuid',
  archived: 'bool',
  words: 'text',
  former: 'text',
  hasOpen: 'bool',
  visibility: 'text',
  whose: 'text',
  with: 'uuid',
} as const
const isMine = needs('r')`${isOfPerson('r', '{mine}::uuid')}
  and {archived}::boolean = exists (
    select 1 from review_archives put where put.review_id = r.id and put.user_id = {mine}::uuid)
  and ({words}::text is null or ${holdsWords('r')})
  and ({hasOpen}::boolean is null or (r.open_count > 0) = {hasOpen}::boolean)
  and ({visibility}::text is null or ${visibilityOf('r')} = {visibility}::text)
  and ({with}::uuid is null or ${isOfPerson('r', '{with}::uuid')})
  and ({whose}::text is null or (r.owner_id = {mine}::uuid) = ({whose}::text = 'OWN'))`
const myPages = bySort((sort) =>
  statement(`reviews-mine-${sort}`, {
    takes: { ...pageTakes, ...own },
    gives: givenListed,
    text: pageOf(isMine, sort, `${columns}, ${listedPart}`),
  }),
)
const myCount = statement('reviews-mine-count', { takes: own, gives: total, text: countOf(isMine) })

const isPublic = needs('r')`r.visibility = 'PUBLIC' and r.rests_since is null and r.deleted_at is null`
// A user hidden from the caller has no work either.
const isTheirs = needs('r')`${isPublic} and r.owner_id = {publicOf}::uuid and ({publicOf}::uuid = {me}::uuid
  or not (${isBlockedBetween('{me}::uuid', '{publicOf}::uuid')} or ${isHidden('{publicOf}::uuid')}))`
const theirPages = bySort((sort) =>
  statement(`reviews-public-of-${sort}`, {
    takes: { ...pageTakes, publicOf: 'uuid' },
    gives: given,
    text: pageOf(isTheirs, sort),
  }),
)
const theirCount = statement('reviews-public-of-count', {
  takes: { me: 'uuid', publicOf: 'uuid' },
  gives: total,
  text: countOf(isTheirs),
})

const isNamed = needs('r')`${isPublic} and ({word}::text is null or r.name ilike {word}::text
    or r.search_words @@ {words}::text::tsquery and searchable_words(r.name) @@ {words}::text::tsquery)
  and (r.owner_id = {me}::uuid or r.owner_id not in ${unseenBy('{me}::uuid')})`
const namedPages = bySort((sort) =>
  statement(`reviews-public-${sort}`, {
    takes: { ...pageTakes, word: 'text', words: 'text' },
    gives: given,
    text: pageOf(isNamed, sort),
  }),
)
const namedCount = statement('reviews-public-count', {
  takes: { me: 'uuid', word: 'text', words: 'text' },
  gives: total,
  text: countOf(isNamed),
})

/** One statement for the page, one for the total. */
export async function listReviews(db: Database, me: string | null, filter: ReviewFilter, paging: Paging) {
  const { page, limit, sort } = paging
  const [rows, counted] = await listBy(db, { me, limit, offset: (page - 1) * limit }, filter, sort)
  return { rows: rows satisfies ListedRow[], total: counted?.total ?? 0 }
}

type Asked = { me: string | null; limit: number; offset: number }

function listBy({ pool }: Database, asked: Asked, filter: ReviewFilter, sort: ReviewSort) {
  if ('mine' in filter)
    return Promise.all([myPages[sort].rows(pool, { ...asked, ...filter }), myCount.first(pool, filter)])
  if ('publicOf' in filter)
    return Promise.all([
      theirPages[sort].rows(pool, { ...asked, ...filter }),
      theirCount.first(pool, { me: asked.me, ...filter }),
    ])
  const named = filter.publicNamed === '' ? { word: null, words: null } : calledBy(filter.publicNamed)
  return Promise.all([
    namedPages[sort].rows(pool, { ...asked, ...named }),
    namedCount.first(pool, { me: asked.me, ...named }),
  ])
}

export async function insertReview(
  tx: Transaction,
  review: { id: string; ownerId: string; name: string; description: string; commentsUntil: string | null },
  { first, plain }: { first: { id: string; code: string }; plain: { id: string } },
): Promise<void> {
  await tx.insert(reviews).values(review)
  await tx.insert(shareLinks).values([
    { ...first, reviewId: review.id, allowDecide: true },
    { ...plain, reviewId: review.id, name: plainAddressName, isDefault: false, allowDecide: true },
  ])
}

type LockedFile = {
  id: string
  ownerId: string
  reviewId: string | null
  target: string | null
  isFree: boolean
}

const lock = statement('review-lock-files', {
  takes: { ids: 'uuid[]' },
  gives: row<LockedFile>({ id: 'uuid', ownerId: 'uuid', reviewId: 'uuid', target: 'text', isFree: 'bool' }),
  text: `select f.id, f.owner_id as "ownerId", f.review_id as "reviewId", f.target,
      (f.review_id is null and f.purpose = 'REVIEW' and b.kind in ('IMAGE', 'PDF') and f.comment_id is null and f.reply_id is null) as "isFree"
    from files f join blobs b on b.id = f.blob_id
    where f.id = any({ids}::uuid[]) order by f.id for update of f`,
})

/** Which of these files this user may put into the review: unattached ones of theirs, and ones already in it. */
export const lockFiles = (tx: Transaction, ids: readonly string[]): Promise<LockedFile[]> =>
  lock.rows(tx, { ids })

/** In order; null if the review is gone. */
export async function lockReviewFiles(tx: Transaction, reviewId: string): Promise<string[] | null> {
  if (!(await lockReview(tx, reviewId))) return null
  const rows = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.reviewId, reviewId), eq(files.purpose, 'REVIEW')))
    .orderBy(files.position, files.id)
  return rows.map(({ id }) => id)
}

const place = statement('review-place-files', {
  takes: { review: 'uuid', ids: 'uuid[]' },
  text: `update files f set review_id = {review}::uuid, position = o.place - 1
    from unnest({ids}::uuid[]) with ordinality as o(id, place) where f.id = o.id`,
})

/** Adds files to the review, in this order. */
export async function placeFiles(tx: Transaction, review: string, ids: readonly string[]): Promise<void> {
  await place.count(tx, { review, ids })
  await tx.update(reviews).set({ fileCount: ids.length, updatedAt: sql`now()` }).where(eq(reviews.id, review))
}

export async function updateReviewRow(
  tx: Queryable,
  id: string,
  change: Partial<
    Pick<typeof reviews.$inferInsert, 'name' | 'description' | 'commentsUntil' | 'visibility' | 'coverId'>
  >,
): Promise<void> {
  await tx
    .update(reviews)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(reviews.id, id))
}

/** False if unchanged. */
export async function setAiMayRead(tx: Queryable, id: string, aiMayRead: boolean): Promise<boolean> {
  const changed = await tx
    .update(reviews)
    .set({ aiMayRead, updatedAt: sql`now()` })
    .where(and(eq(reviews.id, id), eq(reviews.aiMayRead, !aiMayRead)))
    .returning({ id: reviews.id })
  return changed.length > 0
}

/** Ends every file address issued under any link so far. */
export async function raiseEpoch(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(reviews)
    .set({ accessEpoch: sql`${reviews.accessEpoch} + 1`, updatedAt: sql`now()` })
    .where(eq(reviews.id, id))
}

/** Locked until the transaction ends. Null if deleted. */
export async function lockReview(
  tx: Transaction,
  id: string,
): Promise<{ ownerId: string; visibility: Visibility } | null> {
  const [row] = await tx
    .select({ ownerId: reviews.ownerId, visibility: reviews.visibility })
    .from(reviews)
    .where(and(eq(reviews.id, id), isNull(reviews.deletedAt)))
    .for('no key update')
  return row ?? null
}

/** The new owner has nothing to decide, so the suspension ends. Removed files move along. */
export async function changeOwner(tx: Queryable, reviewId: string, ownerId: string): Promise<void> {
  const all = or(eq(reviews.id, reviewId), eq(reviews.removedFrom, reviewId))
  await tx.update(reviews).set({ ownerId, restsSince: null, updatedAt: sql`now()` }).where(all)
}
