import type { Marker } from '@wingmark/contract/comments'
import type { Size } from '#server/platform/media/render-protocol'

/** What a crop shows of a comment's place. */
export type CropMarker = Pick<Marker, 'x' | 'y' | 'width' | 'height' | 'points' | 'shape'>

export const cropSize: Size = { width: 480, height: 300 }

type Box = Size & { left: number; top: number }

/** The least share of the page's width that is shown. */
const LEAST = 1 / 5
/** The margin on each side, as a share of the place's own size. */
const AROUND = 0.3

/** The pixels of a page that a crop shows, with the place in its middle if possible. */
export function cropArea(marker: CropMarker, page: Size): Box {
  const place = placeOf(marker)
  const shape = cropSize.width / cropSize.height
  const needed = (fraction: number) => fraction * (1 + 2 * AROUND)
  const wanted = Math.max(
    page.width * LEAST,
    page.width * needed(place.width),
    page.height * needed(place.height) * shape,
  )
  const width = whole(Math.min(wanted, page.width), page.width)
  const height = whole(Math.min(wanted / shape, page.height), page.height)
  const start = (middle: number, side: number, all: number) =>
    Math.round(Math.min(Math.max(middle * all - side / 2, 0), all - side))
  return {
    left: start(place.x + place.width / 2, width, page.width),
    top: start(place.y + place.height / 2, height, page.height),
    width,
    height,
  }
}

const whole = (length: number, most: number) => Math.min(Math.max(1, Math.round(length)), most)

function placeOf({ x, y, width = 0, height = 0, points }: CropMarker) {
  if (!points || points.length === 0) return { x, y, width, height }
  const xs = points.map(([one]) => one)
  const ys = points.map(([, one]) => one)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
