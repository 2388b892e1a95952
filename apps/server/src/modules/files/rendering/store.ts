import { and, eq } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '#server/db/client'
import { row, statement } from '#server/db/statement'
import { blobs, files } from '#server/db/tables/files'
import type { RenderedFor } from '#server/modules/files/render-priority'
import { derivedShare, renderingVersion } from '#server/modules/files/rendering/policy'
import type { UnseenPart } from '#server/platform/media/render-protocol'

export type Size = { width: number; height: number }

/** A job's subject; `renderedFor` is null unless someone just uploaded it. */
export type ToRender = { blobId: string; renderedFor: RenderedFor | null }

export type BlobToRender = {
  id: string
  storageKey: string
  size: number
  mime: string
  kind: 'IMAGE' | 'PDF' | 'VIDEO' | 'OTHER'
  state: 'PROCESSING' | 'READY' | 'FAILED'
  pages: Size[] | null
  lock: 'LOCKED' | 'OPENED' | null
  renderedFor: RenderedFor | null
}

type StoredBlob = Omit<BlobToRender, 'renderedFor'>

const blobToRender = statement('blob-to-draw', {
  takes: { id: 'uuid' },
  gives: row<StoredBlob>({
    ...{
      id: 'uuid',
      storageKey: 'text',
      size: 'int8',
      mime: 'text',
      kind: 'text',
      state: 'text',
      pages: 'jsonb',
    },
    lock: 'text',
  }),
  text: `select id, storage_key as "storageKey", size, mime, kind, state, pages, lock from blobs where id = {id}::uuid`,
})

/** Null once its last file is deleted. */
export async function findBlob(
  db: Database,
  { blobId, renderedFor }: ToRender,
): Promise<BlobToRender | null> {
  const found = await blobToRender.first(db.lookups, { id: blobId })
  return found ? { ...found, renderedFor } : null
}

export type Measured = {
  size: Size
  pages: Size[] | null
  animated: boolean
  /** Parts of the file that its preview does not show. */
  unseen: readonly UnseenPart[]
}

/** Adds a job; `isLater`, `badPages` and the priority are those of `DrawJob`. */
const drawJob = `graphile_worker.add_job({task}::text,
    json_build_object('blobId', {blob}::uuid, 'badPages', {badPages}::int, 'renderedFor', {renderedFor}::json),
    priority => {priority}::int, flags => array_remove(array[{uploader}::text], null), queue_name => {queue}::text,
    job_key => {task}::text || ':' || {blob}::uuid,
    run_at => case when {isLater}::boolean then now() + interval '30 seconds' else now() end)`
const jobTakes = {
  task: 'text',
  blob: 'uuid',
  badPages: 'int4',
  renderedFor: 'json',
  priority: 'int4',
  uploader: 'text',
  queue: 'text',
  isLater: 'bool',
} as const

const updateMeasures = `update blobs set width = {width}::real, height = {height}::real, animated = {animated}::boolean,
    unseen = {unseen}::text[], pages = {pages}::jsonb, drawing = ${renderingVersion}
  where id = {blob}::uuid`
const measuresTake = {
  blob: 'uuid',
  width: 'float4',
  height: 'float4',
  animated: 'bool',
  unseen: 'text[]',
  pages: 'jsonb',
} as const

const saveAll = statement('save-measures', { takes: measuresTake, text: updateMeasures })
const saveAndGoOn = statement('save-measures-and-go-on', {
  takes: { ...measuresTake, ...jobTakes },
  text: `with measured as (${updateMeasures} returning id) select ${drawJob} from measured`,
})

const measuresOf = (blob: string, { size, pages, animated, unseen }: Measured) => ({
  ...{ blob, ...size, animated, unseen },
  pages: pages && JSON.stringify(pages),
})

/** False once the blob is gone. */
export async function saveMeasures(db: Queryable, blobId: string, measured: Measured): Promise<boolean> {
  return (await saveAll.count(db, measuresOf(blobId, measured))) === 1
}

