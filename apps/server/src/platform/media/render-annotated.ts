import { maxPicturePixels, previewMaxPx } from '@wingmark/contract/limits'
import sharp, { type Sharp } from 'sharp'
import { onGround } from '#server/platform/media/ground'
import { withPngColor } from '#server/platform/media/png-color'
import { drawSvg, inSrgb, pictureError } from '#server/platform/media/render-picture'
import {
  type NumberedMark,
  RenderError,
  type RenderResult,
  type Size,
} from '#server/platform/media/render-protocol'

type Job = {
  path: string
  /** For a PDF; without it `path` is a picture. */
  page?: number
  svg?: boolean
  withoutResvg?: boolean
  marks: readonly NumberedMark[]
  output: string
  format: 'png' | 'jpeg'
}
type Pixels = { data: Uint8Array; info: Size & { channels: 1 | 2 | 3 | 4 } }

/** For the longer side; paper does not show more. */
const usualPx = { png: previewMaxPx, jpeg: 1600 }
/** For a page this much longer in one direction, the shorter side counts. */
const longSides = 2.5
const shortPx = 1440
/** What fits in memory with its markers. */
const pixelsMax = 12_000_000
/** librsvg does not render longer ones. */
const sideMax = 30_000
const BACKGROUND = '#ffffff'
const RESOLVED = '#5c5c66'
/** Shapes as SVG paths in a box of 6 × 10: the machine may have no font. */
const digits = [
  'M3 0Q5 0 5 3V7Q5 10 3 10Q1 10 1 7V3Q1 0 3 0Z',
  'M1.5 2L3.5 0V10',
  'M1 2.5Q1 0 3 0Q5 0 5 2.5Q5 4.5 1 10H5',
  'M1 1.5Q1.5 0 3 0Q5 0 5 2.5Q5 4.8 2.8 4.8Q5.2 4.8 5.2 7.3Q5.2 10 3 10Q1.2 10 .8 8.3',
  'M4 10V0L.6 7H5.4',
  'M4.8 0H1.4L1.1 4.6Q2 3.8 3 3.8Q5.2 3.8 5.2 6.8Q5.2 10 3 10Q1.2 10 .9 8.5',
  'M4.8 1.2Q4.2 0 3 0Q.9 0 .9 5.5V7Q.9 10 3 10Q5.1 10 5.1 7Q5.1 4.2 3 4.2Q1 4.2 .9 6.8',
  'M.8 0H5.2L2.4 10',
  'M3 4.7Q1.1 4.7 1.1 2.3Q1.1 0 3 0Q4.9 0 4.9 2.3Q4.9 4.7 3 4.7Q.8 4.7 .8 7.4Q.8 10 3 10Q5.2 10 5.2 7.4Q5.2 4.7 3 4.7Z',
  'M1.2 8.8Q1.8 10 3 10Q5.1 10 5.1 4.5V3Q5.1 0 3 0Q.9 0 .9 3Q.9 5.8 3 5.8Q5 5.8 5.1 3.2',
]

/** A page with its comments' numbered markers. */
export async function renderAnnotated({
  path,
  page,
  svg,
  withoutResvg,
  marks,
  output,
  format,
}: Job): Promise<RenderResult> {
  const longest = (size: Size) => longestSide(size, format)
  try {
    const { data, info } = await (page === undefined
      ? pixelsOf(await (svg ? drawSvg(path, { longest, withoutResvg }) : openPicture(path, format)))
      : drawPage(path, page, format))
    const { width, height } = info
    if (!width || !height) throw new RenderError('DAMAGED')
    const seenSide = isLong(info, format) ? Math.min(width, height) : Math.max(width, height)
    const unit = Math.min(3, Math.max(0.6, seenSide / (format === 'jpeg' ? 800 : 1200)))
    const rendered = (await onGround(data, info, BACKGROUND))
      .composite([{ input: Buffer.from(overlay(marks, { width, height }, unit)), unlimited: true }])
      .removeAlpha()
    await (format === 'png' ? rendered.png() : rendered.jpeg({ quality: 82 })).toFile(output)
    // Otherwise pixels of one page after the other would pile up to 80 MB.
    if (data.buffer instanceof ArrayBuffer) data.buffer.transfer(0)
    return { sizes: [{ width, height }], animated: false }
  } catch (cause) {
    throw pictureError(cause)
  }
}

/** On paper a wide picture is no longer than a sheet. */
const isLong = ({ width, height }: Size, format: Job['format']) =>
  height >= longSides * width || (format === 'png' && width >= longSides * height)

