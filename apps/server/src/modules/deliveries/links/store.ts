import type { Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { shareLinks } from '#server/db/tables/sharing'

export type SentLink = {
  id: string
  deliveryId: string
  name: string
  isDefault: boolean
  code: string
  access: 'NONE' | 'VIEW'
  hasAccessKey: boolean
  expiresAt: Date | null
  allowDownload: boolean
  email: string | null
  createdAt: Date
}
export type CountedLink = SentLink & {
  openingCount: number
  lastOpenedAt: Date | null
  downloadCount: number
  lastDownloadedAt: Date | null
  mailFailure: 'REFUSED' | 'UNWANTED' | null
}

const columns = `l.id, l.delivery_id as "deliveryId", l.name, l.is_default as "isDefault", l.code, l.access,
  l.access_key_hash is not null as "hasAccessKey", l.expires_at as "expiresAt", l.allow_download as "allowDownload",
  l.email, l.created_at as "createdAt"`
const types = {
  id: 'uuid',
  deliveryId: 'uuid',
  name: 'text',
  isDefault: 'bool',
  code: 'text',
  access: 'text',
  hasAccessKey: 'bool',
  expiresAt: 'timestamptz',
  allowDownload: 'bool',
  email: 'text',
  createdAt: 'timestamptz',
} as const

/** The first link, then by age. */
export const listLinks = statement('delivery-links', {
  takes: { id: 'uuid' },
  gives: row<CountedLink>({
    ...types,
    openingCount: 'int4',
    lastOpenedAt: 'timestamptz',
    downloadCount: 'int4',
    lastDownloadedAt: 'timestamptz',
    mailFailure: 'text',
  }),
  text: `select ${columns}, o.count as "openingCount", o.last as "lastOpenedAt", l.download_count as "downloadCount", l.mail_failure as "mailFailure",
      (select max(x.finished_at) from downloads x where x.link_id = l.id) as "lastDownloadedAt"
    from share_links l, lateral (
      select count(*)::int as count, max(created_at) as last from activity a where a.link_id = l.id and a.action = 'OPENED'
    ) o
    where l.delivery_id = {id}::uuid order by l.is_default desc, l.id`,
})

/** Locks all of them until the transaction ends. */
export const lockLinks = statement('delivery-links-lock', {
  takes: { id: 'uuid' },
  gives: row<SentLink>(types),
  text: `select ${columns} from share_links l where l.delivery_id = {id}::uuid order by l.id for no key update`,
})

export async function insertLinks(
  tx: Transaction,
  links: readonly (typeof shareLinks.$inferInsert)[],
): Promise<void> {
  if (links.length > 0) await tx.insert(shareLinks).values([...links])
}

/** A new link gets the key of the first. */
export const findFirstKey = statement('delivery-first-key', {
  takes: { id: 'uuid' },
  gives: row<{ hash: string | null }>({ hash: 'text' }),
  text: `select access_key_hash as hash from share_links where delivery_id = {id}::uuid and is_default`,
})

/** Recipients' links not yet emailed, marked as mailed. `again`: those mailed over a day ago and never downloaded. */
export const takeUnmailed = statement('delivery-links-mail', {
  takes: { id: 'uuid', again: 'bool', link: 'uuid' },
  gives: row<{ id: string; email: string }>({ id: 'uuid', email: 'text' }),
  text: `update share_links set mailed_at = now(), mail_failure = null
    where delivery_id = {id}::uuid and email is not null and access <> 'NONE'
      and (expires_at is null or expires_at > now()) and ({link}::uuid is null or id = {link}::uuid)
      and case when {again}::bool then download_count = 0 and mailed_at < now() - interval '1 day' else mailed_at is null end
    returning id, email`,
})

/** Returns the delivery if the failure is new. */
export const setMailFailure = statement('delivery-link-mail-failure', {
  takes: { link: 'uuid', failure: 'text' },
  gives: row<{ deliveryId: string }>({ deliveryId: 'uuid' }),
  text: `update share_links set mail_failure = {failure}::text
    where id = {link}::uuid and mail_failure is distinct from {failure}::text returning delivery_id as "deliveryId"`,
})
