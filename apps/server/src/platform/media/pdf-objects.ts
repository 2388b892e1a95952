import { type Box, fontsMax, imagesMax } from '#server/platform/media/page-facts'
import type { PdfiumText, ToBox } from '#server/platform/media/read-pdf-facts'

const TEXT = 1
const IMAGE = 3
const FORM = 5
const MOST_OBJECTS = 20_000
const MOST_DEEP = 6
const POINTS_PER_INCH = 72
const NAME_BYTES = 200
/** Smaller ones, in points, are rules, bullets and shadows. */
const LEAST_POINTS = 36

type PdfiumObjects = PdfiumText & {
  _FPDFPage_CountObjects: (page: number) => number
  _FPDFPage_GetObject: (page: number, index: number) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, index: number) => number
  _FPDFPageObj_GetMatrix: (object: number, matrix: number) => number
  _FPDFFont_GetBaseFontName: (font: number, buffer: number, length: number) => number
}
type Matrix = readonly [number, number, number, number, number, number]

const same: Matrix = [1, 0, 0, 1, 0, 0]

/** Pictures with their pixels per inch, and missing fonts, also in nested forms. `unit`: the page's, in points. */
export function pageObjects(given: PdfiumText, page: number, toBox: ToBox, unit: number) {
  const module = given as PdfiumObjects
  const memory = module.wasmExports.malloc(Math.max(64, NAME_BYTES))
  const images: { box: Box; ppi: number }[] = []
  const fonts = new Map<number, string | null>()
  let left = MOST_OBJECTS

  const floats = (count: number) => {
    const view = new DataView(module.HEAPU8.buffer, memory, count * 4)
    return Array.from({ length: count }, (_, n) => view.getFloat32(n * 4, true))
  }
  const matrixOf = (object: number): Matrix => {
    if (!module._FPDFPageObj_GetMatrix(object, memory)) return same
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(6)
    return [a, b, c, d, e, f]
  }
  const visit = (object: number, outer: Matrix, depth: number): void => {
    if (object === 0 || left-- <= 0) return
    const type = module._FPDFPageObj_GetType(object)
    if (type === FORM && depth < MOST_DEEP) {
      const inner = times(matrixOf(object), outer)
      const count = Math.max(0, module._FPDFFormObj_CountObjects(object))
      for (let n = 0; n < count && left > 0; n++)
        visit(module._FPDFFormObj_GetObject(object, n), inner, depth + 1)
    }
    if (type === IMAGE && images.length < imagesMax) readImage(object, outer)
    if (type === TEXT) readFont(module._FPDFTextObj_GetFont(object))
  }
  const readImage = (object: number, outer: Matrix) => {
    if (!module._FPDFImageObj_GetImagePixelSize(object, memory, memory + 4)) return
    const view = new DataView(module.HEAPU8.buffer, memory, 8)
    const pixels = { width: view.getUint32(0, true), height: view.getUint32(4, true) }
    const [a, b, c, d, e, f] = times(matrixOf(object), outer)
    const [width, height] = [unit * Math.hypot(a, b), unit * Math.hypot(c, d)]
    if (width < LEAST_POINTS || height < LEAST_POINTS) return
    const xs = [e, e + a, e + c, e + a + c]
    const ys = [f, f + b, f + d, f + b + d]
    const box = toBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
    const ppi = Math.min(pixels.width / width, pixels.height / height) * POINTS_PER_INCH
    if (box.width > 0 && box.height > 0 && Number.isFinite(ppi)) images.push({ box, ppi })
  }
  const readFont = (font: number) => {
    if (font === 0 || fonts.has(font) || fonts.size > 500) return
    const isMissing = module._FPDFFont_GetIsEmbedded(font) === 0
    fonts.set(font, isMissing ? nameOf(font) : null)
  }
  const nameOf = (font: number): string => {
    const length = Math.min(module._FPDFFont_GetBaseFontName(font, memory, NAME_BYTES), NAME_BYTES)
    const bytes = module.HEAPU8.slice(memory, memory + Math.max(0, length - 1))
    return new TextDecoder().decode(bytes).slice(0, 100)
  }

  const count = Math.max(0, module._FPDFPage_CountObjects(page))
  for (let n = 0; n < count && left > 0; n++) visit(module._FPDFPage_GetObject(page, n), same, 0)
  module.wasmExports.free(memory)
  const missing = [...new Set([...fonts.values()].filter((name) => name !== null))]
  return { images, missingFonts: missing.slice(0, fontsMax) }
}

/** Applies `inner`, then `outer`. */
function times(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [k, l, m, n, o, p] = outer
  return [a * k + b * m, a * l + b * n, c * k + d * m, c * l + d * n, e * k + f * m + o, e * l + f * n + p]
}
