import { clamp, type Insets, type Rect, type Size } from '#web/features/room/state/viewport'

const gap = 12

/** Places a box beside a place (CSS px): right, left, or where most room is, always inside the insets. */
export function placeBeside(place: Rect, box: Size, stage: Size, insets: Insets): { x: number; y: number } {
  const low = { x: insets.left, y: insets.top }
  const high = {
    x: Math.max(low.x, stage.width - insets.right - box.width),
    y: Math.max(low.y, stage.height - insets.bottom - box.height),
  }
  const right = place.x + place.width + gap
  const left = place.x - gap - box.width
  const y = clamp(place.y, low.y, high.y)
  if (right >= low.x && right <= high.x) return { x: right, y }
  if (left >= low.x && left <= high.x) return { x: left, y }
  const below = place.y + place.height + gap
  const above = place.y - gap - box.height
  const x = clamp(place.x, low.x, high.x)
  if (below >= low.y && below <= high.y) return { x, y: below }
  if (above >= low.y && above <= high.y) return { x, y: above }
  return { x: clamp(right, low.x, high.x), y }
}
