import { eq } from 'drizzle-orm'
import type { Database, Queryable } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { files } from '#server/db/tables/files'
import { chargeQuota, hasPlace, lockOwner, storageLimit } from '#server/modules/files/quota/store'
import type { RenderedFor } from '#server/modules/files/render-priority'

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
  target: string | null
  renderedFor: RenderedFor
}

const firstTask: Record<NewFile['kind'], string> = {
  IMAGE: 'files:draw-first',
  PDF: 'files:draw-first',
  VIDEO: 'files:draw-video',
  OTHER: 'files:digest',
}

/** One video at a time: each takes seconds, and pictures would wait. */
const firstQueue: Partial<Record<NewFile['kind'], string>> = { VIDEO: 'videos' }

const insert = statement('file-insert', {
  takes: {
    ...{
      fileId: 'uuid',
      blobId: 'uuid',
      key: 'text',
      storageKey: 'text',
      size: 'int8',
      mime: 'text',
      kind: 'text',
    },
    ...{ state: 'text', owner: 'uuid', guest: 'uuid', purpose: 'text', name: 'text', most: 'int4' },
    target: 'text',
    ...{ task: 'text', renderedFor: 'json', queue: 'text', level: 'int4', uploader: 'text' },
  },
  gives: row<{ files: number; jobs: number }>({ files: 'int4', jobs: 'int8' }),
  text: `with ${chargeQuota}, blob as (
      insert into blobs (id, storage_key, size, mime, kind, state)
      select {blobId}::uuid, {storageKey}::text, {size}::bigint, {mime}::text, {kind}::text, {state}::text from charged
    ), file as (
      insert into files (id, key, blob_id, owner_id, guest_id, purpose, name, target)
      select {fileId}::uuid, {key}::text, {blobId}::uuid, charged.id, {guest}::uuid, {purpose}::text, {name}::text, {target}::text
      from charged returning id
    ), job as (
      select graphile_worker.add_job({task}::text,
        json_build_object('blobId', {blobId}::uuid, 'renderedFor', {renderedFor}::json), queue_name => {queue}::text,
        priority => {level}::int, flags => array[{uploader}::text]) from charged
    )
    select (select count(*)::int from file) as files, (select count(*) from job) as jobs`,
})

/** Charges the owner, records the file and adds its job; false, without changes, over the quota or at `most` files. */
export async function insertFile(tx: Queryable, file: NewFile, most: number): Promise<boolean> {
  const { ownerId, guestId, renderedFor, ...rest } = file
  const isRendered = file.kind === 'IMAGE' || file.kind === 'PDF'
  const made = await insert.first(tx, {
    ...rest,
    owner: ownerId,
    guest: guestId,
    state: isRendered ? 'PROCESSING' : 'READY',
    most,
    task: firstTask[file.kind],
    queue: firstQueue[file.kind] ?? null,
    renderedFor: JSON.stringify(renderedFor),
    level: renderedFor.level,
    uploader: renderedFor.uploader,
  })
  return made?.files === 1
}

const lockBytes = statement('duplicate-lock', {
  takes: { of: 'uuid' },
  text: 'select b.id from blobs b where b.id = (select blob_id from files where id = {of}::uuid) for share',
})
const duplicate = statement('duplicate-insert', {
  takes: { fileId: 'uuid', key: 'text', of: 'uuid', owner: 'uuid', name: 'text' },
  text: `with original as (
      select b.id, b.size from files f join blobs b on b.id = f.blob_id where f.id = {of}::uuid
    ), charged as (
      update users set used_bytes = used_bytes + original.size from original
      where users.id = {owner}::uuid and used_bytes + original.size <= ${storageLimit} and ${hasPlace}
      returning users.id
    )
    insert into files (id, key, blob_id, owner_id, purpose, name)
    select {fileId}::uuid, {key}::text, original.id, charged.id, 'REVIEW', {name}::text from original, charged`,
})

/** A copy of the file that shares its bytes, charged to `ownerId`; `full` over the quota. */
export async function insertDuplicate(
  tx: Queryable,
  copy: { fileId: string; key: string; ofId: string; ownerId: string; name: string },
): Promise<'made' | 'gone' | 'full'> {
  const { ofId, ownerId, ...rest } = copy
  // Deleting the last other file of these bytes waits for this lock.
  if ((await lockBytes.count(tx, { of: ofId })) === 0) return 'gone'
  await lockOwner(tx, ownerId)
  if ((await duplicate.count(tx, { ...rest, of: ofId, owner: ownerId })) === 1) return 'made'
  // Another copy keeps the blob, and the lock, even if the file itself is deleted.
  const [left] = await tx.select({ id: files.id }).from(files).where(eq(files.id, ofId))
  return left ? 'full' : 'gone'
}

const known = statement('known-storage-keys', {
  takes: { keys: 'text[]' },
  gives: row<{ key: string }>({ key: 'text' }),
  text: 'select storage_key as key from blobs where storage_key = any({keys}::text[])',
})

/** Those of these storage keys that have a record. */
export async function findKnownStorageKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await known.rows(db.pool, { keys })
  return new Set(rows.map(({ key }) => key))
}
