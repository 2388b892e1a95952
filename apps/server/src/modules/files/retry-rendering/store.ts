import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { files } from '#server/db/tables/files'

type Blob = {
  id: string
  storageKey: string
  size: number
  state: 'PROCESSING' | 'READY' | 'FAILED'
  lock: 'LOCKED' | 'OPENED' | null
}

const blobOf = statement('redraw-blob', {
  takes: { file: 'uuid' },
  gives: row<Blob>({ id: 'uuid', storageKey: 'text', size: 'int8', state: 'text', lock: 'text' }),
  text: `select b.id, b.storage_key as "storageKey", b.size, b.state, b.lock
    from files f join blobs b on b.id = f.blob_id where f.id = {file}::uuid`,
})

/** A file's blob; null once it is deleted. */
export const findBlobOf = (db: Database, file: string): Promise<Blob | null> =>
  blobOf.first(db.pool, { file })

export type Opened = {
  id: string
  storageKey: string
  /** The bytes of the unlocked document. */
  derivedBytes: number
  fileId: string
  insteadOf: string
}

const lockFormer = statement('redraw-lock', {
  takes: { id: 'uuid' },
  text: 'select 1 from blobs where id = {id}::uuid for update',
})
const insertOpened = statement('redraw-insert', {
  takes: { id: 'uuid', storageKey: 'text', derivedBytes: 'int8', fileId: 'uuid', insteadOf: 'uuid' },
  text: `insert into blobs (id, storage_key, size, derived_bytes, sha256, crc32, damaged_at, mime, kind, state, lock)
    select {id}::uuid, {storageKey}::text, size, {derivedBytes}::bigint, sha256, crc32, damaged_at, mime, kind, 'FAILED', 'OPENED'
    from blobs where id = {insteadOf}::uuid
      and exists (select 1 from files where id = {fileId}::uuid and blob_id = {insteadOf}::uuid)`,
})
const dropUnused = statement('redraw-drop', {
  takes: { id: 'uuid' },
  gives: row<{ storageKey: string }>({ storageKey: 'text' }),
  text: `delete from blobs b where b.id = {id}::uuid and not exists (select 1 from files where blob_id = b.id)
    returning storage_key as "storageKey"`,
})

/** Gives the file its own, unlocked bytes. Returns storage keys nobody refers to; null if its bytes changed meanwhile. */
export async function putOpened(tx: Transaction, opened: Opened): Promise<string[] | null> {
  const { id, fileId, insteadOf } = opened
  await lockFormer.count(tx, { id: insteadOf })
  await insertOpened.count(tx, opened)
  const moved = await tx
    .update(files)
    .set({ blobId: id })
    .where(and(eq(files.id, fileId), eq(files.blobId, insteadOf)))
  if (moved.rowCount === 0) return null
  return (await dropUnused.rows(tx, { id: insteadOf })).map(({ storageKey }) => storageKey)
}
