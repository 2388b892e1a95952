import type { TilePlace } from '@wingmark/contract/tiles'
import type { Rect, Viewport } from '#web/features/room/state/viewport'
import { levelFor, needsTiles, type TiledPage, tileRect, tilesInView } from './tile-plan.ts'
import type { TileStore } from './tile-store.ts'

/** What the canvas hides: nothing, the design below, or everything below if it is opaque. */
export type Cover = 'none' | 'design' | 'all'

export type TileLayer = {
  setView: (view: Viewport) => void
  /** Draws again with newly loaded tiles. */
  invalidate: () => void
  destroy: () => void
}

type Options = {
  canvas: HTMLCanvasElement
  page: TiledPage
  store: TileStore
  /** Used where no tile has loaded. */
  preview: () => ImageBitmap | null
  /** From this scale a pixel is a visible square; null if never. */
  pixelScale: number | null
  onCover: (cover: Cover) => void
}

/** While the view moves, tiles are requested this often: those passed quickly are never fetched. */
const askEveryMs = 120

/** Draws the visible tiles, each as sharp as loaded: itself, a coarser level, or the preview. */
export function createTileLayer(options: Options): TileLayer {
  const { canvas, page, store, preview, pixelScale, onCover } = options
  const context = canvas.getContext('2d')
  let view: Viewport | null = null
  let frame = 0
  let asking: ReturnType<typeof setTimeout> | undefined
  let needed: readonly TilePlace[] = []
  let isEmpty = true

  const invalidate = () => {
    frame ||= requestAnimationFrame(draw)
  }

  const snapped = ({ x, y, width, height }: Rect, ratio: number): Rect => {
    const left = Math.round(x * ratio)
    const top = Math.round(y * ratio)
    // Both edges are rounded, so that neighbours meet without a seam.
    return {
      x: left,
      y: top,
      width: Math.round((x + width) * ratio) - left,
      height: Math.round((y + height) * ratio) - top,
    }
  }

  function draw() {
    frame = 0
    if (!context || !view) return
    const ratio = window.devicePixelRatio || 1
    if (!needsTiles(view, page, ratio)) return clear()
    fitCanvas(view, ratio)
    const level = levelFor(view, page, ratio)
    const places = tilesInView(view, page, level)
    const found = places.map((place) => ({ place, bitmap: store.get(place) }))
    const isWhole = found.every(({ bitmap }) => bitmap !== null)
    const below = preview()
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingEnabled = pixelScale === null || view.scale < pixelScale
    if (!isWhole && below) drawPreview(view, below, ratio)
    for (const { place, bitmap } of found) {
      const target = snapped(tileRect(view, page, place), ratio)
      if (bitmap) paint(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, target, !isWhole)
      else drawCoarser(view, place, ratio)
    }
    isEmpty = false
    onCover(!isWhole && below === null ? 'none' : store.isOpaque() ? 'all' : 'design')
    needed = places
    asking ??= setTimeout(() => {
      asking = undefined
      store.want(needed)
    }, askEveryMs)
  }

  function paint(bitmap: ImageBitmap, part: Rect, target: Rect, isOver: boolean) {
    if (!context) return
    // Transparent tiles must not show what is below.
    if (isOver) context.clearRect(target.x, target.y, target.width, target.height)
    context.drawImage(
      bitmap,
      ...([part.x, part.y, part.width, part.height] as const),
      ...([target.x, target.y, target.width, target.height] as const),
    )
  }

  /** Draws part of the nearest loaded tile of a coarser level. */
  function drawCoarser(current: Viewport, place: TilePlace, ratio: number) {
    const target = tileRect(current, page, place)
    for (let level = place.level + 1; level <= page.top; level++) {
      const step = 2 ** (level - place.level)
      const over = { level, x: Math.floor(place.x / step), y: Math.floor(place.y / step) }
      const bitmap = store.get(over)
      if (!bitmap) continue
      const around = tileRect(current, page, over)
      const scale = bitmap.width / around.width
      const part = {
        x: (target.x - around.x) * scale,
        y: (target.y - around.y) * scale,
        width: target.width * scale,
        height: target.height * scale,
      }
      return paint(bitmap, part, snapped(target, ratio), true)
    }
  }

  /** Only the visible part: cropping a picture of many screens is slow. */
  function drawPreview({ x, y, scale, page: size, stage }: Viewport, bitmap: ImageBitmap, ratio: number) {
    const left = Math.max(0, x)
    const top = Math.max(0, y)
    const right = Math.min(stage.width, x + size.width * scale)
    const bottom = Math.min(stage.height, y + size.height * scale)
    if (right <= left || bottom <= top) return
    const across = bitmap.width / (size.width * scale)
    const down = bitmap.height / (size.height * scale)
    const part = {
      x: (left - x) * across,
      y: (top - y) * down,
      width: (right - left) * across,
      height: (bottom - top) * down,
    }
    paint(bitmap, part, snapped({ x: left, y: top, width: right - left, height: bottom - top }, ratio), false)
  }

  function clear() {
    needed = []
    if (isEmpty || !context) return
    isEmpty = true
    store.want([])
    onCover('none')
    context.clearRect(0, 0, canvas.width, canvas.height)
  }

  function fitCanvas({ stage }: Viewport, ratio: number) {
    const width = Math.round(stage.width * ratio)
    const height = Math.round(stage.height * ratio)
    if (canvas.width === width && canvas.height === height) return
    canvas.width = width
    canvas.height = height
  }

  return {
    setView(next) {
      view = next
      invalidate()
    },
    invalidate,
    destroy() {
      cancelAnimationFrame(frame)
      clearTimeout(asking)
      onCover('none')
    },
  }
}
