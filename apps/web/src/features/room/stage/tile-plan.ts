import type { File } from '@wingmark/contract/files'
import { previewMaxPx } from '@wingmark/contract/limits'
import { levelSize, pagePixels, type TilePlace, topLevel } from '@wingmark/contract/tiles'
import type { Rect, Size, Viewport } from '#web/features/room/state/viewport'

/** A page cut into tiles: its size at level 0, a tile's edge, the level of one single tile. */
export type TiledPage = { full: Size; px: number; top: number }

/** Tiles may be stretched this much before the next level is fetched. */
const stretch = 1.2

export function tiledPage(
  { tiles, pages, width, height }: Pick<File, 'tiles' | 'pages' | 'width' | 'height'>,
  page: number,
): TiledPage | null {
  const points = pages?.[page - 1]
  const full = points ? pagePixels(points) : width && height ? { width, height } : null
  return tiles && full ? { full, px: tiles.px, top: topLevel(full, tiles.px) } : null
}

/** Device pixels per pixel of level 0. */
function densityOf(view: Viewport, { full }: TiledPage, pixelRatio: number): number {
  return (view.scale * pixelRatio * view.page.width) / full.width
}

/** True once the page is larger on screen than its preview. */
export function needsTiles(view: Viewport, page: TiledPage, pixelRatio: number): boolean {
  const longest = Math.max(page.full.width, page.full.height)
  return longest * densityOf(view, page, pixelRatio) > previewMaxPx * 1.05
}

/** The coarsest sharp level at this zoom. */
export function levelFor(view: Viewport, page: TiledPage, pixelRatio: number): number {
  const level = Math.floor(Math.log2(stretch / densityOf(view, page, pixelRatio)))
  return Math.min(page.top, Math.max(0, level))
}

/** Visible tiles of a level, from the middle outwards. */
export function tilesInView(view: Viewport, page: TiledPage, level: number): TilePlace[] {
  const size = levelSize(page.full, level)
  const edge = tileEdge(view, page, level)
  const count = (length: number) => Math.ceil(length / page.px)
  const first = (offset: number) => Math.max(0, Math.floor(-offset / edge))
  const last = (offset: number, stage: number, length: number) =>
    Math.min(count(length) - 1, Math.ceil((stage - offset) / edge) - 1)
  const places: TilePlace[] = []
  for (let y = first(view.y); y <= last(view.y, view.stage.height, size.height); y++)
    for (let x = first(view.x); x <= last(view.x, view.stage.width, size.width); x++)
      places.push({ level, x, y })
  const middle = {
    x: (view.stage.width / 2 - view.x) / edge - 0.5,
    y: (view.stage.height / 2 - view.y) / edge - 0.5,
  }
  const away = ({ x, y }: TilePlace) => (x - middle.x) ** 2 + (y - middle.y) ** 2
  return places.sort((a, b) => away(a) - away(b))
}

/** A tile's place on the stage, in CSS px. */
export function tileRect(view: Viewport, page: TiledPage, { level, x, y }: TilePlace): Rect {
  const edge = tileEdge(view, page, level)
  const size = levelSize(page.full, level)
  const share = (place: number, length: number) => Math.min(1, length / page.px - place)
  return {
    x: view.x + x * edge,
    y: view.y + y * edge,
    width: edge * share(x, size.width),
    height: edge * share(y, size.height),
  }
}

/** A whole tile's edge in CSS px. */
function tileEdge(view: Viewport, page: TiledPage, level: number): number {
  return (page.px * 2 ** level * view.scale * view.page.width) / page.full.width
}
