import type { ShareAccess } from '@wingmark/contract/reviews'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { shareLinks } from '#server/db/tables/sharing'

export type LinkRow = {
  id: string
  reviewId: string
  name: string
  isDefault: boolean
  code: string
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

/** The first link first, then by age; one statement. */
export async function listLinks(db: Database, reviewId: string): Promise<CountedLink[]> {
  const { rows } = await db.pool.query<CountedLink>({
    name: 'share-links',
    text: `select ${columns}, o.count as "openingCount", o.last as "lastOpenedAt",
        (select count(*)::int from comments c where c.link_id = l.id and c.deleted_at is null)
          + (select count(*)::int from replies p where p.link_id = l.id) as "commentCount"
      from share_links l, lateral (
        select count(*)::int as count, max(created_at) as last from activity a
        where a.link_id = l.id and a.action = 'OPENED'
      ) o
      where l.review_id = $1 order by l.is_default desc, l.id`,
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
  const { rows } = await tx.execute<Omit<LinkRow, 'expiresAt'> & { expiresAt: string | null }>(
    sql`select ${sql.raw(columns)} from share_links l where l.review_id = ${reviewId} and ${which} for no key update`,
  )
  const row = rows[0]
  return row ? { ...row, expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt) } : null
}

export type LinkChange = Partial<
  Pick<
    typeof shareLinks.$inferInsert,
    'name' | 'code' | 'access' | 'accessKeyHash' | 'expiresAt' | 'allowDownload'
  >
>

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
    sql`select count(*)::int as count from share_links where review_id = ${link.reviewId}`,
  )
  if ((rows[0]?.count ?? 0) >= max) return false
  await tx.insert(shareLinks).values({ ...link, isDefault: false })
  return true
}

export async function deleteLink(tx: Queryable, id: string): Promise<void> {
  await tx.delete(shareLinks).where(eq(shareLinks.id, id))
}
