import { accountFilesMax } from '@wingmark/contract/limits'
import { plans } from '@wingmark/contract/plans'
import { sql } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import type { DrawnFor } from '#server/modules/files/render-priority'

export type NewFile = {
  fileId: string
  blobId: string
  key: string
  storageKey: string
  size: number
  mime: string
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  ownerId: string
  guestId: string | null
  purpose: 'REVIEW' | 'COMMENT' | 'TRANSFER'
  name: string
  drawnFor: DrawnFor
}

export const limitByPlan = JSON.stringify(
  Object.fromEntries(Object.entries(plans).map(([plan, { storageBytes }]) => [plan, storageBytes])),
)

/**
 * Bytes that may still be stored for the owner, by a guest or not, beside the uploads that somebody goes on with; 0 or
 * less when there is no room. `network`: the mark of a guest's.
 */
export async function findRoom(
  db: Database,
  { ownerId, network }: { ownerId: string; network: string | null },
): Promise<number> {
  const { rows } = await db.pool.query<{ room: number }>({
    name: 'storage-room',
    text: `
      with guests as (${heldByGuests} and $3::text is not null and f.owner_id = $1), unfinished as (
        select coalesce(sum(size) filter (where guest_id is null), 0) as own,
          coalesce(sum(size) filter (where guest_id is not null), 0) as of_guests,
          coalesce(sum(size) filter (where network = $3), 0) as of_network
        from uploads where owner_id = $1 and file_id is null and not ${forsaken}
      ), owner as (select used_bytes, ($2::jsonb ->> plan)::bigint + extra_storage_bytes as "limit" from users where id = $1)
      select least(
        owner."limit" - owner.used_bytes - own - least(of_guests, owner."limit" / 10),
        case when $3 is not null then owner."limit" / 10 - guests.bytes - of_network end
      )::bigint as room
      from owner, guests, unfinished`,
    values: [ownerId, limitByPlan, network],
  })
  return rows[0]?.room ?? 0
}

/** Looks each size up by itself: joined, it would be found by reading all blobs where an owner has many files. */
export const heldByGuests = `
  select coalesce(sum((select size from blobs where id = f.blob_id)), 0) as bytes, count(*) as files
  from files f where f.guest_id is not null`

/** Nobody comes back for them after this long; nothing is being written to them either. */
export const forsaken = `(file_id is null and touched_at < now() - interval '1 hour')`

/** Not `for update`: what refers to the owner holds a share of that already, and two that do would wait in a circle. */
export async function lockOwner(tx: Queryable, ownerId: string): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${ownerId} for no key update`)
}

/** With fewer, those that arrive at the same moment cannot pass the most; with more, the owner is to be locked before they are counted. */
export const fewFiles = accountFilesMax - 1_000

/** A bound for tiny files, which cost more than their bytes. */
const hasFewer = (ownerId: string, most: number) => sql`(
  select count(*) from (select 1 from files where owner_id = ${ownerId} limit ${most}) counted
) < ${most}`

export async function hasMostFiles(db: Queryable, ownerId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isFew: boolean }>(
    sql`select ${hasFewer(ownerId, accountFilesMax)} as "isFew"`,
  )
  return rows[0]?.isFew === false
}

/** What all guests together may put on an account: a tenth of its plan, and of its files. */
const guestRoom = (file: NewFile) => sql`(
  select bytes + ${file.size} <= ((${limitByPlan}::jsonb ->> users.plan)::bigint + users.extra_storage_bytes) / 10 and files < ${accountFilesMax / 10}
  from (${sql.raw(heldByGuests)} and f.owner_id = ${file.ownerId}) guests
)`

const firstTask: Record<NewFile['kind'], string> = {
  IMAGE: 'files:draw-first',
  PDF: 'files:draw-first',
  VIDEO: 'files:draw-video',
  OTHER: 'files:digest',
}

/** One video after the other: each costs seconds, and pictures would wait for all of them. */
const firstQueue: Partial<Record<NewFile['kind'], string>> = { VIDEO: 'videos' }

/**
 * Charges the owner and records the file, with the job that goes on with it: all or, without room or where there are
 * `most` files already, nothing (false).
 */
export async function insertFile(tx: Queryable, file: NewFile, most: number): Promise<boolean> {
  const isDrawn = file.kind === 'IMAGE' || file.kind === 'PDF'
  const { rows } = await tx.execute<{ files: number }>(sql`
    with charged as (
      update users set used_bytes = used_bytes + ${file.size}
      where id = ${file.ownerId} and used_bytes + ${file.size} <= (${limitByPlan}::jsonb ->> plan)::bigint + extra_storage_bytes
        and ${hasFewer(file.ownerId, most)} and ${file.guestId === null ? sql`true` : guestRoom(file)}
      returning id
    ), blob as (
      insert into blobs (id, storage_key, size, mime, kind, state)
      select ${file.blobId}::uuid, ${file.storageKey}, ${file.size}::bigint, ${file.mime}, ${file.kind},
        ${isDrawn ? 'PROCESSING' : 'READY'}
      from charged
    ), file as (
      insert into files (id, key, blob_id, owner_id, guest_id, purpose, name)
      select ${file.fileId}::uuid, ${file.key}, ${file.blobId}::uuid, charged.id, ${file.guestId}::uuid, ${file.purpose}, ${file.name}
      from charged returning id
    ), job as (
      select graphile_worker.add_job(${firstTask[file.kind]},
        json_build_object('blobId', ${file.blobId}::text, 'drawnFor', ${JSON.stringify(file.drawnFor)}::json), queue_name => ${firstQueue[file.kind] ?? null},
        priority => ${file.drawnFor.level}::int, flags => array[${file.drawnFor.uploader}]) from charged
    )
    select (select count(*)::int from file) as files, (select count(*) from job) as jobs`)
  return rows[0]?.files === 1
}

/** A copy of the file that shares its bytes, charged to `ownerId`; `full` without room. */
export async function insertDuplicate(
  tx: Queryable,
  copy: { fileId: string; key: string; ofId: string; ownerId: string; name: string },
): Promise<'made' | 'gone' | 'full'> {
  // Whoever deletes the last other file of these bytes waits for this lock.
  const locked = await tx.execute(
    sql`select b.id from blobs b where b.id = (select blob_id from files where id = ${copy.ofId}) for share`,
  )
  if (locked.rows.length === 0) return 'gone'
  await lockOwner(tx, copy.ownerId)
  const { rows } = await tx.execute(sql`
    with original as (
      select b.id, b.size from files f join blobs b on b.id = f.blob_id where f.id = ${copy.ofId}
    ), charged as (
      update users set used_bytes = used_bytes + original.size from original
      where users.id = ${copy.ownerId} and used_bytes + original.size <= (${limitByPlan}::jsonb ->> plan)::bigint + extra_storage_bytes
        and ${hasFewer(copy.ownerId, accountFilesMax)}
      returning users.id
    )
    insert into files (id, key, blob_id, owner_id, purpose, name)
    select ${copy.fileId}::uuid, ${copy.key}, original.id, charged.id, 'REVIEW', ${copy.name} from original, charged
    returning id`)
  if (rows.length === 1) return 'made'
  // Another copy keeps the bytes, and the lock, while the file itself can go.
  const left = await tx.execute(sql`select 1 from files where id = ${copy.ofId}`)
  return left.rows.length === 0 ? 'gone' : 'full'
}

/** Of these storage keys, those that a record refers to. */
export async function findKnownStorageKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ storage_key: string }>(
    'select storage_key from blobs where storage_key = any($1)',
    [keys],
  )
  return new Set(rows.map((row) => row.storage_key))
}
