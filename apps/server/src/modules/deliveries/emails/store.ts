import { row, statement } from '#server/db/statement'
import { isUsedUp } from '#server/modules/access/sql'
import { hasBlocked } from '#server/modules/connections/sql'
import { coverOf, firstName, inOrder, withContents } from '#server/modules/deliveries/contents/store'
import { insertNotifications } from '#server/modules/notifications/sql'
import { confirmedPeople, people } from '#server/modules/users/sql'

/** The facts for an email about a delivery, or about one of its links. */
export type EmailFacts = {
  deliveryId: string
  title: string
  message: string
  ownerId: string
  sender: string
  senderEmail: string
  senderWantsMails: boolean
  fileCount: number
  size: number
  /** The first ones. */
  files: { name: string; size: number }[]
  isComplete: boolean
  linkId: string
  linkCode: string
  linkName: string
  linkEmail: string | null
  isOpen: boolean
  /** The recipient refuses such emails. */
  isRefused: boolean
  /** The first rendered file, if previews are allowed. */
  coverKey: string | null
  hasAccessKey: boolean
  expiresAt: Date | null
  /** It has expired. */
  isEnded: boolean
  isUsedUp: boolean
  maxDownloads: number | null
  deleteAfter: boolean
}

const shownFiles = 10

/** Addresses that refuse emails are stored only as a hash. */
const mark = (email: string) => `sha256(convert_to(${email}, 'UTF8'))`

/** For the address of this link; returns no row without one. */
export const insertRefusal = statement('delivery-refuse', {
  takes: { link: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `with made as (
      insert into delivery_refusals (address)
      select ${mark('l.email')} from share_links l where l.id = {link}::uuid and l.email is not null
      on conflict do nothing
    )
    select l.id from share_links l where l.id = {link}::uuid and l.email is not null`,
})

/** For this link, or the delivery's first one if `link` is null. */
export const findFacts = statement('delivery-letter', {
  takes: { delivery: 'uuid', link: 'uuid' },
  gives: row<EmailFacts>({
    deliveryId: 'uuid',
    title: 'text',
    message: 'text',
    ownerId: 'uuid',
    sender: 'text',
    senderEmail: 'text',
    senderWantsMails: 'bool',
    fileCount: 'int4',
    size: 'int8',
    files: 'json',
    isComplete: 'bool',
    linkId: 'uuid',
    linkCode: 'text',
    linkName: 'text',
    linkEmail: 'text',
    isOpen: 'bool',
    isRefused: 'bool',
    coverKey: 'text',
    hasAccessKey: 'bool',
    expiresAt: 'timestamptz',
    isEnded: 'bool',
    isUsedUp: 'bool',
    maxDownloads: 'int4',
    deleteAfter: 'bool',
  }),
  text: `select d.id as "deliveryId", coalesce(nullif(d.title, ''), c.first_name, 'Files') as title, d.message, d.owner_id as "ownerId",
      u.name as sender, u.email as "senderEmail", 'TRANSFERS' = any(u.mail_areas) as "senderWantsMails",
      c.file_count as "fileCount", c.size, c.files, d.is_complete as "isComplete",
      l.id as "linkId", l.code as "linkCode", l.name as "linkName", l.email as "linkEmail",
      l.access <> 'NONE' and (l.expires_at is null or l.expires_at > now()) and d.rests_since is null as "isOpen",
      exists(select 1 from delivery_refusals x where x.address = ${mark('l.email')}) as "isRefused",
      case when d.allow_preview then c.cover_key end as "coverKey",
      l.access_key_hash is not null as "hasAccessKey", l.expires_at as "expiresAt",
      coalesce(l.expires_at <= now(), false) as "isEnded", ${isUsedUp('d', 'l')} as "isUsedUp", d.max_downloads as "maxDownloads", d.delete_after as "deleteAfter"
    from deliveries d join ${people} u on u.id = d.owner_id
    join share_links l on l.delivery_id = d.id and case when {link}::uuid is null then l.is_default else l.id = {link}::uuid end,
    lateral (${withContents('d')} select
      (count(*) filter (where type = 'FILE'))::int as file_count, coalesce(sum(size), 0)::bigint as size,
      ${firstName} as first_name,
      ${coverOf} as cover_key,
      (select coalesce(json_agg(json_build_object('name', name, 'size', size)), '[]')
        from (select name, size from listed where type = 'FILE' order by ${inOrder} limit ${shownFiles}) shown) as files
      from listed) c
    where d.id = {delivery}::uuid`,
})

/** Recipients with a verified address who have not blocked the sender. */
export const notifyRecipients = statement('delivery-received', {
  takes: { delivery: 'uuid', emails: 'text[]', sender: 'uuid', by: 'text', title: 'text' },
  gives: row<{ user: string; target: string }>({ user: 'uuid', target: 'uuid' }),
  text: `${insertNotifications(
    {
      user: 'u.id',
      action: `'TRANSFER_RECEIVED'`,
      title: '{title}::text',
      by: '{by}::text',
      delivery: '{delivery}::uuid',
    },
    `${confirmedPeople} u where u.email = any({emails}::text[]) and u.id <> {sender}::uuid
      and not ${hasBlocked('u.id', '{sender}::uuid')}`,
  )} returning user_id as "user", id as target`,
})

export const notifySender = statement('delivery-tell-sender', {
  takes: { delivery: 'uuid', link: 'uuid', action: 'text', title: 'text', by: 'text', guest: 'bool' },
  gives: row<{ user: string; target: string }>({ user: 'uuid', target: 'uuid' }),
  text: `${insertNotifications(
    {
      user: 'd.owner_id',
      action: '{action}::text',
      title: '{title}::text',
      by: `coalesce((select l.email from share_links l where l.id = {link}::uuid), {by}::text)`,
      guest: '{guest}::bool',
      delivery: 'd.id',
    },
    'deliveries d where d.id = {delivery}::uuid',
  )} returning user_id as "user", id as target`,
})
