import { sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import type { DrawnFor } from '#server/modules/files/render-priority'
import { derivedShare } from '#server/modules/files/rendering/policy'
import type { UnseenPart } from '#server/platform/media/render-protocol'

export type Size = { width: number; height: number }

/** What a job is about; `drawnFor` is null for what nobody sent just now. */
export type ToDraw = { blobId: string; drawnFor: DrawnFor | null }

export type BlobToDraw = {
  id: string
  storageKey: string
  size: number
  mime: string
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  state: 'PROCESSING' | 'READY' | 'FAILED'
  pages: Size[] | null
  lock: 'LOCKED' | 'OPENED' | null
  drawnFor: DrawnFor | null
}

/** Null once its last file is deleted. */
export async function findBlob(db: Database, { blobId, drawnFor }: ToDraw): Promise<BlobToDraw | null> {
  const { rows } = await db.lookups.query<Omit<BlobToDraw, 'drawnFor'>>({
    name: 'blob-to-draw',
    text: `select id, storage_key as "storageKey", size, mime, kind, state, pages, lock from blobs where id = $1`,
    values: [blobId],
  })
  return rows[0] ? { ...rows[0], drawnFor } : null
}

export type Measured = {
  size: Size
  pages: Size[] | null
  animated: boolean
  /** What the file holds and its preview does not show. */
  unseen: readonly UnseenPart[]
}

/** False once the bytes are gone. */
export async function saveMeasures(db: Queryable, blobId: string, measured: Measured): Promise<boolean> {
  const { rowCount } = await db.execute(updateMeasures(blobId, measured))
  return rowCount === 1
}

/** The same, and asks for the rest of the drawing; `isLater` as for `DrawJob`. */
export async function saveMeasuresAndGoOn(
  db: Queryable,
  { id, drawnFor }: BlobToDraw,
  measured: Measured,
  isLater: boolean,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with measured as (${updateMeasures(id, measured)} returning id)
    select ${drawJob('files:draw-rest', { blobId: id, drawnFor }, { isLater })} from measured`)
  return rowCount === 1
}

const updateMeasures = (blobId: string, { size, pages, animated, unseen }: Measured) => sql`
  update blobs set width = ${size.width}, height = ${size.height}, animated = ${animated},
    unseen = ${sql.param([...unseen])}::text[],
    pages = ${pages === null ? null : JSON.stringify(pages)}::jsonb
  where id = ${blobId}`

/** Reviews before bytes, as whoever deletes a file locks them: the other way round both would wait for each other. */
export async function lockReviewsOf(tx: Transaction, blobId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from reviews where id in (select review_id from files where blob_id = ${blobId}) order by id for no key update`)
}

/** Ends PROCESSING; answers the files of reviews that show these bytes, and null where the bytes are gone. */
export async function endProcessing(
  tx: Transaction,
  blobId: string,
  end: { state: 'READY'; error: null } | { state: 'FAILED'; error: string; isLocked: boolean },
): Promise<{ fileId: string; reviewId: string }[] | null> {
  const lock = end.state === 'FAILED' && end.isLocked ? sql`'LOCKED'` : sql`lock`
  const { rowCount } = await tx.execute(
    sql`update blobs set state = ${end.state}, error = ${end.error}, lock = ${lock} where id = ${blobId}`,
  )
  return rowCount === 0 ? null : findShown(tx, blobId)
}

/** The files of reviews that show these bytes. */
async function findShown(tx: Transaction, blobId: string): Promise<{ fileId: string; reviewId: string }[]> {
  const { rows } = await tx.execute<{ fileId: string; reviewId: string }>(sql`
    select id as "fileId", review_id as "reviewId" from files
    where blob_id = ${blobId} and review_id is not null and purpose = 'REVIEW' order by review_id, id`)
  return rows
}

/** Counts what is about to be kept of a document's further pages; false, and nothing is counted, where the document has no room for it. */
export async function takeRoom(db: Database, blobId: string, bytes: number): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'take-derived-room',
    text: `update blobs set derived_bytes = derived_bytes + $2::bigint
      where id = $1 and derived_bytes + $2::bigint <= greatest($3::bigint, $4::int * size)`,
    values: [blobId, bytes, derivedShare.leastBytes, derivedShare.timesSize],
  })
  return rowCount === 1
}

