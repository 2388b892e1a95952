import { writeFile } from 'node:fs/promises'
import type { Rgb } from '@wingmark/contract/contrast'
import { measureColors, type Pixels } from '#server/platform/media/measure-colors'
import { findMisspelled, type Spelling } from '#server/platform/media/misspelled'
import { type Box, imagesMax, type PageFacts, textsMax } from '#server/platform/media/page-facts'
import { pageObjects } from '#server/platform/media/pdf-objects'
import { drawWholePage, openPage, openPdf, pdfium } from '#server/platform/media/render-pdf'
import { RenderError, type RenderResult } from '#server/platform/media/render-protocol'
import { findNeighbours } from '#server/platform/media/similar-colors'

/** Enough for the background; where the text's colour is unknown, its strokes must have an inside. */
const DRAWN_PX = { known: 1_600, unknown: 2_400 }
const MOST_LETTERS = 20_000
const INVISIBLE = 3
const ALMOST_OPAQUE = 250
const BOLD_WEIGHT = 700
/** The largest size that letters may declare. */
const MOST_POINTS = 100_000
const LINE_LETTERS = 300
/** Device units of a page, which become fractions. */
const UNITS = 1_000_000

type GetBox = (page: number, l: number, b: number, r: number, t: number) => number
export type PdfiumText = Awaited<ReturnType<typeof pdfium>> & {
  _FPDFText_GetFontSize: (text: number, index: number) => number
  _FPDFText_GetFontWeight: (text: number, index: number) => number
  _FPDFText_GetFillColor: (text: number, index: number, r: number, g: number, b: number, a: number) => number
  _FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number
  _FPDFText_GetLooseCharBox: (text: number, index: number, rect: number) => number
  _FPDFText_IsGenerated: (text: number, index: number) => number
  _FPDFTextObj_GetTextRenderMode: (object: number) => number
  _FPDFPage_GetTrimBox: GetBox
  _FPDFPage_GetBleedBox: GetBox
  _FPDF_PageToDevice: (...given: number[]) => number
}

type Letter = { text: string; box: Box; size: number; isBold: boolean; color: Rgb | null }
type Line = Letter & { known: Rgb | null }

/** Reads text, pictures and boxes of one page, counted from 1, and measures each rendered line's colours. */
export async function readPdfFacts(job: {
  path: string
  page: number
  output: string
  spelling: Spelling
}): Promise<RenderResult> {
  const pdf = await openPdf(job.path)
  const size = pdf.sizes[job.page - 1]
  if (!size) throw new RenderError('DAMAGED')
  const module = (await pdfium()) as PdfiumText
  const page = openPage(module, pdf, job.page - 1)
  const toBox = boxReader(module, page)
  const unit = pdf.leftOut.unitOf(job.page - 1)
  const texts = linesOf(readLetters(module, page, toBox)).slice(0, textsMax)
  const isKnown = texts.every(({ known }) => known !== null)
  const longest = isKnown ? DRAWN_PX.known : DRAWN_PX.unknown
  const { data, width, height } = await drawWholePage({ path: job.path, page: job.page, longest })
  const pixels: Pixels = { data, width, height, channels: 4 }
  const { images, missingFonts } = pageObjects(module, page, toBox, unit)
  const read = texts.map(({ text, box, size: em, isBold, known }) => ({
    words: text,
    box,
    size: Math.min(em * unit, MOST_POINTS),
    isBold,
    colors: measureColors(pixels, box, known),
    certainty: 100,
  }))
  const bleed = boxOf(module, module._FPDFPage_GetBleedBox, page, toBox)
  const facts: PageFacts = {
    size,
    texts: read,
    images: images.slice(0, imagesMax),
    neighbours: findNeighbours(pixels),
    missingFonts,
    trim: boxOf(module, module._FPDFPage_GetTrimBox, page, toBox),
    bleed: bleed !== null && isWhole(bleed) ? null : bleed,
    isBlank: isOneColor(pixels),
    parts: { read: 1, of: 1 },
    spelling: await findMisspelled(read, job.spelling),
  }
  await writeFile(job.output, JSON.stringify(facts))
  return { sizes: [size], animated: false }
}

export type ToBox = (left: number, bottom: number, right: number, top: number) => Box

/** Turns points of the page, rotated or cropped, into fractions of what is shown. */
export function boxReader(module: PdfiumText, page: number): ToBox {
  const memory = module.wasmExports.malloc(8)
  const pointOf = (x: number, y: number) => {
    module._FPDF_PageToDevice(page, 0, 0, UNITS, UNITS, 0, x, y, memory, memory + 4)
    const view = new DataView(module.HEAPU8.buffer, memory, 8)
    return [view.getInt32(0, true) / UNITS, view.getInt32(4, true) / UNITS] as const
  }
  return (left, bottom, right, top) => {
    const [ax, ay] = pointOf(left, bottom)
    const [bx, by] = pointOf(right, top)
    const [x, y] = [within(Math.min(ax, bx)), within(Math.min(ay, by))]
    return { x, y, width: within(Math.max(ax, bx)) - x, height: within(Math.max(ay, by)) - y }
  }
}

