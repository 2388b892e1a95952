export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Rect = Point & Size
export type Insets = { top: number; right: number; bottom: number; left: number }

/** The visible part of a page. `scale`: CSS px per design px; `x`, `y`: its top left corner, CSS px. */
export type Viewport = {
  stage: Size
  page: Size
  /** CSS px free around a fitted page. */
  padding: number
  scale: number
  x: number
  y: number
  /** True while the whole page follows the stage's size. */
  fitted: boolean
  /** True while the page follows the stage's width, or its height if the page is wide. */
  alongside: boolean
}

/** A view of a page: the scale, and the fraction of the page at the stage's centre. */
export type Place = Point & { scale: number }

const usualHighest = 8
const zoomStep = 1.25

export function createViewport(stage: Size, page: Size, padding: number): Viewport {
  return open({ stage, page, padding, scale: 1, x: 0, y: 0, fitted: true, alongside: false })
}

/** Fits the whole page without enlarging it. */
export function fitScale(view: Viewport): number {
  const { width, height } = scales(view)
  return Math.min(1, width, height)
}

function scales({ stage, page, padding }: Viewport) {
  return {
    width: Math.max(1, stage.width - 2 * padding) / Math.max(1, page.width),
    height: Math.max(1, stage.height - 2 * padding) / Math.max(1, page.height),
  }
}

/** A page this much longer than the stage would fit only as a ribbon. */
const longPage = 2.5
const longerThanStage = 2

/** The side along which a page opens; null if it opens whole. */
export function longSide({ page, stage }: Pick<Viewport, 'page' | 'stage'>): 'width' | 'height' | null {
  const pageRatio = Math.max(1, page.height) / Math.max(1, page.width)
  const ratio = pageRatio / (Math.max(1, stage.height) / Math.max(1, stage.width))
  if (pageRatio >= longPage && ratio >= longerThanStage) return 'width'
  return 1 / pageRatio >= longPage && 1 / ratio >= longerThanStage ? 'height' : null
}

/** A page's opening scale. */
export function openScale(view: Viewport): number {
  const side = longSide(view)
  return side === null ? fitScale(view) : Math.min(1, scales(view)[side])
}

/** A page's first view: whole, or its beginning if it is much taller or wider than the stage. */
export function open(view: Viewport): Viewport {
  if (longSide(view) === null) return fit(view)
  const scale = openScale(view)
  // Far beyond the page's beginning: the bounds move it there.
  const { x, y } = bounded({ ...view, scale, x: Number.MAX_SAFE_INTEGER, y: Number.MAX_SAFE_INTEGER })
  const alongside = scale !== fitScale(view)
  return { ...view, scale, x, y, fitted: !alongside, alongside }
}

/** As wide as the stage, at the same height of the page. */
export function fitWidth(view: Viewport): Viewport {
  const scale = clamp(scales(view).width, lowestScale(view), usualHighest)
  const next = zoomTo(view, scale)
  return bounded({ ...next, x: (view.stage.width - view.page.width * next.scale) / 2 })
}

/** Whether the page is as wide as the stage, but not whole. */
export function isAsWide(view: Viewport): boolean {
  return !view.fitted && Math.abs(view.scale / scales(view).width - 1) < 0.004
}

/** The current place on the page; null in the opening view. */
export function placeOf(view: Viewport): Place | null {
  const isAsOpened = view.fitted ? longSide(view) === null : isSameView(view, open(view))
  return isAsOpened ? null : { ...toFraction(view, centre(view)), scale: view.scale }
}

/** Restores a place, as far as page and stage allow. */
export function goTo(view: Viewport, place: Place): Viewport {
  const zoomed = zoomTo(view, place.scale)
  const at = toScreen(zoomed, place)
  const to = centre(view)
  return panBy(zoomed, to.x - at.x, to.y - at.y)
}

function isSameView(a: Viewport, b: Viewport): boolean {
  return Math.abs(a.scale / b.scale - 1) < 0.001 && Math.hypot(a.x - b.x, a.y - b.y) < 1
}

export function lowestScale(view: Viewport): number {
  return Math.min(1, fitScale(view))
}

export function highestScale(view: Viewport): number {
  const { width, height } = scales(view)
  return Math.max(usualHighest, Math.min(width, height) * 4)
}

