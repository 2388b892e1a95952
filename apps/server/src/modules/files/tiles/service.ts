import { readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isTile, pagePixels, pageTilePx, pictureTilePx, type TilePlace } from '@wingmark/contract/tiles'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { removeBytes } from '#server/modules/files/delete-blobs/service'
import { mostDerivedBytes } from '#server/modules/files/rendering/policy'
import { closeIfLost, sourceOf } from '#server/modules/files/rendering/service'
import {
  type BlobToRender,
  findBlob,
  isForReview,
  lockPlacesOf,
  type Size,
  saveTiled,
  type ToRender,
} from '#server/modules/files/rendering/store'
import { RenderError } from '#server/platform/media/render-protocol'
import type { Viewers } from '#server/platform/media/shared-drawing'
import { readTileRecord, tileNumber, tileRecordBytes } from '#server/platform/media/tile-index'
import type { ByteRange, OpenObject } from '#server/platform/storage'

const tilesName = 'tiles'
const indexName = 'tiles-index'

/** Tiles a picture and notifies its viewers when they are ready. Until then it shows as a preview. */
export async function drawTiles(deps: Deps, what: ToRender): Promise<void> {
  const { db, storage, renderer, log } = deps
  const { blobId } = what
  const blob = await findBlob(db, what)
  if (blob?.state !== 'READY' || !(await isForReview(db, blobId))) return
  const [tiles, index] = [storage.temporaryPath(), storage.temporaryPath()]
  try {
    await storage.withLocalFile({ key: blob.storageKey }, (path) =>
      renderer.render({ kind: 'tiles', path, tiles, index }, 'later'),
    )
    const [{ size }, { size: indexSize }] = await Promise.all([stat(tiles), stat(index)])
    if (size + indexSize > mostDerivedBytes(blob.size)) throw new RenderError('TOO_LARGE')
    await storage.keepDerivative(tiles, { key: blob.storageKey, derivative: tilesName })
    await storage.keepDerivative(index, { key: blob.storageKey, derivative: indexName })
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    log.warn({ blobId, failure: error.failure }, 'a picture has no tiles')
    return
  } finally {
    await Promise.all([tiles, index].map((path) => storage.discardTemporary(path)))
  }
  await sendToViewers(deps, blob)
}

async function sendToViewers(deps: Deps, blob: BlobToRender): Promise<void> {
  const shown = await deps.db.orm.transaction(async (tx) => {
    await lockPlacesOf(tx, blob.id)
    const files = await saveTiled(tx, blob.id)
    for (const { fileId, reviewId, event } of files ?? [])
      await addEvent(tx, ofReview(reviewId), { event, targetId: fileId })
    return files
  })
  for (const { reviewId } of shown ?? []) signalSubject(deps, ofReview(reviewId))
  // The last file with these bytes was deleted meanwhile.
  if (shown === null) await removeBytes(deps, [blob.storageKey])
}

export type TiledFile = Pick<BlobToRender, 'storageKey' | 'kind' | 'lock' | 'state'> & {
  blobId: string
  tiled: boolean
  /** Pixels of a picture, points of the requested page; null without such a page. */
  size: Size | null
}

type Tile = { object: OpenObject; mime: string }

/** One tile; null if there is none. `viewer`: whose rendering turn it takes. */
export async function openTile(
  deps: Deps,
  file: TiledFile,
  at: TilePlace & { page: number },
  viewer: string,
): Promise<Tile | null> {
  if (file.state !== 'READY' || file.size === null) return null
  if (file.kind === 'PDF') {
    return isTile(pagePixels(file.size), pageTilePx, at) ? drawPageTile(deps, file, at, viewer) : null
  }
  const { size } = file
  return file.tiled && at.page === 1 && isTile(size, pictureTilePx, at)
    ? openPictureTile(deps, file.storageKey, size, at)
    : null
}

async function openPictureTile(deps: Deps, key: string, size: Size, at: TilePlace): Promise<Tile | null> {
  const index = await deps.storage.open({ key, derivative: indexName })
  if (!index) return null
  const start = tileNumber(size, pictureTilePx, at) * tileRecordBytes
  const record = await buffer(index.stream({ start, end: start + tileRecordBytes - 1 }))
  const { offset, length, mime } = readTileRecord(record)
  const all = await deps.storage.open({ key, derivative: tilesName })
  return all && { object: partOf(all, { start: offset, end: offset + length - 1 }), mime }
}

function partOf(whole: OpenObject, part: ByteRange): OpenObject {
  const within = ({ start, end }: ByteRange) => ({ start: part.start + start, end: part.start + end })
  return {
    ...whole,
    sizeBytes: part.end - part.start + 1,
    stream: (range) => whole.stream(range ? within(range) : part),
  }
}

async function drawPageTile(
  deps: Deps,
  file: TiledFile,
  { page, ...place }: TilePlace & { page: number },
  viewer: string,
): Promise<Tile | null> {
  const name = [file.storageKey, page, place.level, place.x, place.y].join('/')
  const { pageCache, unreadablePages } = deps.memory.files
  if (!pageCache.has(name) && unreadablePages.has(pageOf(file, page))) return null
  const object = await pageCache.open(name, viewer, (viewers) =>
    drawIntoMemory(deps, file, { page, place }, viewers),
  )
  return object && { object, mime: 'image/jpeg' }
}

async function drawIntoMemory(
  deps: Deps,
  file: TiledFile,
  { page, place }: { page: number; place: TilePlace },
  viewers: Viewers,
): Promise<Buffer | null> {
  const { storage, renderer } = deps
  const output = storage.temporaryPath()
  try {
    await storage.withLocalFile(sourceOf(file), (path) =>
      renderer.render({ kind: 'pdf-tile', path, page, place, output }, { viewers }),
    )
    return await readFile(output)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    if (!(await closeIfLost(deps, file.blobId)))
      deps.memory.files.unreadablePages.noteTile(pageOf(file, page))
    return null
  } finally {
    await storage.discardTemporary(output)
  }
}

const pageOf = ({ storageKey }: TiledFile, page: number) => [storageKey, page].join('/')
