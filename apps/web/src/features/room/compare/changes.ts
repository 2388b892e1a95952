import { type Rect, type Viewport, zoomToPlace } from '#web/features/room/state/viewport'

/** Smaller than this share of the view, a change is easily missed. */
const tinyShare = 0.01

/** The next or previous change, cyclically; the first or last one if none is selected. */
export function stepChange(at: number | null, by: 1 | -1, count: number): number | null {
  if (count === 0) return null
  if (at === null || at >= count) return by === 1 ? 0 : count - 1
  return (at + by + count) % count
}

/** Whether all changes together cover less than a hundredth of the view. */
export function areTiny(changes: readonly Rect[], { page, scale, stage }: Viewport): boolean {
  const px = changes.reduce((sum, { width, height }) => sum + width * page.width * height * page.height, 0)
  return changes.length > 0 && px * scale ** 2 < tinyShare * stage.width * stage.height
}

/** Rows that were removed have a place, but no height. */
const leastPx = 24

/** A view of one change, with its surroundings. */
export function viewOfChange(view: Viewport, { x, y, width, height }: Rect): Viewport {
  const least = { width: leastPx / view.page.width, height: leastPx / view.page.height }
  const place = {
    x: x - Math.max(0, least.width - width) / 2,
    y: y - Math.max(0, least.height - height) / 2,
    width: Math.max(width, least.width),
    height: Math.max(height, least.height),
  }
  return zoomToPlace(view, place, 0.4, 1)
}