export function fit(view: Viewport): Viewport {
  const scale = fitScale(view)
  return {
    ...view,
    scale,
    x: (view.stage.width - view.page.width * scale) / 2,
    y: (view.stage.height - view.page.height * scale) / 2,
    fitted: true,
    alongside: false,
  }
}

/** Sets the scale and keeps what is under `at` (stage px) there, as far as the bounds allow. */
export function zoomTo(view: Viewport, scale: number, at: Point = centre(view)): Viewport {
  const fitting = fitScale(view)
  const opening = openScale(view)
  const wanted = clamp(scale, lowestScale(view), highestScale(view))
  const next = [fitting, opening].find((one) => Math.abs(wanted / one - 1) < 0.004) ?? wanted
  const ratio = next / view.scale
  return bounded({
    ...view,
    scale: next,
    x: at.x - (at.x - view.x) * ratio,
    y: at.y - (at.y - view.y) * ratio,
    fitted: next === fitting,
    alongside: next === opening && next !== fitting,
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

/** A fitted page stays fitted, an edge on the stage's edge stays there; otherwise the centre point stays. */
export function resize(view: Viewport, stage: Size, padding: number = view.padding): Viewport {
  // A page moved out of bounds for a sheet or composer stays there.
  const { width, height } = view.stage
  if (stage.width === width && stage.height === height && padding === view.padding) return view
  const next = { ...view, stage, padding }
  if (view.fitted) return fit(next)
  if (view.alongside) {
    // What is at the stage's beginning stays there.
    const scale = openScale(next)
    const ratio = scale / view.scale
    const fitted = scale === fitScale(next)
    const along = { scale, fitted, alongside: !fitted }
    const moved = (offset: number) => next.padding + (offset - view.padding) * ratio
    return bounded({ ...next, ...along, x: moved(view.x), y: moved(view.y) })
  }
  return bounded({
    ...next,
    x: view.x + (stage.width - view.stage.width) / 2,
    y: view.y + (stage.height - view.stage.height) / 2,
  })
}

/** Shows another page in its opening view, or at its stored place. */
export function turnTo(view: Viewport, page: Size, place: Place | null = null): Viewport {
  const opened = open({ ...view, page })
  return place ? goTo(opened, place) : opened
}

/** Fractions of the page; outside it below 0 or above 1. */
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

/** Moves as little as needed to show a place (fractions) inside `insets`; zooms out for large regions. */
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
  // Bounds do not apply: a pin in a corner must move out from behind a composer or keyboard.
  return { ...zoomed, x: zoomed.x + dx, y: zoomed.y + dy, fitted: false, alongside: false }
}

/** The whole page in the free space, smaller than fitted if necessary, never larger. */
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
    alongside: false,
  }
}

/** Centres a place (fractions), filling `share` of the stage, zoomed in by at least `factor`. */
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

/** The view at share `t` (0…1) between two views, with a visually even zoom. */
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
    alongside: false,
  }
}

function bounded(view: Viewport): Viewport {
  // The further zoomed in, the more of the stage may show: corners can reach the centre.
  const slack = clamp(view.scale / openScale(view) - 1, 0, 1) / 2
  const { page, stage, scale, padding } = view
  return {
    ...view,
    x: boundedAxis(view.x, page.width * scale, stage.width, { slack, padding }),
    y: boundedAxis(view.y, page.height * scale, stage.height, { slack, padding }),
  }
}

function boundedAxis(
  offset: number,
  length: number,
  stage: number,
  { slack, padding }: { slack: number; padding: number },
): number {
  const free = stage - length
  const beyond = slack * stage
  // A page longer than the stage keeps its padding at both ends.
  const edge = free > 0 ? beyond : Math.max(beyond, padding)
  const low = free > 0 ? free / 2 : free
  const high = free > 0 ? free / 2 : 0
  return clamp(offset, low - edge, high + edge)
}

function shiftInto(from: number, to: number, low: number, high: number): number {
  if (from < low) return low - from
  if (to > high) return Math.max(high - to, low - from)
  return 0
}

function centre(view: Viewport): Point {
  return { x: view.stage.width / 2, y: view.stage.height / 2 }
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
