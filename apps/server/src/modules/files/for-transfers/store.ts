import { accountFilesMax } from '@wingmark/contract/limits'
import { needs } from '#server/db/piece'
import { row, statement } from '#server/db/statement'
import { roleIn } from '#server/modules/access/sql'
import { storageLimit } from '#server/modules/files/quota/store'

const fitsQuota = needs('charge')`used_bytes + charge.bytes <= ${storageLimit}`

export type Candidate = {
  name: string
  size: number
  /** Part of a review, a comment, or a profile picture. */
  isElsewhere: boolean
  isInMessage: boolean
  transferState: 'IN_TREE' | 'IN_BIN' | null
}

/** Locks the owner's file. */
export const lockCandidate = statement('transfer-candidate', {
  takes: { id: 'uuid', owner: 'uuid' },
  gives: row<Candidate>({
    name: 'text',
    size: 'int8',
    isElsewhere: 'bool',
    isInMessage: 'bool',
    transferState: 'text',
  }),
  text: `select f.name, b.size, f.transfer_state as "transferState",
      f.review_id is not null or f.comment_id is not null or f.reply_id is not null or f.purpose = 'AVATAR' as "isElsewhere",
      f.message_id is not null as "isInMessage"
    from files f join blobs b on b.id = f.blob_id
    where f.id = {id}::uuid and f.owner_id = {owner}::uuid and f.guest_id is null for update of f`,
})

export const placeInTree = statement('transfer-place', {
  takes: { id: 'uuid', name: 'text' },
  text: `update files set purpose = 'TRANSFER', transfer_state = 'IN_TREE', name = {name}::text where id = {id}::uuid`,
})

/** Ends the charge for those charged. */
export const moveToBin = statement('transfer-bin', {
  takes: { ids: 'uuid[]', owner: 'uuid' },
  text: `with moved as (
      update files set transfer_state = 'IN_BIN'
      where id = any({ids}::uuid[]) and owner_id = {owner}::uuid and transfer_state = 'IN_TREE' returning blob_id
    ), charge as (select coalesce(sum(b.size), 0) as bytes from moved m join blobs b on b.id = m.blob_id)
    update users set used_bytes = used_bytes - charge.bytes from charge where users.id = {owner}::uuid`,
})

