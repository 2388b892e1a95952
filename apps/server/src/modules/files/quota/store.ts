import { accountFilesMax } from '@wingmark/contract/limits'
import { plans } from '@wingmark/contract/plans'
import type { Database, Queryable } from '#server/db/client'
import { offers } from '#server/db/piece'
import { row, statement } from '#server/db/statement'

const limitByPlan = JSON.stringify(
  Object.fromEntries(Object.entries(plans).map(([plan, { storageBytes }]) => [plan, storageBytes])),
)

/** The storage limit of a row of `users`. */
export const storageLimit = `(('${limitByPlan}'::jsonb ->> plan)::bigint + extra_storage_bytes)`

/** One lookup per size: a join would scan all blobs for owners with many files. */
export const heldByGuests = `
  select coalesce(sum((select size from blobs where id = f.blob_id)), 0) as bytes, count(*) as files
  from files f where f.guest_id is not null`

/** Nobody continues them after this long, and nothing is writing to them. */
export const forsaken = `(file_id is null and touched_at < now() - interval '1 hour')`

const freeBytes = statement('storage-free-bytes', {
  takes: { owner: 'uuid', network: 'text' },
  gives: row<{ freeBytes: number }>({ freeBytes: 'int8' }),
  text: `with guests as (${heldByGuests} and {network}::text is not null and f.owner_id = {owner}::uuid), unfinished as (
      select coalesce(sum(size) filter (where guest_id is null), 0) as own,
        coalesce(sum(size) filter (where guest_id is not null), 0) as of_guests,
        coalesce(sum(size) filter (where network = {network}::text), 0) as of_network
      from uploads where owner_id = {owner}::uuid and file_id is null and not ${forsaken}
    ), owner as (select used_bytes, ${storageLimit} as "limit" from users where id = {owner}::uuid)
    select least(
      owner."limit" - owner.used_bytes - own - least(of_guests, owner."limit" / 10),
      case when {network}::text is not null then owner."limit" / 10 - guests.bytes - of_network end
    )::bigint as "freeBytes"
    from owner, guests, unfinished`,
})

/** Free bytes for the owner or a guest, less unfinished uploads; 0 or negative when full. `network`: a guest's mark. */
export async function findFreeBytes(
  db: Database,
  { ownerId, network }: { ownerId: string; network: string | null },
): Promise<number> {
  return (await freeBytes.first(db.pool, { owner: ownerId, network }))?.freeBytes ?? 0
}

const lock = statement('owner-lock', {
  takes: { owner: 'uuid' },
  text: 'select 1 from users where id = {owner}::uuid for no key update',
})

/** Not `for update`: rows that refer to the owner already hold a share, so two would deadlock. */
export async function lockOwner(tx: Queryable, owner: string): Promise<void> {
  await lock.count(tx, { owner })
}

/** Below this, parallel uploads cannot pass the limit; above it, lock the owner before counting. */
export const fewFiles = accountFilesMax - 1_000

/** A limit on tiny files, which cost more than their bytes. */
const hasFewer = (most: string) => `(
  select count(*) from (select 1 from files where owner_id = {owner}::uuid limit ${most}) counted
) < ${most}`
export const hasPlace = hasFewer(String(accountFilesMax))

const few = statement('has-few-files', {
  takes: { owner: 'uuid' },
  gives: row<{ isFew: boolean }>({ isFew: 'bool' }),
  text: `select ${hasPlace} as "isFew"`,
})

export async function hasMostFiles(db: Queryable, owner: string): Promise<boolean> {
  return (await few.first(db, { owner }))?.isFew === false
}

/** What all guests together may use of an account: a tenth of its storage and files. */
const fitsGuestShare = `(
  select bytes + {size}::bigint <= ${storageLimit} / 10 and files < ${accountFilesMax / 10}
  from (${heldByGuests} and f.owner_id = {owner}::uuid) guests
)`

/** CTE that charges the owner's quota; empty if the file does not fit. `delete-blobs` refunds, `usage` repairs. */
export const chargeQuota = offers('charged')`charged as (
      update users set used_bytes = used_bytes + {size}::bigint
      where id = {owner}::uuid and used_bytes + {size}::bigint <= ${storageLimit}
        and ${hasFewer('{most}::int')} and ({guest}::uuid is null or ${fitsGuestShare})
      returning id
    )`
