import { needs } from '#server/db/piece'

/** Files joined with their blobs, as a table. */
export const filesWithBytes = `(select f.id, f.key, f.name, f.purpose, f.position, f.review_id, f.message_id, f.blob_id,
    b.kind, b.mime, b.size, b.state, b.error, b.storage_key, b.sha256, b.lock, b.width, b.height, b.pages, b.seconds
  from files f join blobs b on b.id = f.blob_id)`

/** A subquery that locks the person's unattached uploads among `files`: id, place (from 1). */
export const lockFreeUploads = (files: string, owner: string) => `select own.id, given.place
    from unnest(${files}) with ordinality given(id, place) join files own on own.id = given.id
    where own.owner_id = ${owner} and own.guest_id is null and own.purpose = 'COMMENT' and own.comment_id is null
      and own.reply_id is null and own.message_id is null and own.review_id is null
    order by own.id for no key update of own`

/** Attaches the files of the CTE `free` to a message, in order. */
export const tieToMessage = (message: string) =>
  needs('free')`
  update files f set message_id = ${message}, position = free.place - 1 from free where f.id = free.id returning f.id`

/** Whether the file `f` holds the version that the comment `c` was made on. */
export const isVersionOf = (f: string, c: string) =>
  `((${f}.id = ${c}.file_id or ${f}.stack_id = ${c}.file_id) and ${f}.version = ${c}.version)`
