import { onPage, type Point, type Rect } from '#web/features/room/state/viewport'

/** Marking by keyboard: the crosshair's place (fractions of the page), and its path while drawing. */
export type Crosshair = { at: Point; path: readonly Point[] }

export type Direction = 'left' | 'right' | 'up' | 'down'

const directions: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
}

export function startCrosshair(at: Point): Crosshair {
  return { at: onPage(at), path: [] }
}

/** Moves by `step` (fractions); `draw` adds the former place to the path. */
export function moveCrosshair(state: Crosshair, direction: Direction, step: Point, draw: boolean): Crosshair {
  const by = directions[direction]
  const at = onPage({ x: state.at.x + by.x * step.x, y: state.at.y + by.y * step.y })
  return { at, path: draw ? [...state.path, state.at] : [] }
}

/** The place as a rectangle; a point has no extent. */
export function crosshairPlace({ at, path: [from] }: Crosshair): Rect {
  return from ? regionBetween(from, at) : { ...at, width: 0, height: 0 }
}

/** The rectangle between two corners (fractions), kept on the page. */
export function regionBetween(a: Point, b: Point): Rect {
  const from = onPage(a)
  const to = onPage(b)
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  }
}

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`

/** A place for screen readers: "upper left, 12 % from the left, 8 % from the top". */
export function placeInWords(place: Rect): string {
  const across = place.x + place.width / 2
  const down = place.y + place.height / 2
  const row = down < 1 / 3 ? 'upper' : down > 2 / 3 ? 'lower' : 'middle'
  const column = across < 1 / 3 ? 'left' : across > 2 / 3 ? 'right' : 'middle'
  const area =
    row === 'middle' && column === 'middle' ? 'middle' : `${row} ${column === 'middle' ? 'part' : column}`
  const where = `${area}, ${percent(place.x)} from the left, ${percent(place.y)} from the top`
  if (place.width === 0 && place.height === 0) return where
  return `${where}, ${percent(place.width)} wide, ${percent(place.height)} high`
}