/** The same, and adds a job for the rest; `isLater` as for `DrawJob`. */
export async function saveMeasuresAndGoOn(
  db: Queryable,
  { id, renderedFor }: BlobToRender,
  measured: Measured,
  isLater: boolean,
): Promise<boolean> {
  const job = jobOf('files:draw-rest', { blobId: id, renderedFor }, { isLater })
  return (await saveAndGoOn.count(db, { ...measuresOf(id, measured), ...job })) === 1
}

const addPart = statement('add-unseen', {
  takes: { blob: 'uuid', part: 'text' },
  text: `update blobs set unseen = unseen || {part}::text where id = {blob}::uuid and not unseen @> array[{part}::text]`,
})
/** Parts that a further page does not show. */
export const addUnseen = ({ pool }: Database, blob: string, part: UnseenPart) =>
  addPart.count(pool, { blob, part })

const lockReviews = statement('blob-lock-reviews', {
  takes: { blob: 'uuid' },
  text: `select 1 from reviews where id in (select review_id from files where blob_id = {blob}::uuid)
    order by id for no key update`,
})

const lockFiles = statement('blob-lock-files', {
  takes: { blob: 'uuid' },
  text: 'select 1 from files where blob_id = {blob}::uuid order by id for no key update',
})

/**
 * Locks as deletion does (reviews, files, blobs) against deadlocks. Waits for parallel attaching, so that it is notified.
 */
export async function lockPlacesOf(tx: Transaction, blob: string): Promise<void> {
  await lockReviews.count(tx, { blob })
  await lockFiles.count(tx, { blob })
}

/** A file, and how its viewers hear of it. */
type Shown = { fileId: string; reviewId: string; event: 'file.ready' | 'version.ready' }

/** Ends PROCESSING; returns the review files with these bytes, null if the blob is gone. */
export async function endProcessing(
  tx: Transaction,
  blobId: string,
  end: { state: 'READY'; error: null } | { state: 'FAILED'; error: string; isLocked: boolean },
): Promise<Shown[] | null> {
  const { state, error } = end
  const lock = end.state === 'FAILED' && end.isLocked ? { lock: 'LOCKED' as const } : {}
  const { rowCount } = await tx
    .update(blobs)
    .set({ state, error, drawing: renderingVersion, ...lock })
    .where(eq(blobs.id, blobId))
  return rowCount === 0 ? null : findShown(tx, blobId)
}

const shown = statement('blob-shown', {
  takes: { blob: 'uuid' },
  gives: row<Shown>({ fileId: 'uuid', reviewId: 'uuid', event: 'text' }),
  text: `select distinct coalesce(stack_id, id) as "fileId", review_id as "reviewId",
      case when version_count > 1 or stack_id is not null then 'version.ready' else 'file.ready' end as event from files
    where blob_id = {blob}::uuid and review_id is not null and purpose in ('REVIEW', 'VERSION') order by 2, 1`,
})

/** The review files with these bytes. */
const findShown = (tx: Transaction, blob: string): Promise<Shown[]> => shown.rows(tx, { blob })

const reserve = statement('reserve-derived-bytes', {
  takes: { blob: 'uuid', bytes: 'int8' },
  text: `update blobs set derived_bytes = derived_bytes + {bytes}::bigint
    where id = {blob}::uuid
      and derived_bytes + {bytes}::bigint <= greatest(${derivedShare.leastBytes}, ${derivedShare.timesSize} * size)`,
})

/** Reserves bytes for a document's further pages; false, with nothing counted, when its share is used up. */
export async function reserveDerivedBytes(db: Database, blob: string, bytes: number): Promise<boolean> {
  return (await reserve.count(db.pool, { blob, bytes })) === 1
}

