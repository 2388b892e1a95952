import type { MemberRole, Visibility } from '@wingmark/contract/reviews'
import type { Database } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { deliveryOfFile, firstLinks, openLinks, roleIn, visibilityOf } from '#server/modules/access/sql'
import { isNotInBin } from '#server/modules/files/store'

export type ServedFile = {
  key: string
  name: string
  /** Keeps its name, whatever its bytes are. */
  isTransfer: boolean
  mime: string
  size: number
  blobId: string
  sha256: Buffer | null
  /** A check found other bytes than were uploaded. */
  isDamaged: boolean
  state: 'PROCESSING' | 'READY' | 'FAILED'
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  storageKey: string
  lock: 'LOCKED' | 'OPENED' | null
  tiled: boolean
  pageCount: number
  /** Pixels of a picture, points of the requested page; null before measuring and for missing pages. */
  shownSize: { width: number; height: number } | null
  /** Null outside reviews. */
  reviewId: string | null
  visibility: Visibility | null
  epoch: number | null
  /** For the named session: the user's role in the review, and whether they uploaded the file. */
  role: MemberRole | null
  isOwn: boolean
  /** They received it in a message. */
  isReceived: boolean
  /** The session's user. */
  userId: string | null
  reviewOwnerId: string | null
  /** For the named link, while it is open. */
  linkEpoch: number | null
  linkDownload: boolean | null
  /** It is someone's own, and opens a private review, too. */
  isPersonal: boolean
  /** For the review's first link, whose terms apply while the review is public. Null if it hides this version. */
  firstEpoch: number | null
  firstDownload: boolean | null
  /** For the named link, if it is of a delivery with this file. */
  deliveryId: string | null
  deliveryStamp: string | null
  deliveryPreview: boolean | null
  deliveryLimited: boolean | null
}

/** What the address says it depends on. */
export type Named = { session: string | null; link: string | null }

/** The name of a file's stored bytes. */
export const findStoredName = statement('stored-name', {
  takes: { key: 'text' },
  gives: row<{ storageKey: string }>({ storageKey: 'text' }),
  text: `select b.storage_key as "storageKey" from files f join blobs b on b.id = f.blob_id where f.key = {key}::text`,
})

const isEarlier = `f.purpose = 'VERSION'`

const served = statement('served-file', {
  takes: { key: 'text', page: 'int4', session: 'uuid', link: 'uuid' },
  gives: row<ServedFile>({
    ...{
      key: 'text',
      name: 'text',
      isTransfer: 'bool',
      mime: 'text',
      size: 'int8',
      blobId: 'uuid',
      sha256: 'bytea',
    },
    ...{ isDamaged: 'bool', state: 'text', kind: 'text', storageKey: 'text', lock: 'text', tiled: 'bool' },
    ...{
      pageCount: 'int4',
      shownSize: 'jsonb',
      reviewId: 'uuid',
      visibility: 'text',
      epoch: 'int4',
      role: 'text',
    },
    ...{ isOwn: 'bool', isReceived: 'bool', userId: 'uuid', reviewOwnerId: 'uuid', linkEpoch: 'int4' },
    ...{ linkDownload: 'bool', firstEpoch: 'int4', firstDownload: 'bool', deliveryId: 'uuid' },
    ...{ deliveryStamp: 'text', deliveryPreview: 'bool', deliveryLimited: 'bool', isPersonal: 'bool' },
  }),
  text: `select f.key, f.name, f.purpose = 'TRANSFER' as "isTransfer", b.mime, b.size, b.state, b.kind, b.storage_key as "storageKey",
        b.id as "blobId", b.sha256, b.damaged_at is not null as "isDamaged",
        b.lock, b.tiled, coalesce(jsonb_array_length(b.pages), 1) as "pageCount",
        case when b.pages is not null then b.pages -> ({page}::int - 1)
          when b.width is not null then jsonb_build_object('width', b.width, 'height', b.height) end as "shownSize", f.review_id as "reviewId", ${visibilityOf('r')} as visibility, r.access_epoch as epoch,
        ${roleIn('r.id', 's.user_id')} as role,
        coalesce(s.user_id = f.owner_id and f.guest_id is null, false) as "isOwn",
        f.message_id is not null and exists (select 1 from messages m
          join conversation_sides side on side.conversation_id = m.conversation_id
          where m.id = f.message_id and side.user_id = s.user_id
            and not exists (select 1 from blocks wall where wall.blocker_id = m.sender_id and wall.blocked_id = s.user_id)) as "isReceived",
        s.user_id as "userId", r.owner_id as "reviewOwnerId",
        l.epoch as "linkEpoch", l.allow_download as "linkDownload",
        l.person_id is not null and r.rests_since is null as "isPersonal",
        d.epoch as "firstEpoch", d.allow_download as "firstDownload", sent.delivery_id as "deliveryId",
        sent.stamp as "deliveryStamp", sent.allow_preview as "deliveryPreview", sent.is_limited as "deliveryLimited"
      from files f join blobs b on b.id = f.blob_id
      left join sessions s on s.id = {session}::uuid and s.expires_at > now()
      left join ${openLinks} l on l.id = {link}::uuid and l.review_id = coalesce(f.review_id, l.review_id) and not (l.only_current and ${isEarlier})
      left join reviews r on r.id = coalesce(f.review_id, l.review_id)
      left join ${firstLinks} d on d.review_id = r.id and not (d.only_current and ${isEarlier})
      left join lateral ${deliveryOfFile('f', '{link}::uuid')} sent on true
      where f.key = {key}::text and ${isNotInBin}`,
})

/** The file, and the current state of what its address depends on: one statement. */
export const findServedFile = (
  db: Database,
  key: string,
  page: number,
  { session, link }: Named,
): Promise<ServedFile | null> => served.first(db.pool, { key, page, session, link })
