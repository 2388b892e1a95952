import type { MemberRole, ReviewSort, ShareAccess, Visibility } from '@wingmark/contract/reviews'
import { plainAddressName } from '@wingmark/contract/share-links'
import { and, eq, sql } from 'drizzle-orm'
import { exportedItems } from '#server/db/by-pages'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { likeLiteral } from '#server/db/like-pattern'
import { reviewArchives, reviews } from '#server/db/tables/reviews'
import { shareLinks } from '#server/db/tables/sharing'
import type { AccessFacts } from '#server/modules/access/policy'
import { firstLinks, isOfPerson, openLinks, roleIn, visibilityOf } from '#server/modules/access/sql'
import { people } from '#server/modules/users/sql'

export type ReviewRow = {
  id: string
  ownerId: string
  ownerName: string
  ownerAvatar: string | null
  name: string
  description: string
  visibility: Visibility
  epoch: number
  commentCount: number
  openCount: number
  eventSeq: number
  aiMayRead: boolean
  createdAt: Date
  updatedAt: Date
  memberRole: MemberRole | null
  linkId: string
  linkEpoch: number
  shareCode: string
  shareAccess: ShareAccess
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  /** Whether its plain address opens it while it is UNLISTED. */
  isPlainOpen: boolean
  files: string[]
  coverKey: string | null
  /** The cover's thumbnail is drawn. */
  isCoverReady: boolean | null
}

const columns = `r.id, r.owner_id as "ownerId", u.name as "ownerName", u.avatar as "ownerAvatar", r.name, r.description,
  r.visibility, r.access_epoch as epoch, r.comment_count as "commentCount", r.open_count as "openCount",
  r.event_seq as "eventSeq", r.ai_may_read as "aiMayRead", r.created_at as "createdAt", r.updated_at as "updatedAt", ${roleIn('r.id', '$1::uuid')} as "memberRole",
  l.id as "linkId", l.epoch as "linkEpoch", l.code as "shareCode", l.access as "shareAccess", l.access_key_hash is not null as "hasAccessKey",
  l.expires_at as "expiresAt", l.allow_download as "allowDownload",
  exists (select 1 from ${openLinks} a where a.review_id = r.id and a.code is null) as "isPlainOpen",
  coalesce(f.ids, '{}') as files, f.cover as "coverKey", f.is_cover_ready as "isCoverReady"`
const joins = `join ${people} u on u.id = r.owner_id
  join ${firstLinks} l on l.review_id = r.id
  left join lateral (
    select array_agg(f.id order by f.position, f.id) as ids,
      (array_agg(f.key order by f.id is distinct from r.cover_id, f.position, f.id))[1] as cover,
      (array_agg(b.state = 'READY' order by f.id is distinct from r.cover_id, f.position, f.id))[1] as is_cover_ready
    from files f join blobs b on b.id = f.blob_id where f.review_id = r.id and f.purpose = 'REVIEW'
  ) f on true`

const orders: Record<ReviewSort, string> = {
  '-updatedAt': 'r.updated_at desc, r.id desc',
  updatedAt: 'r.updated_at, r.id',
  '-createdAt': 'r.id desc',
  createdAt: 'r.id',
  name: 'lower(r.name), r.id',
  '-name': 'lower(r.name) desc, r.id desc',
  '-openCount': 'r.open_count desc, r.id desc',
}

/** The facts that `decideAccess` needs, from a listed row; nobody shows a link to a list. */
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
    },
  }
}

export async function findReview(db: Database, id: string, userId: string | null): Promise<ReviewRow | null> {
  const { rows } = await db.pool.query<ReviewRow>({
    name: 'review',
    text: `select ${columns} from reviews r ${joins} where r.id = $2`,
    values: [userId, id],
  })
  return rows[0] ?? null
}

/** What is null does not narrow the list. */
export type OwnFilter = {
  mine: string
  /** A tsquery. */
  words: string | null
  hasOpen: boolean | null
  visibility: Visibility | null
  whose: 'OWN' | 'JOINED' | null
  archived: boolean
}
export type ReviewFilter = OwnFilter | { publicOf: string } | { publicNamed: string }

type Paging = { page: number; limit: number; sort: ReviewSort }

// Beyond this many matches a list of everybody's reviews says "this many", so that counting stays cheap.
const countedAtMost = 10_000

/** `$1` is who asks, the values begin with `$2`. */
function condition(filter: ReviewFilter): { text: string; values: unknown[] } {
  if ('mine' in filter) {
    const { mine, archived, words, hasOpen, visibility, whose } = filter
    return {
      text: `${isOfPerson('r', '$2::uuid')}
        and $3::boolean = exists (select 1 from review_archives put where put.review_id = r.id and put.user_id = $2::uuid)
        and ($4::text is null or r.search @@ $4::text::tsquery)
        and ($5::boolean is null or (r.open_count > 0) = $5::boolean)
        and ($6::text is null or ${visibilityOf('r')} = $6::text)
        and ($7::text is null or (r.owner_id = $2::uuid) = ($7::text = 'OWN'))`,
      values: [mine, archived, words, hasOpen, visibility, whose],
    }
  }
  if ('publicOf' in filter)
    return {
      text: `r.visibility = 'PUBLIC' and r.rests_since is null and r.owner_id = $2`,
      values: [filter.publicOf],
    }
  return {
    text: `r.visibility = 'PUBLIC' and r.rests_since is null and ($2 = '' or r.name ilike $2)`,
    values: [filter.publicNamed === '' ? '' : `%${likeLiteral(filter.publicNamed)}%`],
  }
}