/** Returns no row, and changes nothing, over the owner’s quota. */
export const takeFromBin = statement('transfer-unbin', {
  takes: { ids: 'uuid[]', owner: 'uuid' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `with charge as (
      select coalesce(sum(b.size), 0) as bytes from files f join blobs b on b.id = f.blob_id
      where f.id = any({ids}::uuid[]) and f.owner_id = {owner}::uuid and f.transfer_state = 'IN_BIN'
    ), charged as (
      update users set used_bytes = used_bytes + charge.bytes from charge
      where users.id = {owner}::uuid and ${fitsQuota} returning users.id
    ), moved as (
      update files set transfer_state = 'IN_TREE' from charged
      where files.id = any({ids}::uuid[]) and files.owner_id = charged.id and files.transfer_state = 'IN_BIN'
      returning files.id
    )
    select charged.id from charged left join (select count(*) from moved) counted on true`,
})

/** Deleting the last other file of these bytes waits for this lock. */
export const lockBytes = statement('transfer-lock-bytes', {
  takes: { ids: 'uuid[]' },
  text: `select b.id from blobs b where b.id in (select f.blob_id from files f where f.id = any({ids}::uuid[]))
    order by b.id for share`,
})

const copying = (name: string, isSource: string) =>
  statement(name, {
    takes: { from: 'uuid', owner: 'uuid', copies: 'jsonb' },
    gives: row<{ made: number }>({ made: 'int4' }),
    text: `with copies as (
      select c.id, c.key, c.name, b.id as blob_id, b.size
      from jsonb_to_recordset({copies}::jsonb) as c(id uuid, key text, "of" uuid, name text)
      join files f on f.id = c."of" and ${isSource}
      join blobs b on b.id = f.blob_id
    ), charge as (select coalesce(sum(size), 0) as bytes, count(*) as files from copies
    ), charged as (
      update users set used_bytes = used_bytes + charge.bytes from charge
      where users.id = {owner}::uuid and ${fitsQuota}
        and charge.files + (select count(*) from files where owner_id = {owner}::uuid) <= ${accountFilesMax}
      returning users.id
    ), made as (
      insert into files (id, key, blob_id, owner_id, purpose, transfer_state, name)
      select copies.id, copies.key, copies.blob_id, charged.id, 'TRANSFER', 'IN_TREE', copies.name from copies, charged
      returning id
    )
    select (select count(*)::int from made) as made from charged`,
  })

/**
 * Copies of `from` files, sharing bytes. `copies`: `[{ id, key, of, name }]`. Returns their number; no row without room.
 */
export const insertCopies = copying(
  'transfer-copies',
  `f.owner_id = {from}::uuid and f.transfer_state = 'IN_TREE'`,
)

/** The same for files of the review `from`. */
export const insertReviewCopies = copying(
  'transfer-review-copies',
  `f.review_id = {from}::uuid and f.purpose = 'REVIEW'`,
)

export type ReviewFile = { id: string; name: string; size: number; review: string }

/** In order; `review` is the review's name. */
export const listReviewFiles = statement('transfer-review-files', {
  takes: { review: 'uuid' },
  gives: row<ReviewFile>({ id: 'uuid', name: 'text', size: 'int8', review: 'text' }),
  text: `select f.id, f.name, b.size, r.name as review from files f join blobs b on b.id = f.blob_id
    join reviews r on r.id = f.review_id
    where f.review_id = {review}::uuid and f.purpose = 'REVIEW' order by f.position, f.id`,
})

export type PlacedFile = {
  id: string
  key: string
  name: string
  mime: string
  size: number
  blobId: string
  sha256: Buffer | null
  crc32: number | null
  isDamaged: boolean
  storageKey: string
}

/** Those that are in the tree. */
export const listPlaced = statement('transfer-originals', {
  takes: { ids: 'uuid[]', owner: 'uuid' },
  gives: row<PlacedFile>({
    id: 'uuid',
    key: 'text',
    name: 'text',
    mime: 'text',
    size: 'int8',
    blobId: 'uuid',
    sha256: 'bytea',
    crc32: 'int8',
    isDamaged: 'bool',
    storageKey: 'text',
  }),
  text: `select f.id, f.key, f.name, b.mime, b.size, b.id as "blobId", b.sha256, b.crc32, b.damaged_at is not null as "isDamaged",
      b.storage_key as "storageKey"
    from files f join blobs b on b.id = f.blob_id
    where f.id = any({ids}::uuid[]) and f.owner_id = {owner}::uuid and f.transfer_state = 'IN_TREE'`,
})

export type NewerFile = { id: string; file: string; name: string; version: number }

/** The bytes say where a file came from, whichever way it was copied. */
export const findNewer = statement('transfer-newer', {
  takes: { ids: 'uuid[]', owner: 'uuid' },
  gives: row<NewerFile>({ id: 'uuid', file: 'uuid', name: 'text', version: 'int4' }),
  text: `select distinct on (f.id) f.id, stack.id as file, stack.name, stack.version
    from files f join files v on v.blob_id = f.blob_id and v.purpose = 'VERSION'
    join files stack on stack.id = v.stack_id and stack.review_id = v.review_id and stack.version > v.version
    where f.id = any({ids}::uuid[]) and f.owner_id = {owner}::uuid
      and ${roleIn('stack.review_id', '{owner}::uuid')} in ('OWNER', 'EDITOR')
      and not exists (select 1 from files used where used.blob_id = stack.blob_id and used.owner_id = {owner}::uuid
        and used.transfer_state = 'IN_TREE')
    order by f.id, stack.created_at desc, stack.id`,
})

/** Of the owner's plan. */
export const findLimit = statement('transfer-bin-limit', {
  takes: { owner: 'uuid' },
  gives: row<{ limit: number }>({ limit: 'int8' }),
  text: `select ${storageLimit} as "limit" from users where id = {owner}::uuid`,
})
