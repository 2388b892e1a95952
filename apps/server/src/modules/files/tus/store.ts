import { eq, lt, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { uploads } from '#server/db/tables/files'
import { forsaken, heldByGuests, lockOwner, storageLimit } from '#server/modules/files/quota/store'

export type Upload = {
  id: string
  ownerId: string
  guestId: string | null
  /** A mark of the guest's network. */
  network: string | null
  size: number
  metadata: string
  idempotencyKey: string | null
  fileId: string | null
  touchedAt: Date
  /** Bytes left in the owner's quota. */
  freeBytes: number
}

export type NewUpload = Pick<
  Upload,
  'id' | 'ownerId' | 'guestId' | 'network' | 'size' | 'metadata' | 'idempotencyKey'
>

export async function insertUpload(tx: Queryable, upload: NewUpload, fileId: string | null): Promise<void> {
  const { id, ownerId, guestId, network, size, metadata, idempotencyKey } = upload
  await tx.insert(uploads).values({ id, ownerId, guestId, network, size, metadata, idempotencyKey, fileId })
}

const findFit = statement('upload-place', {
  takes: {
    owner: 'uuid',
    network: 'text',
    isGuest: 'bool',
    size: 'int8',
    mostAlike: 'int4',
    mostOfNetwork: 'int4',
  },
  gives: row<{ fits: boolean; fitsGuests: boolean; isMany: boolean }>({
    ...{ fits: 'bool', fitsGuests: 'bool', isMany: 'bool' },
  }),
  text: `with unfinished as (
      select coalesce(sum(size) filter (where guest_id is null), 0) as own,
        coalesce(sum(size) filter (where guest_id is not null), 0) as of_guests,
        coalesce(sum(size) filter (where network = {network}::text), 0) as of_network,
        count(*) filter (where (guest_id is not null) = {isGuest}::boolean) as alike,
        count(*) filter (where network = {network}::text) as alike_of_network
      from uploads where owner_id = {owner}::uuid and file_id is null
    ), guests as (
      ${heldByGuests} and f.owner_id = {owner}::uuid and {isGuest}::boolean
    ), owner as (
      select used_bytes, ${storageLimit} as "limit" from users where id = {owner}::uuid
    )
    select owner.used_bytes + own + least(of_guests, owner."limit" / 10) + {size}::bigint <= owner."limit" as fits,
      not {isGuest}::boolean or guests.bytes + of_network + {size}::bigint <= owner."limit" / 10 as "fitsGuests",
      alike >= {mostAlike}::int or alike_of_network >= {mostOfNetwork}::int as "isMany"
    from owner, unfinished, guests`,
})

/** Whether this upload fits beside files and unfinished uploads. Guests share a tenth, with less per network. Locks the owner. */
export async function findPlace(
  tx: Transaction,
  upload: NewUpload,
  most: { alike: number; ofNetwork: number },
): Promise<'free' | 'full' | 'many'> {
  const { ownerId: owner, guestId, network, size } = upload
  await lockOwner(tx, owner)
  const isGuest = guestId !== null
  const mosts = { mostAlike: most.alike, mostOfNetwork: most.ofNetwork }
  const found = await findFit.first(tx, { owner, network, isGuest, size, ...mosts })
  if (!found?.fits || !found.fitsGuests) return 'full'
  return found.isMany ? 'many' : 'free'
}

const dropForsaken = statement('uploads-forsaken', {
  takes: { owner: 'uuid', isGuest: 'bool' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: `delete from uploads
    where owner_id = {owner}::uuid and ${forsaken} and (guest_id is not null or not {isGuest}::boolean) returning id`,
})

/** Deletes abandoned uploads to make room; a guest never displaces the owner’s. Returns their ids. */
export async function deleteForsaken(
  tx: Transaction,
  { ownerId, guestId }: Pick<NewUpload, 'ownerId' | 'guestId'>,
): Promise<string[]> {
  const rows = await dropForsaken.rows(tx, { owner: ownerId, isGuest: guestId !== null })
  return rows.map(({ id }) => id)
}

const touch = statement('touch-upload', {
  takes: { id: 'uuid', actorId: 'uuid', maxAgeHours: 'int4' },
  gives: row<Upload>({
    ...{ id: 'uuid', ownerId: 'uuid', guestId: 'uuid', network: 'text', size: 'int8', metadata: 'text' },
    ...{ idempotencyKey: 'text', fileId: 'uuid', touchedAt: 'timestamptz', freeBytes: 'int8' },
  }),
  text: `update uploads u set touched_at = now()
    where u.id = {id}::uuid and coalesce(u.guest_id, u.owner_id) = {actorId}::uuid
      and u.touched_at > now() - make_interval(hours => {maxAgeHours}::int)
    returning u.id, u.owner_id as "ownerId", u.guest_id as "guestId", u.network, u.size, u.metadata,
      u.idempotency_key as "idempotencyKey", u.file_id as "fileId", u.touched_at as "touchedAt",
      (select ${storageLimit} - used_bytes from users where id = u.owner_id) as "freeBytes"`,
})

/** Null for others' or expired uploads. A request keeps an upload alive. */
export const touchUpload = (
  db: Database,
  asked: { id: string; actorId: string; maxAgeHours: number },
): Promise<Upload | null> => touch.first(db.pool, asked)

const claim = statement('claim-upload', {
  takes: { id: 'uuid', file: 'uuid' },
  gives: row<{ file: string }>({ file: 'uuid' }),
  text: `update uploads set file_id = coalesce(file_id, {file}::uuid) where id = {id}::uuid
    returning file_id as file`,
})

/** Records the first result of the upload. Returns that file's id, null if the upload is gone. */
export async function claimUpload(tx: Queryable, id: string, file: string): Promise<string | null> {
  return (await claim.first(tx, { id, file }))?.file ?? null
}

export async function findUploadOfFile(db: Database, fileId: string): Promise<string | null> {
  const [found] = await db.orm
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.fileId, fileId))
    .limit(1)
  return found?.id ?? null
}

export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.orm.delete(uploads).where(eq(uploads.id, id))
}

export async function deleteExpired(db: Database, maxAgeHours: number): Promise<void> {
  await db.orm
    .delete(uploads)
    .where(lt(uploads.touchedAt, sql`now() - make_interval(hours => ${maxAgeHours}::int)`))
}

const unfinished = statement('uploads-unfinished', {
  takes: { ids: 'uuid[]' },
  gives: row<{ id: string }>({ id: 'uuid' }),
  text: 'select id from uploads where id = any({ids}::uuid[]) and file_id is null',
})

/** Those of these uploads that may still continue. */
export async function findUnfinished(db: Database, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await unfinished.rows(db.pool, { ids })).map(({ id }) => id))
}
