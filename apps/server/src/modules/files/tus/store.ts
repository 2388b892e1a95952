import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { forsaken, heldByGuests, limitByPlan, lockOwner } from '#server/modules/files/upload/store'

export type Upload = {
  id: string
  ownerId: string
  guestId: string | null
  /** A mark of the network that a guest sends it from. */
  network: string | null
  size: number
  metadata: string
  idempotencyKey: string | null
  fileId: string | null
  touchedAt: Date
  /** Bytes that its owner may still store. */
  room: number
}

export type NewUpload = Pick<
  Upload,
  'id' | 'ownerId' | 'guestId' | 'network' | 'size' | 'metadata' | 'idempotencyKey'
>

export async function insertUpload(tx: Queryable, upload: NewUpload, fileId: string | null): Promise<void> {
  await tx.execute(sql`
    insert into uploads (id, owner_id, guest_id, network, size, metadata, idempotency_key, file_id)
    values (${upload.id}, ${upload.ownerId}, ${upload.guestId}, ${upload.network}, ${upload.size}, ${upload.metadata},
      ${upload.idempotencyKey}, ${fileId})`)
}

/**
 * Whether one more upload of this size fits beside the owner's files and unfinished uploads; guests together have a
 * tenth of the plan, of which those of one network cannot hold anything back from others. Locks the owner, so that many
 * at once wait for each other.
 */
export async function findPlace(
  tx: Transaction,
  upload: NewUpload,
  most: { alike: number; ofNetwork: number },
): Promise<'free' | 'full' | 'many'> {
  await lockOwner(tx, upload.ownerId)
  const { rows } = await tx.execute<{ fits: boolean; fitsGuests: boolean; isMany: boolean }>(sql`
    with unfinished as (
      select coalesce(sum(size) filter (where guest_id is null), 0) as own,
        coalesce(sum(size) filter (where guest_id is not null), 0) as of_guests,
        coalesce(sum(size) filter (where network = ${upload.network}), 0) as of_network,
        count(*) filter (where (guest_id is null) = ${upload.guestId === null}) as alike,
        count(*) filter (where network = ${upload.network}) as alike_of_network
      from uploads where owner_id = ${upload.ownerId} and file_id is null
    ), guests as (
      ${sql.raw(heldByGuests)} and f.owner_id = ${upload.ownerId} and ${upload.guestId !== null}
    ), owner as (
      select used_bytes, (${limitByPlan}::jsonb ->> plan)::bigint + extra_storage_bytes as "limit" from users where id = ${upload.ownerId}
    )
    select owner.used_bytes + own + least(of_guests, owner."limit" / 10) + ${upload.size}::bigint <= owner."limit" as fits,
      ${upload.guestId === null} or guests.bytes + of_network + ${upload.size}::bigint <= owner."limit" / 10
        as "fitsGuests",
      alike >= ${most.alike} or alike_of_network >= ${most.ofNetwork} as "isMany"
    from owner, unfinished, guests`)
  const [found] = rows
  if (!found?.fits || !found.fitsGuests) return 'full'
  return found.isMany ? 'many' : 'free'
}

/** Makes room for a new one; a guest's takes none from the owner's. Answers their ids. */
export async function deleteForsaken(
  tx: Transaction,
  { ownerId, guestId }: Pick<NewUpload, 'ownerId' | 'guestId'>,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from uploads
    where owner_id = ${ownerId} and ${sql.raw(forsaken)} and (guest_id is not null or ${guestId === null}) returning id`)
  return rows.map((row) => row.id)
}

/** Null for what is not this person's, or has expired. A request about it keeps it alive. */
export async function touchUpload(
  db: Database,
  asked: { id: string; actorId: string; maxAgeHours: number },
): Promise<Upload | null> {
  const { rows } = await db.pool.query<Upload>({
    name: 'touch-upload',
    text: `update uploads u set touched_at = now()
      where u.id = $1 and coalesce(u.guest_id, u.owner_id) = $2 and u.touched_at > now() - make_interval(hours => $3)
      returning u.id, u.owner_id as "ownerId", u.guest_id as "guestId", u.network, u.size, u.metadata,
        u.idempotency_key as "idempotencyKey", u.file_id as "fileId", u.touched_at as "touchedAt",
        (select ($4::jsonb ->> plan)::bigint + extra_storage_bytes - used_bytes from users where id = u.owner_id) as room`,
    values: [asked.id, asked.actorId, asked.maxAgeHours, limitByPlan],
  })
  return rows[0] ?? null
}

/** Notes what the upload became; the first one counts. Answers that file's id, or null when the upload is gone. */
export async function claimUpload(tx: Queryable, id: string, fileId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ fileId: string }>(
    sql`update uploads set file_id = coalesce(file_id, ${fileId}) where id = ${id} returning file_id as "fileId"`,
  )
  return rows[0]?.fileId ?? null
}

export async function findUploadOfFile(db: Database, fileId: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ id: string }>('select id from uploads where file_id = $1 limit 1', [
    fileId,
  ])
  return rows[0]?.id ?? null
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.pool.query('delete from uploads where id = $1', [id])
}

export async function deleteExpired(db: Database, maxAgeHours: number): Promise<void> {
  await db.pool.query('delete from uploads where touched_at < now() - make_interval(hours => $1)', [
    maxAgeHours,
  ])
}

/** Of these, the uploads that somebody may still go on with. */
export async function findUnfinished(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from uploads where id = any($1::uuid[]) and file_id is null',
    [ids],
  )
  return new Set(rows.map((row) => row.id))
}