const within = (part: number) => (Number.isFinite(part) ? Math.max(0, Math.min(1, part)) : 0)

function readLetters(module: PdfiumText, page: number, toBox: ToBox): (Letter | null)[] {
  const text = module._FPDFText_LoadPage(page)
  if (text === 0) return []
  const memory = module.wasmExports.malloc(64)
  try {
    const count = Math.min(Math.max(0, module._FPDFText_CountChars(text)), MOST_LETTERS)
    return Array.from({ length: count }, (_, at) => readLetter(module, text, at, memory, toBox))
  } finally {
    module.wasmExports.free(memory)
    module._FPDFText_ClosePage(text)
  }
}

/** Null ends a line. */
function readLetter(
  module: PdfiumText,
  text: number,
  at: number,
  memory: number,
  toBox: ToBox,
): Letter | null {
  const code = module._FPDFText_GetUnicode(text, at)
  const object = module._FPDFText_GetTextObject(text, at)
  if (code === 10 || code === 13 || code === 0) return null
  if (object !== 0 && module._FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) return null
  const view = () => new DataView(module.HEAPU8.buffer, memory, 64)
  if (!module._FPDFText_GetLooseCharBox(text, at, memory)) return null
  const [left, top, right, bottom] = [0, 4, 8, 12].map((n) => view().getFloat32(n, true))
  const box = toBox(left ?? 0, bottom ?? 0, right ?? 0, top ?? 0)
  const hasMatrix = module._FPDFText_GetMatrix(text, at, memory) !== 0
  const scale = hasMatrix ? Math.hypot(view().getFloat32(8, true), view().getFloat32(12, true)) : 1
  const hasColor = module._FPDFText_GetFillColor(text, at, memory, memory + 4, memory + 8, memory + 12) !== 0
  const [r = 0, g = 0, b = 0, alpha = 0] = [0, 4, 8, 12].map((n) => view().getUint32(n, true))
  return {
    text: String.fromCodePoint(Math.min(code, 0x10ffff)),
    box,
    size: module._FPDFText_GetFontSize(text, at) * scale,
    isBold: module._FPDFText_GetFontWeight(text, at) >= BOLD_WEIGHT,
    color: hasColor && alpha >= ALMOST_OPAQUE ? [r, g, b] : null,
  }
}

/** Consecutive letters on one line with the same look. */
function linesOf(letters: readonly (Letter | null)[]): Line[] {
  const lines: Line[] = []
  let line: Line | null = null
  for (const letter of letters) {
    if (letter === null) line = null
    else if (line !== null && goesOn(line, letter)) {
      line.text += letter.text
      line.box = joined(line.box, letter.box)
    } else if (letter.text.trim() === '') line = null
    else {
      line = { ...letter, known: letter.color }
      lines.push(line)
    }
  }
  return lines
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((one) => ({ ...one, text: one.text.trim() }))
}

function goesOn(line: Line, letter: Letter): boolean {
  if (letter.text.trim() === '') return true
  const isAlike =
    Math.abs(line.size - letter.size) <= line.size * 0.1 &&
    String(line.color) === String(letter.color) &&
    line.text.length < LINE_LETTERS
  const middle = letter.box.y + letter.box.height / 2
  const isBeside = middle >= line.box.y && middle <= line.box.y + line.box.height
  const gap = letter.box.x - (line.box.x + line.box.width)
  return isAlike && isBeside && gap < letter.box.height * 2 && gap > -letter.box.height * 2
}

function joined(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

/** Many programs declare the whole page as bleed where there is none. */
const isWhole = ({ width, height }: Box) => width > 0.999 && height > 0.999

function boxOf(module: PdfiumText, get: GetBox, page: number, toBox: ToBox): Box | null {
  const memory = module.wasmExports.malloc(16)
  const isThere = get(page, memory, memory + 4, memory + 8, memory + 12) !== 0
  const view = new DataView(module.HEAPU8.buffer, memory, 16)
  const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((n) => view.getFloat32(n, true))
  module.wasmExports.free(memory)
  return isThere ? toBox(left, bottom, right, top) : null
}

function isOneColor({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at += channels)
    for (let n = 0; n < 3; n++) if (Math.abs((data[at + n] ?? 0) - (data[n] ?? 0)) > 2) return false
  return true
}
