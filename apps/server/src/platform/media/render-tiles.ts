import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { maxPicturePixels } from '@wingmark/contract/limits'
import { isTile, pictureTilePx, tileCounts, topLevel } from '@wingmark/contract/tiles'
import sharp from 'sharp'
import { withPngColor } from '#server/platform/media/png-color'
import { inSrgb, pictureError } from '#server/platform/media/render-picture'
import {
  RenderError,
  type RenderResult,
  type Size,
  tilesInProgress,
} from '#server/platform/media/render-protocol'
import { tileNumber, tileRecordBytes, writeTileRecord } from '#server/platform/media/tile-index'

/** A longer side would make more tiles than anyone looks at. */
const MAX_SIDE = 200_000
/** A picture to rotate is held in memory whole. */
const MAX_TURNED_PIXELS = 160_000_000
const JPEG = { quality: 86 }
const WEBP = { quality: 86, effort: 0 }

const END_RECORD = 0x06054b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const HEADER_BYTES = 30

type Job = { path: string; tiles: string; index: string }

/** Cuts a picture, upright and in sRGB, as it streams through: memory holds a few rows of tiles. */
export async function renderTiles({ path, tiles, index }: Job): Promise<RenderResult> {
  const zip = tilesInProgress(tiles)
  try {
    const image = sharp(await withPngColor(path), {
      failOn: 'none',
      limitInputPixels: maxPicturePixels,
    }).autoOrient()
    const metadata = await image.metadata()
    const { autoOrient: size, orientation = 1, hasAlpha, format } = metadata
    const pixels = size.width * size.height
    if (Math.max(size.width, size.height) > MAX_SIDE) throw new RenderError('TOO_LARGE')
    if (orientation > 1 && pixels > MAX_TURNED_PIXELS) throw new RenderError('TOO_LARGE')
    // Photos already have their colour at half the detail.
    const chromaSubsampling = format === 'png' ? '4:4:4' : '4:2:0'
    const colours = inSrgb(image, metadata)
    const cut = hasAlpha ? colours.webp(WEBP) : colours.jpeg({ ...JPEG, chromaSubsampling })
    await cut.tile({ size: pictureTilePx, layout: 'dz', depth: 'onetile', container: 'zip' }).toFile(zip)
    await writeFile(index, await indexOf(zip, size, hasAlpha ? 'image/webp' : 'image/jpeg'))
    await rename(zip, tiles)
    return { sizes: [size], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  } finally {
    await rm(zip, { force: true })
  }
}

/** The archive stores each tile uncompressed, so a tile is served as a part of it. */
async function indexOf(zip: string, full: Size, mime: 'image/jpeg' | 'image/webp'): Promise<Buffer> {
  const top = topLevel(full, pictureTilePx)
  const { columns, rows } = tileCounts(full, pictureTilePx, top)
  const count = tileNumber(full, pictureTilePx, { level: top, x: columns - 1, y: rows - 1 }) + 1
  const index = Buffer.alloc(count * tileRecordBytes)
  const file = await open(zip)
  try {
    let found = 0
    for (const entry of await readDirectory(file)) {
      // Named `…/level/x_y.jpeg`; the archive's level 0 is the smallest.
      const named = /(\d+)\/(\d+)_(\d+)\.\w+$/.exec(entry.name)
      if (!named) continue
      const place = { level: top - Number(named[1]), x: Number(named[2]), y: Number(named[3]) }
      if (place.level < 0 || !isTile(full, pictureTilePx, place)) throw new RenderError('DAMAGED')
      const header = await readAt(file, entry.at, HEADER_BYTES)
      const offset = entry.at + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
      writeTileRecord(index, tileNumber(full, pictureTilePx, place), { offset, length: entry.bytes, mime })
      found += 1
    }
    if (found !== count) throw new RenderError('DAMAGED')
    return index
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle): Promise<{ name: string; at: number; bytes: number }[]> {
  const { size } = await file.stat()
  const end = await readAt(file, size - END_BYTES, END_BYTES)
  if (end.readUInt32LE(0) !== END_RECORD) throw new Error('not the archive that was just written')
  const directory = await readAt(file, end.readUInt32LE(16), end.readUInt32LE(12))
  const entries: { name: string; at: number; bytes: number }[] = []
  for (let at = 0; at < directory.length; ) {
    const nameBytes = directory.readUInt16LE(at + 28)
    const name = directory.toString('latin1', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
    const isStored = directory.readUInt16LE(at + 10) === 0
    if (!isStored) throw new Error('a tile was packed')
    entries.push({ name, at: directory.readUInt32LE(at + 42), bytes: directory.readUInt32LE(at + 24) })
    at += ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(length), position, length })
  if (bytesRead !== length) throw new Error('the archive ends early')
  return buffer
}
