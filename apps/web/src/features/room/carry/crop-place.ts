import type { Marker } from '@wingmark/contract/markers'
import { markerPlace } from '#web/features/room/stage/markers'

type Size = { width: number; height: number }
/** Of a crop's width and height, in percent. */
type Placed = { left: number; top: number; width: number; height: number }

/** Width by height. */
export const cropRatio = 16 / 10
const leastShare = 0.34

/** The share of a page's width that both crops show: the larger place with some of its surroundings. */
export function cropShare(markers: readonly Marker[]): number {
  const widest = Math.max(...markers.map((marker) => markerPlace(marker).width))
  return Math.min(1, Math.max(leastShare, widest * 1.6))
}

/** Where the page and the place lie in a crop around it, which stays on the page. */
export function cropOf(page: Size, marker: Marker, share: number): { image: Placed; ring: Placed } {
  const width = page.width * share
  const height = width / cropRatio
  const { x, y, width: w, height: h } = markerPlace(marker)
  const left = startOf((x + w / 2) * page.width, width, page.width)
  const top = startOf((y + h / 2) * page.height, height, page.height)
  const across = (px: number) => (px / width) * 100
  const down = (px: number) => (px / height) * 100
  return {
    image: { left: across(-left), top: down(-top), width: across(page.width), height: down(page.height) },
    ring: {
      left: across(x * page.width - left),
      top: down(y * page.height - top),
      width: across(w * page.width),
      height: down(h * page.height),
    },
  }
}

/** A page smaller than the crop is in its middle. */
function startOf(middle: number, shown: number, whole: number): number {
  if (whole <= shown) return (whole - shown) / 2
  return Math.min(Math.max(0, middle - shown / 2), whole - shown)
}
