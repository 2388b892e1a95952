import type { ShareAccess } from '@wingmark/contract/reviews'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { shareLinks } from '#server/db/tables/sharing'

export type LinkRow = {
  id: string
  reviewId: string
  name: string
  isDefault: boolean
  /** Null of the plain address. */
  code: string | null
  access: ShareAccess
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  createdAt: Date
}

const columns = `l.id, l.review_id as "reviewId", l.name, l.is_default as "isDefault", l.code, l.access,
  l.access_key_hash is not null as "hasAccessKey", l.expires_at as "expiresAt", l.allow_download as "allowDownload",
  l.created_at as "createdAt"`

export type CountedLink = LinkRow & { openingCount: number; lastOpenedAt: Date | null; commentCount: number }

/** The plain address and the first link first, then by age; one statement. */
export async function listLinks(db: Database, reviewId: string): Promise<CountedLink[]> {
  const { rows } = await db.pool.query<CountedLink>({
    name: 'share-links',
    text: `select ${columns}, o.count as "openingCount", o.last as "lastOpenedAt",
        (select count(*)::int from comments c where c.link_id = l.id and c.deleted_at is null) as "commentCount"
      from share_links l, lateral (
        select count(*)::int as count, max(created_at) as last from activity a
        where a.link_id = l.id and a.action = 'OPENED'
      ) o
      where l.review_id = $1 order by l.code is not null, l.is_default desc, l.id`,
    values: [reviewId],
  })
  return rows
}

/** `linkId` null: the first link. The row stays as it is until the transaction ends. */
export async function lockLink(
  tx: Transaction,
  reviewId: string,
  linkId: string | null,
): Promise<LinkRow | null> {
  const which = linkId === null ? sql`l.is_default` : sql`l.id = ${linkId}`
  const rows = await lockLinks(tx, sql`l.review_id = ${reviewId} and ${which}`)
  return rows[0] ?? null
}

async function lockLinks(tx: Transaction, where: SQL): Promise<LinkRow[]> {
  const { rows } = await tx.execute<Omit<LinkRow, 'expiresAt'> & { expiresAt: string | null }>(
    sql`select ${sql.raw(columns)} from share_links l where ${where} for no key update`,
  )
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt) }))
}

export type LinkChange = Partial<
  Pick<
    typeof shareLinks.$inferInsert,
    'name' | 'code' | 'access' | 'accessWhenOpen' | 'accessKeyHash' | 'expiresAt' | 'allowDownload'
  >
>

/** The plain address; the row stays as it is until the transaction ends. Null for one that is closed. */
export async function lockOpenPlain(tx: Transaction, reviewId: string): Promise<LinkRow | null> {
  const rows = await lockLinks(tx, sql`l.review_id = ${reviewId} and l.code is null and l.access <> 'NONE'`)
  return rows[0] ?? null
}

/** Answers what it allowed; null where it was closed already. */
export async function closePlain(
  tx: Transaction,
  reviewId: string,
): Promise<{ id: string; before: ShareAccess } | null> {
  const { rows } = await tx.execute<{ id: string; before: ShareAccess }>(sql`
    update share_links set access = 'NONE', access_when_open = access, epoch = epoch + 1
    where review_id = ${reviewId} and code is null and access <> 'NONE'
    returning id, access_when_open as before`)
  return rows[0] ?? null
}

/** With what it allowed before, without an end that is over. Null where it was open already. */
export async function openPlain(
  tx: Transaction,
  reviewId: string,
): Promise<{ id: string; after: ShareAccess } | null> {
  const { rows } = await tx.execute<{ id: string; after: ShareAccess }>(sql`
    update share_links set access = case access when 'NONE' then access_when_open else access end,
      expires_at = case when expires_at > now() then expires_at end
    where review_id = ${reviewId} and code is null and (access = 'NONE' or expires_at <= now())
    returning id, access as after`)
  return rows[0] ?? null
}

/** `endsOld`: what was given out under the link until now ends. */
export async function updateLink(
  tx: Queryable,
  id: string,
  change: LinkChange,
  { endsOld }: { endsOld: boolean },
): Promise<void> {
  const epoch = endsOld ? { epoch: sql`${shareLinks.epoch} + 1` } : {}
  if (Object.keys(change).length === 0 && !endsOld) return
  await tx
    .update(shareLinks)
    .set({ ...change, ...epoch })
    .where(eq(shareLinks.id, id))
}

/** False when the review has `max` links already. Locks the review, so that two calls count one after the other. */
export async function insertLink(
  tx: Transaction,
  link: typeof shareLinks.$inferInsert,
  max: number,
): Promise<boolean> {
  await tx.execute(sql`select 1 from reviews where id = ${link.reviewId} for no key update`)
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from share_links where review_id = ${link.reviewId} and code is not null`,
  )
  if ((rows[0]?.count ?? 0) >= max) return false
  await tx.insert(shareLinks).values({ ...link, isDefault: false })
  return true
}

export async function deleteLink(tx: Queryable, id: string): Promise<void> {
  await tx.delete(shareLinks).where(eq(shareLinks.id, id))
}
