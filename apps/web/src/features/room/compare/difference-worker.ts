import { markChanged } from '@wingmark/contract/changed-pixels'
import { tileUrl } from '@wingmark/contract/tiles'
import type {
  DifferenceAnswer,
  DifferenceRequest,
  SidePicture,
} from '#web/features/room/compare/difference-request'
import { insertedRows, type Run, runsInView } from '#web/features/room/compare/row-runs'
import { viewOfSide } from '#web/features/room/compare/shared-view'
import { levelFor, needsTiles, tileRect, tilesInView } from '#web/features/room/stage/tile-plan'
import type { Rect, Viewport } from '#web/features/room/state/viewport'

/** Decoded pictures and tiles that are kept: about 130 MB. */
const mostKept = 128
const kept = new Map<string, Promise<ImageBitmap | null>>()
/** The design shows through, more so where rows were inserted: there all is new. */
const alpha = { changed: 215, inserted: 80 }
let newest = 0

self.onmessage = ({ data }: MessageEvent<DifferenceRequest>) => {
  newest = data.id
  void differenceOf(data)
    .catch(() => unreadable(data.id))
    .then((answer) => {
      if (answer)
        self.postMessage(answer satisfies DifferenceAnswer, {
          transfer: answer.bitmap ? [answer.bitmap] : [],
        })
    })
}

const unreadable = (id: number): DifferenceAnswer => ({
  id,
  bitmap: null,
  left: 0,
  top: 0,
  changed: 0,
  ms: 0,
})

/** Null if another view was asked for meanwhile. */
async function differenceOf(request: DifferenceRequest): Promise<DifferenceAnswer | null> {
  const { id, rows, tolerance } = request
  const { left, top, view } = filledPart(request)
  const [from, to] = await Promise.all([piecesOf(request.from, view), piecesOf(request.to, view)])
  if (id !== newest) return null
  if (!from || !to) return unreadable(id)
  const start = performance.now()
  const { width, height } = view.stage
  const page = { top: view.y, height: request.to.size.height * request.to.scale * view.scale }
  const runs = runsInView(rows, page, height)
  const older = pixelsOf(contextOf('from', view.stage), from, runs)
  const newer = pixelsOf(contextOf('to', view.stage), to, runsInView(null, page, height))
  const marked = new Uint8Array(width * height)
  const changed = markChanged({ older: older.data, newer: newer.data, width, height, tolerance }, marked)
  const edges = {
    left: Math.max(0, view.x),
    right: Math.min(width, Math.round(view.x + request.to.size.width * request.to.scale * view.scale)),
  }
  const inserted = insertedRows(runs, page, height).map((rows) => ({ ...rows, ...edges }))
  const bitmap = await createImageBitmap(paint(newer, marked, request.color, inserted))
  return { id, bitmap, left, top, changed, ms: performance.now() - start }
}

/** The part of the stage with a design on it, at whole pixels, so that both sides are resampled alike. */
function filledPart({ view, from, to }: DifferenceRequest): { left: number; top: number; view: Viewport } {
  const [x, y] = [Math.round(view.x), Math.round(view.y)]
  const longest = (of: 'width' | 'height') =>
    Math.ceil(Math.max(from.size[of] * from.scale, to.size[of] * to.scale) * view.scale)
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const right = Math.min(Math.round(view.stage.width), x + longest('width'))
  const bottom = Math.min(Math.round(view.stage.height), y + longest('height'))
  const stage = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
  return { left, top, view: { ...view, stage, x: x - left, y: y - top } }
}

type Piece = { bitmap: ImageBitmap; place: Rect }
type Pieces = { pieces: Piece[]; isSmooth: boolean }

/** The pictures of a side's view, at the level that its zoom needs. */
async function piecesOf(side: SidePicture, shared: Viewport): Promise<Pieces | null> {
  const view = viewOfSide(shared, side.size, side.scale)
  const isSmooth = view.scale < 4
  const { tiles, picture } = side
  if (!tiles || !needsTiles(view, tiles.tiled, 1)) {
    const bitmap = await read(picture)
    if (!bitmap) return null
    const { page, scale, x, y } = view
    const place = { x, y, width: page.width * scale, height: page.height * scale }
    return { pieces: [{ bitmap, place }], isSmooth }
  }
  const places = tilesInView(view, tiles.tiled, levelFor(view, tiles.tiled, 1))
  const found = await Promise.all(
    places.map(async (place) => ({
      bitmap: await read(tileUrl(tiles.url, tiles.page, place)),
      place: tileRect(view, tiles.tiled, place),
    })),
  )
  const pieces = found.filter((piece): piece is Piece => piece.bitmap !== null)
  return pieces.length === found.length ? { pieces, isSmooth } : null
}

function read(url: string): Promise<ImageBitmap | null> {
  const known = kept.get(url) ?? fetchPicture(url)
  kept.delete(url)
  kept.set(url, known)
  for (const [oldest, picture] of kept) {
    if (kept.size <= mostKept) break
    kept.delete(oldest)
    void picture.then((bitmap) => bitmap?.close())
  }
  return known
}

async function fetchPicture(url: string): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`A picture answered ${answer.status}`)
    return await createImageBitmap(await answer.blob())
  } catch {
    kept.delete(url)
    return null
  }
}

type Context = OffscreenCanvasRenderingContext2D
const contexts: Partial<Record<'from' | 'to', Context>> = {}

/** Canvases are reused: new ones take longer than what is drawn. */
function contextOf(which: 'from' | 'to', { width, height }: Viewport['stage']): Context {
  const context =
    contexts[which] ?? new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  contexts[which] = context
  const { canvas } = context
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  return context
}

/** The view of one side on white, each run of its rows where it belongs. */
function pixelsOf(context: Context, { pieces, isSmooth }: Pieces, runs: readonly Run[]): ImageData {
  const { width, height } = context.canvas
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingEnabled = isSmooth
  for (const { top, bottom, shift } of runs) {
    context.save()
    context.beginPath()
    context.rect(0, top, width, bottom - top)
    context.clip()
    for (const { bitmap, place } of pieces)
      context.drawImage(bitmap, place.x, place.y + shift, place.width, place.height)
    context.restore()
  }
  return context.getImageData(0, 0, width, height)
}

type Band = { top: number; bottom: number; left: number; right: number }

/** Reuses the pixels of the newer side. */
function paint(
  pixels: ImageData,
  marked: Uint8Array,
  [red, green, blue]: DifferenceRequest['color'],
  inserted: readonly Band[],
): ImageData {
  const color = (opacity: number) => ((opacity << 24) | (blue << 16) | (green << 8) | red) >>> 0
  const words = new Uint32Array(pixels.data.buffer)
  const full = color(alpha.changed)
  const faint = color(alpha.inserted)
  words.fill(0)
  for (let at = marked.indexOf(1); at !== -1; at = marked.indexOf(1, at + 1)) words[at] = full
  for (const { top, bottom, left, right } of inserted)
    for (let y = top; y < bottom; y++)
      for (let at = y * pixels.width + left; at < y * pixels.width + right; at++) words[at] = faint
  return pixels
}
