export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Rect = Point & Size
export type Insets = { top: number; right: number; bottom: number; left: number }

/**
 * What part of a page the stage shows. `scale` is CSS px per design px (1 = 100 %),
 * `x` and `y` put the page's top left corner on the stage in CSS px.
 */
export type Viewport = {
  stage: Size
  page: Size
  /** CSS px that stay free around a fitted page. */
  padding: number
  scale: number
  x: number
  y: number
  /** True while the page follows the size of the stage. */
  fitted: boolean
}

const highestScale = 8
const zoomStep = 1.25

export function createViewport(stage: Size, page: Size, padding: number): Viewport {
  return fit({ stage, page, padding, scale: 1, x: 0, y: 0, fitted: true })
}

export function fitScale({ stage, page, padding }: Viewport): number {
  const width = Math.max(1, stage.width - 2 * padding)
  const height = Math.max(1, stage.height - 2 * padding)
  return Math.min(width / Math.max(1, page.width), height / Math.max(1, page.height))
}

export function lowestScale(view: Viewport): number {
  return Math.min(1, fitScale(view))
}

export function fit(view: Viewport): Viewport {
  const scale = fitScale(view)
  return {
    ...view,
    scale,
    x: (view.stage.width - view.page.width * scale) / 2,
    y: (view.stage.height - view.page.height * scale) / 2,
    fitted: true,
  }
}

/** Sets the scale and leaves what lies under `at` (stage px) where it is, as far as the bounds allow. */
export function zoomTo(view: Viewport, scale: number, at: Point = centre(view)): Viewport {
  const fitting = fitScale(view)
  const wanted = clamp(scale, lowestScale(view), Math.max(highestScale, fitting * 4))
  const next = Math.abs(wanted / fitting - 1) < 0.004 ? fitting : wanted
  const ratio = next / view.scale
  return bounded({
    ...view,
    scale: next,
    x: at.x - (at.x - view.x) * ratio,
    y: at.y - (at.y - view.y) * ratio,
    fitted: next === fitting,
  })
}

export function zoomBy(view: Viewport, factor: number, at?: Point): Viewport {
  return zoomTo(view, view.scale * factor, at)
}

export function zoomIn(view: Viewport): Viewport {
  return zoomBy(view, zoomStep)
}

export function zoomOut(view: Viewport): Viewport {
  return zoomBy(view, 1 / zoomStep)
}

export function panBy(view: Viewport, dx: number, dy: number): Viewport {
  return bounded({ ...view, x: view.x + dx, y: view.y + dy })
}

/** A fitted page stays fitted; otherwise the point in the middle of the stage stays there. */
export function resize(view: Viewport, stage: Size, padding: number = view.padding): Viewport {
  // Moved out of its bounds for a sheet or a composer, it stays there.
  const { width, height } = view.stage
  if (stage.width === width && stage.height === height && padding === view.padding) return view
  const next = { ...view, stage, padding }
  if (view.fitted) return fit(next)
  return bounded({
    ...next,
    x: view.x + (stage.width - view.stage.width) / 2,
    y: view.y + (stage.height - view.stage.height) / 2,
  })
}

/** Shows another page, fitted. */
export function turnTo(view: Viewport, page: Size): Viewport {
  return fit({ ...view, page })
}

/** Fractions of the page; outside the page they are below 0 or above 1. */
export function toFraction(view: Viewport, point: Point): Point {
  return {
    x: (point.x - view.x) / (view.page.width * view.scale),
    y: (point.y - view.y) / (view.page.height * view.scale),
  }
}

export function toScreen(view: Viewport, fraction: Point): Point {
  return {
    x: view.x + fraction.x * view.page.width * view.scale,
    y: view.y + fraction.y * view.page.height * view.scale,
  }
}

export function isOnPage(view: Viewport, point: Point): boolean {
  const { x, y } = toFraction(view, point)
  return x >= 0 && x <= 1 && y >= 0 && y <= 1
}