const setSums = statement('save-sums', {
  takes: { blob: 'uuid', sha256: 'bytea', crc32: 'int8' },
  text: `update blobs set sha256 = {sha256}::bytea, crc32 = {crc32}::bigint
    where id = {blob}::uuid and (sha256 is null or (sha256 = {sha256}::bytea and crc32 is null))`,
})

/** Keeps the first checksum: a later one would hide damage since. */
export async function saveSums(
  db: Database,
  blob: string,
  sums: { sha256: Buffer; crc32: number },
): Promise<void> {
  await setSums.count(db.pool, { blob, ...sums })
}

export type DrawTask =
  | 'files:draw-first'
  | 'files:draw-rest'
  | 'files:draw-large'
  | 'files:draw-tiles'
  | 'files:digest'
// Thumbnails first, then previews, then tiles and checksums, with uploaders' levels in between.
const priority: Record<DrawTask, number> = {
  'files:draw-first': 0,
  'files:draw-large': 5,
  'files:draw-rest': 10,
  'files:draw-tiles': 15,
  'files:digest': 20,
}

/** Slow tasks run one at a time, so that they never occupy all workers. */
const queue: Partial<Record<DrawTask, string>> = { 'files:draw-large': 'large', 'files:draw-tiles': 'large' }

type DrawJob = {
  /** Waits half a minute unless added again. */
  isLater?: boolean
  /** Of a document in progress. */
  badPages?: number
}

const jobOf = (
  task: DrawTask,
  { blobId, renderedFor }: ToRender,
  { isLater = false, badPages = 0 }: DrawJob,
) => ({
  task,
  blob: blobId,
  badPages,
  renderedFor: JSON.stringify(renderedFor),
  priority: priority[task] + (renderedFor?.level ?? 0),
  uploader: renderedFor?.uploader ?? null,
  queue: queue[task] ?? null,
  isLater,
})

const addJob = statement('draw-job', { takes: jobTakes, text: `select ${drawJob}` })

export async function addDrawJob(
  tx: Queryable,
  task: DrawTask,
  what: ToRender,
  job: DrawJob = {},
): Promise<void> {
  await addJob.count(tx, jobOf(task, what, job))
}

/** Returns the review files with these bytes; null if the blob is gone. */
export async function saveTiled(tx: Transaction, blobId: string): Promise<Shown[] | null> {
  const { rowCount } = await tx.update(blobs).set({ tiled: true }).where(eq(blobs.id, blobId))
  return rowCount === 0 ? null : findShown(tx, blobId)
}

/** True if a review may show these bytes: attachments have no zoom. */
export async function isForReview(db: Database, blobId: string): Promise<boolean> {
  const [found] = await db.orm
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.blobId, blobId), eq(files.purpose, 'REVIEW')))
    .limit(1)
  return found !== undefined
}

/** Restarts failed rendering; null if it did not fail, or is gone. */
export async function restart(tx: Transaction, { blobId, renderedFor }: ToRender): Promise<Shown[] | null> {
  const { rowCount } = await tx
    .update(blobs)
    .set({ state: 'PROCESSING', error: null })
    .where(and(eq(blobs.id, blobId), eq(blobs.state, 'FAILED')))
  if (rowCount === 0) return null
  await addDrawJob(tx, 'files:draw-first', { blobId, renderedFor })
  return findShown(tx, blobId)
}

/** False once the video is deleted. */
export async function saveSeconds(tx: Transaction, blobId: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx.update(blobs).set({ seconds }).where(eq(blobs.id, blobId))
  return rowCount === 1
}

const requeue = statement('requeue-stuck', {
  takes: {},
  text: `select graphile_worker.add_job('files:draw-first', json_build_object('blobId', id), job_key => 'draw:' || id)
    from blobs where state = 'PROCESSING' and created_at < now() - interval '10 minutes'`,
})

/** Adds long overdue jobs again: theirs died with a process. */
export async function requeueStuck(db: Database): Promise<void> {
  await requeue.count(db.pool, {})
}
