import { type TilePlace, tileCounts } from '@wingmark/contract/tiles'
import type { Size } from '#server/platform/media/render-protocol'

/** Where a tile's bytes lie in the file of all tiles of a picture. */
export type TileBytes = { offset: number; length: number; mime: 'image/jpeg' | 'image/webp' }

/** Offset in six bytes, length in four. */
export const tileRecordBytes = 10

/** Level after level, row after row. */
export function tileNumber(full: Size, tilePx: number, { level, x, y }: TilePlace): number {
  let number = 0
  for (let below = 0; below < level; below++) {
    const { columns, rows } = tileCounts(full, tilePx, below)
    number += columns * rows
  }
  return number + y * tileCounts(full, tilePx, level).columns + x
}

export function writeTileRecord(index: Buffer, number: number, { offset, length, mime }: TileBytes): void {
  const at = number * tileRecordBytes
  index.writeUIntBE(offset, at, 6)
  // The highest bit encodes the type.
  index.writeUInt32BE(length + (mime === 'image/webp' ? 2 ** 31 : 0), at + 6)
}

export function readTileRecord(record: Buffer): TileBytes {
  const coded = record.readUInt32BE(6)
  const isWebp = coded >= 2 ** 31
  return {
    offset: record.readUIntBE(0, 6),
    length: isWebp ? coded - 2 ** 31 : coded,
    mime: isWebp ? 'image/webp' : 'image/jpeg',
  }
}