const asFirst = (text: string) => text.replaceAll(/\$(\d)/g, (_all, n: string) => `$${Number(n) - 1}`)

/** One statement for the page (which reviews, then their columns), one for the total. */
export async function listReviews(db: Database, userId: string | null, filter: ReviewFilter, paging: Paging) {
  const { text, values } = condition(filter)
  const offset = (paging.page - 1) * paging.limit
  const order = orders[paging.sort]
  const page = db.pool.query<ReviewRow>(
    `select ${columns} from (select r.* from reviews r where ${text} order by ${order} limit $${values.length + 2} offset $${values.length + 3}) r
      ${joins} order by ${order}`,
    [userId, ...values, paging.limit, offset],
  )
  const count = db.pool.query<{ total: number }>(
    `select count(*)::int as total from (select 1 from reviews r where ${asFirst(text)} limit ${countedAtMost}) r`,
    values,
  )
  const [{ rows }, counted] = await Promise.all([page, count])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function insertReview(
  tx: Transaction,
  review: { id: string; ownerId: string; name: string; description: string },
  { first, plain }: { first: { id: string; code: string }; plain: { id: string } },
): Promise<void> {
  await tx.insert(reviews).values(review)
  await tx.insert(shareLinks).values([
    { ...first, reviewId: review.id },
    { ...plain, reviewId: review.id, name: plainAddressName, isDefault: false },
  ])
}

/** Which of these files may be put into the review by this user: free ones of theirs, and those already in it. */
export async function lockFiles(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; ownerId: string; reviewId: string | null; isFree: boolean }[]> {
  const { rows } = await tx.execute<{
    id: string
    ownerId: string
    reviewId: string | null
    isFree: boolean
  }>(sql`
    select f.id, f.owner_id as "ownerId", f.review_id as "reviewId",
      (f.review_id is null and f.purpose = 'REVIEW' and b.kind in ('IMAGE', 'PDF') and f.comment_id is null and f.reply_id is null) as "isFree"
    from files f join blobs b on b.id = f.blob_id
    where f.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    order by f.id for update of f`)
  return rows
}

export async function lockReviewFiles(tx: Transaction, reviewId: string): Promise<string[]> {
  await tx.execute(sql`select 1 from reviews where id = ${reviewId} for no key update`)
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from files where review_id = ${reviewId} and purpose = 'REVIEW' order by position, id`,
  )
  return rows.map((row) => row.id)
}

/** Puts files into the review, in this order. */
export async function placeFiles(tx: Transaction, reviewId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update files f set review_id = ${reviewId}, position = o.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as o(id, place)
    where f.id = o.id::uuid`)
  await tx.execute(
    sql`update reviews set file_count = ${ids.length}, updated_at = now() where id = ${reviewId}`,
  )
}

export async function updateReviewRow(
  tx: Queryable,
  id: string,
  change: Partial<Pick<typeof reviews.$inferInsert, 'name' | 'description' | 'visibility' | 'coverId'>>,
): Promise<void> {
  await tx
    .update(reviews)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(reviews.id, id))
}

/** False where it was so already. */
export async function setAiMayRead(tx: Queryable, id: string, aiMayRead: boolean): Promise<boolean> {
  const changed = await tx
    .update(reviews)
    .set({ aiMayRead, updatedAt: sql`now()` })
    .where(and(eq(reviews.id, id), eq(reviews.aiMayRead, !aiMayRead)))
    .returning({ id: reviews.id })
  return changed.length > 0
}

/** Ends every share token and file URL that was given out under any link so far. */
export async function raiseEpoch(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(reviews)
    .set({ accessEpoch: sql`${reviews.accessEpoch} + 1`, updatedAt: sql`now()` })
    .where(eq(reviews.id, id))
}

/** The row stays as it is until the transaction ends. */
export async function lockReview(
  tx: Transaction,
  id: string,
): Promise<{ ownerId: string; visibility: Visibility } | null> {
  const [row] = await tx
    .select({ ownerId: reviews.ownerId, visibility: reviews.visibility })
    .from(reviews)
    .where(eq(reviews.id, id))
    .for('no key update')
  return row ?? null
}

export async function deleteReviewRow(tx: Transaction, id: string): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.id, id))
}

export async function putAway(db: Queryable, userId: string, reviewId: string, archived: boolean) {
  // One that is deleted meanwhile is passed over.
  if (archived)
    await db.execute(sql`insert into review_archives (user_id, review_id)
      select ${userId}::uuid, id from reviews where id = ${reviewId} for key share on conflict do nothing`)
  else
    await db
      .delete(reviewArchives)
      .where(and(eq(reviewArchives.userId, userId), eq(reviewArchives.reviewId, reviewId)))
}

export const exportArchived = exportedItems(
  'archived',
  `select a.review_id as id, json_build_object('review', r.id, 'name', r.name, 'since', a.created_at) as item
     from review_archives a join reviews r on r.id = a.review_id
     where a.user_id = {owner}::uuid and a.review_id > {after}::uuid order by a.review_id`,
)

export async function changeOwner(tx: Queryable, reviewId: string, ownerId: string): Promise<void> {
  await tx.update(reviews).set({ ownerId, updatedAt: sql`now()` }).where(eq(reviews.id, reviewId))
}