export function onPage(fraction: Point): Point {
  return { x: clamp(fraction.x, 0, 1), y: clamp(fraction.y, 0, 1) }
}

/**
 * Moves as little as needed until a place (fractions of the page) is on the stage inside `insets`;
 * a region that does not fit is zoomed out to.
 */
export function bringIntoView(view: Viewport, place: Rect, insets: Insets): Viewport {
  const free = {
    width: Math.max(1, view.stage.width - insets.left - insets.right),
    height: Math.max(1, view.stage.height - insets.top - insets.bottom),
  }
  const width = place.width * view.page.width * view.scale
  const height = place.height * view.page.height * view.scale
  const tooLarge = Math.max(width / free.width, height / free.height)
  const zoomed = tooLarge > 1 ? zoomTo(view, view.scale / tooLarge) : view
  const from = toScreen(zoomed, place)
  const to = toScreen(zoomed, { x: place.x + place.width, y: place.y + place.height })
  const dx = shiftInto(from.x, to.x, insets.left, zoomed.stage.width - insets.right)
  const dy = shiftInto(from.y, to.y, insets.top, zoomed.stage.height - insets.bottom)
  if (dx === 0 && dy === 0) return zoomed
  // The bounds do not apply: a pin in a corner must come out from behind a composer or a keyboard.
  return { ...zoomed, x: zoomed.x + dx, y: zoomed.y + dy, fitted: false }
}

/** The whole page in what is left free, smaller than fitted where it must be, never larger. */
export function fitWithin(view: Viewport, insets: Insets): Viewport {
  const { page, stage } = view
  const width = Math.max(1, stage.width - insets.left - insets.right)
  const height = Math.max(1, stage.height - insets.top - insets.bottom)
  const scale = Math.min(view.scale, width / Math.max(1, page.width), height / Math.max(1, page.height))
  return {
    ...view,
    scale,
    x: insets.left + (width - page.width * scale) / 2,
    y: insets.top + (height - page.height * scale) / 2,
    fitted: false,
  }
}

/** Puts a place (fractions) in the middle, as large as leaves `share` of the stage to it, and at least `factor` closer. */
export function zoomToPlace(view: Viewport, place: Rect, share = 0.6, factor = 1.5): Viewport {
  const fitting = Math.min(
    (view.stage.width * share) / Math.max(1, place.width * view.page.width),
    (view.stage.height * share) / Math.max(1, place.height * view.page.height),
  )
  const middle = { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  const zoomed = zoomTo(view, Math.max(fitting, view.scale * factor))
  const at = toScreen(zoomed, middle)
  const to = centre(view)
  return panBy(zoomed, to.x - at.x, to.y - at.y)
}

/** The view a share `t` (0…1) of the way between two views, the zoom changing evenly to the eye. */
export function between(from: Viewport, to: Viewport, t: number): Viewport {
  if (t >= 1) return to
  const scale = from.scale * (to.scale / from.scale) ** t
  const share = from.scale === to.scale ? t : (scale - from.scale) / (to.scale - from.scale)
  return {
    ...to,
    scale,
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    fitted: false,
  }
}

function bounded(view: Viewport): Viewport {
  // The further in, the more of the dark stage may show: a corner can be brought to the middle.
  const slack = clamp(view.scale / fitScale(view) - 1, 0, 1) / 2
  return {
    ...view,
    x: boundedAxis(view.x, view.page.width * view.scale, view.stage.width, slack),
    y: boundedAxis(view.y, view.page.height * view.scale, view.stage.height, slack),
  }
}

function boundedAxis(offset: number, length: number, stage: number, slack: number): number {
  const free = stage - length
  const low = free > 0 ? free / 2 : free
  const high = free > 0 ? free / 2 : 0
  return clamp(offset, low - slack * stage, high + slack * stage)
}

function shiftInto(from: number, to: number, low: number, high: number): number {
  if (from < low) return low - from
  if (to > high) return Math.max(high - to, low - from)
  return 0
}

function centre(view: Viewport): Point {
  return { x: view.stage.width / 2, y: view.stage.height / 2 }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
