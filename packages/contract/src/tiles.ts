/** Large pictures and PDF pages are cut into tiles. Level 0 has every pixel; each next level halves both sides. */

type Size = { width: number; height: number }
export type TilePlace = { level: number; x: number; y: number }

/** Edge of a tile in pixels; those at the right and bottom edges are smaller. */
export const pictureTilePx = 512
export const pageTilePx = 1024

/** Eight times its size on screen, the stage's closest zoom; posters as far as their longest side allows. */
const pagePxPerPoint = (8 * 96) / 72
const pageLongestPx = 32_768

/** Pixels of a page at level 0, from its size in points. */
export function pagePixels({ width, height }: Size): Size {
  const scale = Math.min(pagePxPerPoint, pageLongestPx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

export function levelSize(full: Size, level: number): Size {
  return { width: Math.ceil(full.width / 2 ** level), height: Math.ceil(full.height / 2 ** level) }
}

/** The first level that fits into one tile. */
export function topLevel(full: Size, tilePx: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(full.width, full.height) / tilePx)))
}

export function tileCounts(full: Size, tilePx: number, level: number): { columns: number; rows: number } {
  const { width, height } = levelSize(full, level)
  return { columns: Math.ceil(width / tilePx), rows: Math.ceil(height / tilePx) }
}

export function isTile(full: Size, tilePx: number, { level, x, y }: TilePlace): boolean {
  if (level > topLevel(full, tilePx)) return false
  const { columns, rows } = tileCounts(full, tilePx, level)
  return x < columns && y < rows
}

/** The address of one tile, made from a file's `tiles.url`. */
export function tileUrl(url: string, page: number, { level, x, y }: TilePlace): string {
  const values: Record<string, number> = { page, level, x, y }
  return url.replace(/\{(page|level|x|y)\}/g, (_, name: string) => String(values[name]))
}
