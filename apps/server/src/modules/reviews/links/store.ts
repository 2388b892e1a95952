import type { ShareAccess } from '@wingmark/contract/reviews'
import { eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { lockReviewRow } from '#server/db/lock-review'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { shareLinks } from '#server/db/tables/sharing'

export type LinkRow = {
  id: string
  reviewId: string
  name: string
  isDefault: boolean
  /** Null for the plain address. */
  code: string | null
  access: ShareAccess
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  onlyCurrent: boolean
  allowDecide: boolean
  createdAt: Date
}

const columns = needs('l')`
  l.id, l.review_id as "reviewId", l.name, l.is_default as "isDefault", l.code, l.access,
  l.access_key_hash is not null as "hasAccessKey", l.expires_at as "expiresAt", l.allow_download as "allowDownload", l.only_current as "onlyCurrent", l.allow_decide as "allowDecide",
  l.created_at as "createdAt"`

export type CountedLink = LinkRow & { openingCount: number; lastOpenedAt: Date | null; commentCount: number }

const linkTypes = {
  id: 'uuid',
  reviewId: 'uuid',
  name: 'text',
  isDefault: 'bool',
  code: 'text',
  access: 'text',
  hasAccessKey: 'bool',
  expiresAt: 'timestamptz',
  allowDownload: 'bool',
  onlyCurrent: 'bool',
  allowDecide: 'bool',
  createdAt: 'timestamptz',
} as const

const list = statement('share-links', {
  takes: { review: 'uuid' },
  gives: row<CountedLink>({
    ...linkTypes,
    ...{ openingCount: 'int4', lastOpenedAt: 'timestamptz', commentCount: 'int4' },
  }),
  text: `select ${columns}, o.count as "openingCount", o.last as "lastOpenedAt",
        (select count(*)::int from comments c where c.link_id = l.id and c.review_id = l.review_id and c.deleted_at is null) as "commentCount"
      from share_links l, lateral (
        select count(*)::int as count, max(created_at) as last from activity a
        where a.link_id = l.id and a.action = 'OPENED'
      ) o
      where l.review_id = {review}::uuid order by l.code is not null, l.is_default desc, l.id`,
})

/** The plain address and the first link, then by age; one statement. */
export const listLinks = (db: Database, review: string): Promise<CountedLink[]> =>
  list.rows(db.pool, { review })

const locking = (name: string, which: string) =>
  statement(`share-link-lock-${name}`, {
    takes: { review: 'uuid' },
    gives: row<LinkRow>(linkTypes),
    text: `select ${columns} from share_links l where l.review_id = {review}::uuid and ${which} for no key update`,
  })
const lockFirst = locking('first', 'l.is_default')
const lockPlain = locking('plain', `l.code is null and l.access <> 'NONE'`)
const lockById = statement('share-link-lock', {
  takes: { review: 'uuid', link: 'uuid' },
  gives: row<LinkRow>(linkTypes),
  text: `select ${columns} from share_links l
    where l.review_id = {review}::uuid and l.id = {link}::uuid for no key update`,
})

/** `link` null: the first link. Locked until the transaction ends. */
export function lockLink(tx: Transaction, review: string, link: string | null): Promise<LinkRow | null> {
  return link === null ? lockFirst.first(tx, { review }) : lockById.first(tx, { review, link })
}

export type LinkChange = Partial<
  Pick<
    typeof shareLinks.$inferInsert,
    | 'name'
    | 'code'
    | 'access'
    | 'accessWhenOpen'
    | 'accessKeyHash'
    | 'expiresAt'
    | 'allowDownload'
    | 'onlyCurrent'
    | 'allowDecide'
  >
>

/** The plain address, locked until the transaction ends. Null if closed. */
export const lockOpenPlain = (tx: Transaction, review: string): Promise<LinkRow | null> =>
  lockPlain.first(tx, { review })

const close = statement('plain-close', {
  takes: { review: 'uuid' },
  gives: row<{ id: string; before: ShareAccess }>({ id: 'uuid', before: 'text' }),
  text: `update share_links set access = 'NONE', access_when_open = access, epoch = epoch + 1, key_epoch = key_epoch + 1
    where review_id = {review}::uuid and code is null and access <> 'NONE'
    returning id, access_when_open as before`,
})

/** Returns its former rights; null if already closed. */
export const closePlain = (
  tx: Transaction,
  review: string,
): Promise<{ id: string; before: ShareAccess } | null> => close.first(tx, { review })

const open = statement('plain-open', {
  takes: { review: 'uuid' },
  gives: row<{ id: string; after: ShareAccess }>({ id: 'uuid', after: 'text' }),
  text: `update share_links set access = case access when 'NONE' then access_when_open else access end,
      expires_at = case when expires_at > now() then expires_at end
    where review_id = {review}::uuid and code is null and (access = 'NONE' or expires_at <= now())
    returning id, access as after`,
})

/** Restores its former rights without a past expiry. Null if already open. */
export const openPlain = (
  tx: Transaction,
  review: string,
): Promise<{ id: string; after: ShareAccess } | null> => open.first(tx, { review })

/** `endsOld`: ends everything issued under the link so far. */
export async function updateLink(
  tx: Queryable,
  id: string,
  change: LinkChange,
  { endsOld }: { endsOld: boolean },
): Promise<void> {
  const epoch = endsOld ? { epoch: sql`${shareLinks.epoch} + 1` } : {}
  const endsKey = Boolean(change.code ?? change.accessKeyHash) || change.access === 'NONE'
  const keyEpoch = endsKey ? { keyEpoch: sql`${shareLinks.keyEpoch} + 1` } : {}
  if (Object.keys(change).length === 0 && !endsOld) return
  await tx
    .update(shareLinks)
    .set({ ...change, ...epoch, ...keyEpoch })
    .where(eq(shareLinks.id, id))
}

const endKeys = statement('share-links-end-keys', {
  takes: { review: 'uuid' },
  text: 'update share_links set key_epoch = key_epoch + 1 where review_id = {review}::uuid',
})

/** Anyone who opened a link with a key must enter it again. */
export const endKeysOf = (tx: Transaction, review: string): Promise<number> => endKeys.count(tx, { review })

const countLinks = statement('share-links-count', {
  takes: { review: 'uuid' },
  gives: row<{ many: number }>({ many: 'int4' }),
  text: `select count(*)::int as many from share_links where review_id = {review}::uuid and code is not null`,
})

/** False if the review has `max` links. Locks the review, so that parallel calls take turns. */
export async function insertLink(
  tx: Transaction,
  link: typeof shareLinks.$inferInsert & { reviewId: string },
  max: number,
): Promise<boolean> {
  const { reviewId: review } = link
  await lockReviewRow(tx, review)
  const found = await countLinks.first(tx, { review })
  if ((found?.many ?? 0) >= max) return false
  await tx.insert(shareLinks).values({ ...link, isDefault: false })
  return true
}

export async function deleteLink(tx: Queryable, id: string): Promise<void> {
  await tx.delete(shareLinks).where(eq(shareLinks.id, id))
}
