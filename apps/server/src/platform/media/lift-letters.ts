import sharp from 'sharp'
import type { Size } from '#server/platform/media/render-protocol'

/** Edge of a grid cell, in pixels; the background is measured by cells. */
const CELL_PX = 3.5
/** On either side of a cell: strokes of letters are thinner than this, buttons and bars are not. */
const STROKE_CELLS = 3
/** The background is what most of these cells have; a button is higher than half of them. */
const AROUND_CELLS = 11
/** On either side of a cell: the clearest letters within this distance become black. */
const LINE_CELLS = 5
/** Fainter differences are texture and noise. */
const FAINT = 8
/** Letters that differ less from the background do not become fully black. */
const LEAST_CLEAR = 80

/** A grey picture as equally dark letters on white, also if pale or inverted. `scale`: relative to a 1× screen. */
export async function liftLetters(grey: Uint8Array, size: Size, scale: number): Promise<Uint8Array> {
  const { width, height } = size
  const cell = CELL_PX * scale
  const grid = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) }
  const background = await backgroundOf(grey, size, grid)
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * grid.width) / width))
  const rowOf = (y: number) => Math.floor((y * grid.height) / height) * grid.width
  const lifted = new Uint8Array(grey.length)
  const clearest = new Uint8Array(background.length)
  for (let y = 0, at = 0; y < height; y++) {
    const row = rowOf(y)
    for (let x = 0; x < width; x++, at++) {
      const here = row + (columns[x] ?? 0)
      const differs = Math.max(0, Math.abs((grey[at] ?? 0) - (background[here] ?? 0)) - FAINT)
      lifted[at] = differs
      if (differs > (clearest[here] ?? 0)) clearest[here] = differs
    }
  }
  const factors = Float32Array.from(
    mostWithin(clearest, grid, LINE_CELLS),
    (most) => 255 / Math.max(LEAST_CLEAR, most),
  )
  for (let y = 0, at = 0; y < height; y++) {
    const row = rowOf(y)
    for (let x = 0; x < width; x++, at++)
      lifted[at] = 255 - Math.min(255, (lifted[at] ?? 0) * (factors[row + (columns[x] ?? 0)] ?? 1))
  }
  return lifted
}

/**
 * Per cell, the picture after closing or opening, whichever resembles the surroundings. Both keep what is wider than
 * strokes.
 */
async function backgroundOf(grey: Uint8Array, { width, height }: Size, grid: Size): Promise<Uint8Array> {
  const sampled = sharp(grey, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .resize({ ...grid, fit: 'fill', kernel: 'nearest' })
    .extractChannel(0)
  const around = sampled
    .clone()
    .median(Math.min(AROUND_CELLS, grid.width, grid.height))
    .extractChannel(0)
  const [cells, most] = await Promise.all([sampled.raw().toBuffer(), around.raw().toBuffer()])
  const lightest = (from: Uint8Array) => mostWithin(from, grid, STROKE_CELLS)
  const darkest = (from: Uint8Array) => negative(lightest(negative(from)))
  const withoutDark = darkest(lightest(cells))
  const withoutLight = lightest(darkest(cells))
  return most.map((value, at) => {
    const [light, dark] = [withoutDark[at] ?? 0, withoutLight[at] ?? 0]
    return Math.abs(light - value) <= Math.abs(dark - value) ? light : dark
  })
}

const negative = (cells: Uint8Array) => cells.map((value) => 255 - value)

/** Each cell's maximum within this many cells on either side, by rows, then columns. */
function mostWithin(cells: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const along = (from: Uint8Array, step: number, length: number) =>
    from.map((_, at) => {
      const place = Math.floor(at / step) % length
      const [first, last] = [-Math.min(reach, place), Math.min(reach, length - 1 - place)]
      let most = 0
      for (let by = first; by <= last; by++) most = Math.max(most, from[at + by * step] ?? 0)
      return most
    })
  return along(along(cells, 1, width), width, height)
}