/** The first sum stays: a later one would hide what happened to the bytes since. */
export async function saveSums(
  db: Database,
  blobId: string,
  { sha256, crc32 }: { sha256: Buffer; crc32: number },
): Promise<void> {
  await db.pool.query(
    `update blobs set sha256 = $2, crc32 = $3
     where id = $1 and (sha256 is null or (sha256 = $2 and crc32 is null))`,
    [blobId, sha256, crc32],
  )
}

export type DrawTask =
  | 'files:draw-first'
  | 'files:draw-rest'
  | 'files:draw-large'
  | 'files:draw-tiles'
  | 'files:digest'
// First thumbnails of all, then previews, then tiles and sums; between them are the levels of uploaders.
const priority: Record<DrawTask, number> = {
  'files:draw-first': 0,
  'files:draw-large': 5,
  'files:draw-rest': 10,
  'files:draw-tiles': 15,
  'files:digest': 20,
}

/** What takes seconds is done one after the other, so that it never holds all places of the worker. */
const queue: Partial<Record<DrawTask, string>> = { 'files:draw-large': 'large', 'files:draw-tiles': 'large' }

type DrawJob = {
  /** Not before half a minute has passed, unless it is added again. */
  isLater?: boolean
  /** Of a document that is gone on with. */
  badPages?: number
}

export async function addDrawJob(
  tx: Queryable,
  task: DrawTask,
  what: ToDraw,
  job: DrawJob = {},
): Promise<void> {
  await tx.execute(sql`select ${drawJob(task, what, job)}`)
}

const drawJob = (
  task: DrawTask,
  { blobId, drawnFor }: ToDraw,
  { isLater = false, badPages = 0 }: DrawJob,
) => sql`
  graphile_worker.add_job(${task}, ${JSON.stringify({ blobId, badPages, drawnFor })}::json,
    priority => ${priority[task] + (drawnFor?.level ?? 0)}::int,
    flags => nullif(array_remove(array[${drawnFor?.uploader ?? null}::text], null), '{}'), queue_name => ${queue[task] ?? null}, job_key => ${`${task}:${blobId}`},
    run_at => ${isLater ? sql`now() + interval '30 seconds'` : sql`now()`})`

/** Answers the files of reviews that show these bytes; null where the bytes are gone. */
export async function saveTiled(
  tx: Transaction,
  blobId: string,
): Promise<{ fileId: string; reviewId: string }[] | null> {
  const { rowCount } = await tx.execute(sql`update blobs set tiled = true where id = ${blobId}`)
  return rowCount === 0 ? null : findShown(tx, blobId)
}

/** True where a review may show these bytes: attachments are not zoomed into. */
export async function isForReview(db: Database, blobId: string): Promise<boolean> {
  const { rows } = await db.pool.query(
    `select 1 from files where blob_id = $1 and purpose = 'REVIEW' limit 1`,
    [blobId],
  )
  return rows.length > 0
}

/** Begins again with what failed; null where it did not, or is gone. */
export async function restart(
  tx: Transaction,
  { blobId, drawnFor }: ToDraw,
): Promise<{ fileId: string; reviewId: string }[] | null> {
  const { rowCount } = await tx.execute(sql`
    update blobs set state = 'PROCESSING', error = null
    where id = ${blobId} and state = 'FAILED'`)
  if (rowCount === 0) return null
  await addDrawJob(tx, 'files:draw-first', { blobId, drawnFor })
  return findShown(tx, blobId)
}

/** False once the video is deleted. */
export async function saveSeconds(tx: Transaction, blobId: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`update blobs set seconds = ${seconds} where id = ${blobId}`)
  return rowCount === 1
}

/** Asks again for what should have been drawn long ago: its job went down with a process. */
export async function requeueStuck(db: Database): Promise<void> {
  await db.pool.query(`
    select graphile_worker.add_job('files:draw-first', json_build_object('blobId', id), job_key => 'draw:' || id)
    from blobs where state = 'PROCESSING' and created_at < now() - interval '10 minutes'`)
}
