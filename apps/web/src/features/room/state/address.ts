import {
  fitScale,
  fitWidth,
  highestScale,
  lowestScale,
  openScale,
  type Viewport,
  zoomTo,
} from '#web/features/room/state/viewport'

/** `version`: null for the current one; omitted, it stays. `zoom` as from `zoomForAddress`. */
type Shown = { fileId: string; version?: number | null; page: number; zoom: string | null }

/** The address of what is shown; keeps its other parameters. */
export function withShown(search: URLSearchParams, { fileId, version, page, zoom }: Shown): URLSearchParams {
  const next = new URLSearchParams(search)
  if (version === null || search.get('file') !== fileId) next.delete('version')
  if (version) next.set('version', String(version))
  next.set('file', fileId)
  if (page > 1) next.set('page', String(page))
  else next.delete('page')
  if (zoom === null) next.delete('zoom')
  else next.set('zoom', zoom)
  return next
}

/** The address's file, version and page; null without a file. */
export function shownAsked(search: URLSearchParams): Omit<Required<Shown>, 'zoom'> | null {
  const fileId = search.get('file')
  if (!fileId) return null
  const numberOf = (name: string) => Math.max(0, Number.parseInt(search.get(name) ?? '', 10) || 0)
  return { fileId, version: numberOf('version') || null, page: numberOf('page') || 1 }
}

/** The address's zoom for a page; null without one, or for another page. */
export function zoomAsked(search: URLSearchParams, fileId: string, page: number): string | null {
  const isOfPage = (search.get('file') ?? fileId) === fileId && (search.get('page') ?? '1') === String(page)
  return isOfPage ? search.get('zoom') : null
}

const percentOf = (scale: number) => Math.round(scale * 100)

function isPossible(view: Viewport, percent: number): boolean {
  return percent >= Math.max(1, percentOf(lowestScale(view))) && percent <= percentOf(highestScale(view))
}

/** In whole percent of the original; null at the opening zoom, or below the stage's minimum. */
export function zoomForAddress(view: Viewport): string | null {
  const percent = percentOf(view.scale)
  const isAsOpened = percent === percentOf(openScale(view))
  return isAsOpened || !isPossible(view, percent) ? null : String(percent)
}

/** The view at the address's zoom; unchanged if that is invalid, or the current one. */
export function atZoomOfAddress(view: Viewport, zoom: string | null): Viewport {
  if (zoom === null || !/^\d{1,6}$/.test(zoom)) return view
  const percent = Number(zoom)
  if (percent === percentOf(view.scale) || !isPossible(view, percent)) return view
  // Rounded in the address, Fit and Width still mean the same.
  const named = [fitScale(view), openScale(view), fitWidth(view).scale]
  return zoomTo(view, named.find((scale) => percentOf(scale) === percent) ?? percent / 100)
}