/** The longer side of the rendered page, in pixels. */
function longestSide(page: Size, format: Job['format']): number {
  if (!isLong(page, format)) return usualPx[format]
  const ratio = Math.max(page.width / page.height, page.height / page.width)
  const short = Math.min(shortPx, Math.sqrt(pixelsMax / ratio))
  return Math.round(Math.min(sideMax, Math.max(usualPx[format], short * ratio)))
}

async function openPicture(path: string, format: Job['format']): Promise<Sharp> {
  const picture = sharp(await withPngColor(path), {
    failOn: 'truncated',
    limitInputPixels: maxPicturePixels,
  }).autoOrient()
  const metadata = await picture.metadata()
  const maxPx = longestSide(metadata.autoOrient, format)
  return inSrgb(picture, metadata).resize(maxPx, maxPx, { fit: 'inside', withoutEnlargement: true })
}

const pixelsOf = (picture: Sharp): Promise<Pixels> =>
  picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })

async function drawPage(path: string, page: number, format: Job['format']): Promise<Pixels> {
  const { drawWholePage, openPdf } = await import('#server/platform/media/render-pdf')
  const size = (await openPdf(path)).sizes[page - 1]
  if (!size) throw new RenderError('DAMAGED')
  const longest = longestSide(size, format)
  const { data, width, height } = await drawWholePage({ path, page, longest })
  return { data, info: { width, height, channels: 4 } }
}

const short = (length: number) => length.toFixed(1)

/** `unit`: the size of a CSS pixel, as markers have on screen, in pixels. */
function overlay(marks: readonly NumberedMark[], page: Size, unit: number): string {
  // Open ones lie on top, and pins on all shapes.
  const sorted = [...marks].sort((a, b) => Number(b.isResolved) - Number(a.isResolved))
  const shapes = sorted.map((mark) => shapeOf(mark, page, unit)).join('')
  const pins = sorted.map((mark) => pinOf(mark, page, unit)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${page.height}">${shapes}${pins}</svg>`
}

function shapeOf({ marker, isResolved, color: own }: NumberedMark, page: Size, unit: number): string {
  const { x, y, width = 0, height = 0, points = [], shape } = marker
  const places = points.map(([px, py]) => ({ x: px * page.width, y: py * page.height }))
  const line = (some: readonly { x: number; y: number }[]) =>
    `<polyline points="${some.map((one) => `${short(one.x)},${short(one.y)}`).join(' ')}"/>`
  const rendered =
    places.length > 1
      ? line(places) + (shape === 'ARROW' ? line(headOf(places, 14 * unit)) : '')
      : width > 0 && height > 0
        ? `<rect x="${short(x * page.width)}" y="${short(y * page.height)}" width="${short(width * page.width)}" height="${short(height * page.height)}" rx="${short(2 * unit)}"/>`
        : ''
  if (rendered === '') return ''
  const stroke = (color: string, thickness: number) =>
    `<g fill="none" stroke="${color}" stroke-width="${short(thickness * unit)}" stroke-linejoin="round" stroke-linecap="round">${rendered}</g>`
  return stroke('#fff', 5) + stroke(isResolved ? RESOLVED : own, 2.5)
}

/** The two strokes of an arrowhead. */
function headOf(places: readonly { x: number; y: number }[], length: number) {
  const [from, to] = [places.at(-2), places.at(-1)]
  if (!from || !to) return []
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number) => ({
    x: to.x - length * Math.cos(angle + turn),
    y: to.y - length * Math.sin(angle + turn),
  })
  return [side(0.5), to, side(-0.5)]
}

function pinOf({ marker, number, isResolved, color }: NumberedMark, page: Size, unit: number): string {
  const label = String(number)
  const [letter, half] = [8 * unit, 13 * unit]
  const wide = Math.max(half, (label.length * letter) / 2 + 6 * unit)
  const at = { x: marker.x * page.width, y: marker.y * page.height }
  const x = Math.min(Math.max(at.x, wide + unit * 2), page.width - wide - unit * 2)
  const y = Math.min(Math.max(at.y, half + unit * 2), page.height - half - unit * 2)
  const box = `x="${short(x - wide)}" y="${short(y - half)}" width="${short(2 * wide)}" height="${short(2 * half)}" rx="${short(half)}"`
  const scale = 1.15 * unit
  const signs = Array.from(label, (digit, i) => {
    const left = x + (i - label.length / 2) * letter + (letter - 6 * scale) / 2
    return `<path transform="translate(${short(left)} ${short(y - 5 * scale)}) scale(${scale.toFixed(2)})" d="${digits[Number(digit)] ?? ''}"/>`
  }).join('')
  return `<rect ${box} fill="${isResolved ? RESOLVED : color}" stroke="#fff" stroke-width="${short(2 * unit)}"/><g fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${signs}</g>`
}
