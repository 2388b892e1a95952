import type { TiledPage } from '#web/features/room/stage/tile-plan'
import type { Size, Viewport } from '#web/features/room/state/viewport'

/** One side: where its pixels are, and how large it is on the shared page. */
export type SidePicture = {
  picture: string
  tiles: { url: string; page: number; tiled: TiledPage } | null
  size: Size
  scale: number
}

/** Rows that belong together, see `Comparison`; null: all, as they are. */
export type Rows = readonly (readonly [from: number, to: number, length: number])[] | null

export type DifferenceRequest = {
  id: number
  view: Viewport
  from: SidePicture
  to: SidePicture
  rows: Rows
  tolerance: number
  /** Of changed pixels. */
  color: [number, number, number]
}

/** `bitmap`: of the view from `left`, `top`; transparent, but for what changed; null if a picture could not be read. */
export type DifferenceAnswer = {
  id: number
  bitmap: ImageBitmap | null
  left: number
  top: number
  changed: number
  ms: number
}
