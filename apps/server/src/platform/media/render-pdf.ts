import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'
import { previewMaxPx, thumbnailMaxPx } from '@wingmark/contract/limits'
import { levelSize, pagePixels, pageTilePx, type TilePlace } from '@wingmark/contract/tiles'
import { type AnnotationModule, drawBareLines } from '#server/platform/media/pdf-annotations'
import { type LetterNeeds, type PdfFonts, serveFonts } from '#server/platform/media/pdf-fonts'
import { type LeftOut, readLeftOut } from '#server/platform/media/pdf-left-out'
import { hasUnreadWords, type LetterModule, needsOfLetters } from '#server/platform/media/pdf-letters'
import { writeTile, writeWebp } from '#server/platform/media/render-picture'
import {
  type Outputs,
  RenderError,
  type RenderResult,
  type Size,
  type UnseenPart,
} from '#server/platform/media/render-protocol'

const MAX_PAGES = 5_000
/** Longer ones are read rather than looked at: they are rendered faster. */
const MAX_DESIGN_PAGES = 60
const READ_BYTES = 4 * 1024 * 1024
const PASSWORD_ERROR = 4
const BGRA = 4
const WHITE = 0xffffffff
const CLEAR = 0x00000000
const DRAW_ANNOTATIONS = 0x01
const REVERSE_BYTE_ORDER = 0x10
const HIDDEN = 0x02
const FORM_INFO_BYTES = 256
const FORM_INFO_VERSION = 2
/** The longest side in the PDF standard. */
const MOST_PAGE_POINTS = 14_400
/** US Letter, for a page without a size. */
const UNKNOWN_SIZE: Size = { width: 612, height: 792 }

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDF_GetPageSizeByIndexF: (document: number, page: number, size: number) => number
  _FPDF_GetDefaultSystemFontInfo: () => number
  _FPDF_SetSystemFontInfo: (info: number) => void
  _FPDFPage_HasTransparency: (page: number) => number
  _FPDFPage_GetAnnot: (page: number, index: number) => number
  _FPDFPage_CloseAnnot: (annotation: number) => void
  _FPDFAnnot_GetFlags: (annotation: number) => number
  _FPDFAnnot_SetFlags: (annotation: number, flags: number) => number
} & LetterModule
export type OpenPdf = {
  path: string
  document: number
  form: Form
  bytes: number
  size: number
  /** In points, the printed size. */
  sizes: Size[]
  leftOut: LeftOut
  /** Rendered without JPEG 2000 pictures, as one of them ends PDFium. */
  isSpared: boolean
  /** Whether it is rendered with our fonts. */
  hasFonts: boolean
  /** The last one read, as its tiles are requested one after the other. */
  page: { index: number; handle: number } | null
}
type Form = { handle: number; info: number }
/** A part of a page that is `width` × `height` pixels as a whole. */
type Part = Size & { at: { x: number; y: number }; of: Size }

let loading: Promise<Pdfium> | undefined
let opened: OpenPdf | undefined
let fonts: PdfFonts | undefined

/** The sizes of all pages, from the page tree alone. */
export async function readPdf(path: string): Promise<RenderResult> {
  return { sizes: (await openPdf(path)).sizes, animated: false }
}

/** What the letters of a page need whose font is not in the document. */
function needsOfPage(module: Pdfium, pdf: OpenPdf, index: number, page: number): Set<LetterNeeds> {
  if (!fonts || !hasUnreadWords(module, page)) return needsOfLetters(module, page)
  return fonts.inBoxes(() => {
    const document = module._FPDF_LoadMemDocument(pdf.bytes, pdf.size, 0)
    const inBoxes = document === 0 ? 0 : module._FPDF_LoadPage(document, index)
    try {
      return inBoxes === 0 ? new Set<LetterNeeds>() : needsOfLetters(module, inBoxes)
    } finally {
      if (inBoxes !== 0) module._FPDF_ClosePage(inBoxes)
      if (document !== 0) module._FPDF_CloseDocument(document)
    }
  })
}

/** Renders a page, from 1, on white, with annotations and form fields. For the first it reports what stays unseen. */
export async function renderPdfPage(job: {
  path: string
  page: number
  outputs: Outputs
}): Promise<RenderResult> {
  const { path, page, outputs } = job
  const longest = outputs.preview ? previewMaxPx : thumbnailMaxPx
  const { data, width, height, pdf, size } = await drawWholePage({ path, page, longest })
  await writeWebp(data, { width, height, channels: 4 }, outputs, pdf.sizes.length <= MAX_DESIGN_PAGES)
  const module = await pdfium()
  const isFontless =
    page === 1 && needsOfPage(module, pdf, 0, openPage(module, pdf, 0)).has('a font that is not here')
  const unseen: UnseenPart[] = [
    ...(isFontless ? (['TEXT_WITHOUT_FONT'] as const) : []),
    ...(pdf.isSpared ? (['BAD_PICTURE'] as const) : []),
  ]
  return { sizes: [size], animated: false, ...(unseen.length > 0 ? { unseen } : {}) }
}

/** One page, counted from 1, on white in RGBA; `longest`: its longer side in pixels. */
export async function drawWholePage(job: { path: string; page: number; longest: number }) {
  return sparing(job, (pdf) => drawWhole(pdf, job))
}

async function drawWhole(pdf: OpenPdf, job: { page: number; longest: number }) {
  const size = pdf.sizes[job.page - 1]
  if (!size) throw new RenderError('DAMAGED')
  const scale = job.longest / Math.max(size.width, size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const whole = { width, height, at: { x: 0, y: 0 }, of: { width, height } }
  const data = drawPart(await pdfium(), pdf, job.page - 1, whole)
  return { data, width, height, pdf, size }
}

/** Renders one tile of one page, sharp at its level. */
export async function renderPdfTile(job: {
  path: string
  page: number
  place: TilePlace
  output: string
}): Promise<RenderResult> {
  return sparing(job, (pdf) => drawTile(pdf, job))
}

async function drawTile(
  pdf: OpenPdf,
  job: { page: number; place: TilePlace; output: string },
): Promise<RenderResult> {
  const size = pdf.sizes[job.page - 1]
  if (!size) throw new RenderError('DAMAGED')
  const of = levelSize(pagePixels(size), job.place.level)
  const at = { x: job.place.x * pageTilePx, y: job.place.y * pageTilePx }
  const width = Math.min(pageTilePx, of.width - at.x)
  const height = Math.min(pageTilePx, of.height - at.y)
  if (width < 1 || height < 1) throw new RenderError('DAMAGED')
  const pixels = drawPart(await pdfium(), pdf, job.page - 1, { width, height, at, of })
  await writeTile(pixels, { width, height, channels: 4 }, job.output)
  return { sizes: [size], animated: false }
}

/** Pages of the last document that PDFium did not render with all their pictures. */
let trapped: { path: string; pages: Set<number> } = { path: '', pages: new Set() }

/** A bad picture ends PDFium; it then restarts, and the page is rendered without pictures of that kind. */
async function sparing<T>(
  { path, page }: { path: string; page: number },
  draw: (pdf: OpenPdf) => Promise<T>,
): Promise<T> {
  if (trapped.path !== path) trapped = { path, pages: new Set() }
  const isSpared = trapped.pages.has(page)
  const pdf = await openPdf(path, isSpared)
  try {
    return await draw(pdf)
  } catch (error) {
    const isTrap = error instanceof Error && error.name === 'RuntimeError'
    if (!isTrap || isSpared || !(await holdsPictures(pdf))) throw error
    trapped.pages.add(page)
    loading = undefined
    opened = undefined
    return sparing({ path, page }, draw)
  }
}

async function holdsPictures({ bytes, size }: OpenPdf): Promise<boolean> {
  return Buffer.from((await pdfium()).HEAPU8.buffer, bytes, size).includes('/JPXDecode')
}

export async function openPdf(path: string, isSpared = false): Promise<OpenPdf> {
  if (opened?.path === path && opened.isSpared === isSpared) return opened
  const module = await pdfium()
  if (opened) close(module, opened)
  opened = undefined
  fonts?.begin(false)
  const { document, bytes, size } = await loadDocument(module, path, 0, isSpared)
  const leftOut = readLeftOut(() => Buffer.from(module.HEAPU8.buffer, bytes, size))
  const form = openForm(module, document)
  const fresh = { sizes: [], leftOut, isSpared, hasFonts: false, page: null }
  opened = { path, document, form, bytes, size, ...fresh }
  opened.sizes = pageSizes(module, document).map((one, page) => scaled(one, leftOut.unitOf(page)))
  return opened
}

/** `password`: its place in PDFium's memory, 0 for none. */
export async function loadDocument(module: Pdfium, path: string, password: number, isSpared = false) {
  const bytes = await readInto(module, path)
  if (isSpared) hidePictures(Buffer.from(module.HEAPU8.buffer, bytes.at, bytes.size))
  const document = module._FPDF_LoadMemDocument(bytes.at, bytes.size, password)
  if (document !== 0) return { document, bytes: bytes.at, size: bytes.size }
  module.wasmExports.free(bytes.at)
  throw new RenderError(module._FPDF_GetLastError() === PASSWORD_ERROR ? 'PASSWORD' : 'DAMAGED')
}

/** Straight into PDFium's memory, so that a large file is held once. */
async function readInto(module: Pdfium, path: string): Promise<{ at: number; size: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const at = module.wasmExports.malloc(size)
    if (at === 0) throw new RenderError('TOO_LARGE')
    for (let read = 0; read < size; ) {
      const target = module.HEAPU8.subarray(at + read, at + Math.min(size, read + READ_BYTES))
      const { bytesRead } = await file.read(target)
      if (bytesRead === 0) throw new RenderError('DAMAGED')
      read += bytesRead
    }
    return { at, size }
  } finally {
    await file.close()
  }
}

/** Hides JPEG 2000 pictures: their filter gets an unknown name. */
function hidePictures(bytes: Buffer) {
  const filter = '/JPXDecode'
  for (let at = bytes.indexOf(filter); at >= 0; at = bytes.indexOf(filter, at + 1))
    bytes.write('/JPXHidden', at, 'latin1')
}

function pageSizes(module: Pdfium, document: number): Size[] {
  const count = module._FPDF_GetPageCount(document)
  if (count < 1) throw new RenderError('DAMAGED')
  if (count > MAX_PAGES) throw new RenderError('TOO_MANY_PAGES')
  const at = module.wasmExports.malloc(8)
  const sizes = Array.from({ length: count }, (_, page) => {
    if (!module._FPDF_GetPageSizeByIndexF(document, page, at)) return UNKNOWN_SIZE
    const view = new DataView(module.HEAPU8.buffer, at, 8)
    const size = { width: view.getFloat32(0, true), height: view.getFloat32(4, true) }
    return clampPage(size)
  })
  module.wasmExports.free(at)
  return sizes
}

/** A page of kilometres is shown as one of five metres; PDFium fits its contents. */
function clampPage({ width, height }: Size): Size {
  if (!(width > 0 && height > 0)) return UNKNOWN_SIZE
  const longest = Math.max(width, height)
  if (longest <= MOST_PAGE_POINTS) return { width, height }
  if (!Number.isFinite(longest)) return UNKNOWN_SIZE
  const scale = MOST_PAGE_POINTS / longest
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) }
}

const scaled = ({ width, height }: Size, unit: number) => ({ width: width * unit, height: height * unit })

function openForm(module: Pdfium, document: number): Form {
  const info = module.wasmExports.malloc(FORM_INFO_BYTES)
  module.HEAPU8.fill(0, info, info + FORM_INFO_BYTES)
  new DataView(module.HEAPU8.buffer).setUint32(info, FORM_INFO_VERSION, true)
  return { handle: module._FPDFDOC_InitFormFillEnvironment(document, info), info }
}

export function drawPart(
  module: Pdfium,
  pdf: OpenPdf,
  index: number,
  { width, height, at, of }: Part,
): Uint8Array {
  const page = openPage(module, pdf, index)
  const bytes = width * height * 4
  const memory = module.wasmExports.malloc(bytes)
  if (memory === 0) throw new RenderError('TOO_LARGE')
  const bitmap = module._FPDFBitmap_CreateEx(width, height, BGRA, memory, width * 4)
  // Otherwise transparent content would blend with the paper, which is not part of the page.
  const isBare = module._FPDFPage_HasTransparency(page) !== 0
  module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, isBare ? CLEAR : WHITE)
  const place = [-at.x, -at.y, of.width, of.height, 0] as const
  module._FPDF_RenderPageBitmap(bitmap, page, ...place, DRAW_ANNOTATIONS | REVERSE_BYTE_ORDER)
  if (pdf.form.handle !== 0) module._FPDF_FFLDraw(pdf.form.handle, bitmap, page, ...place, REVERSE_BYTE_ORDER)
  const pixels = module.HEAPU8.slice(memory, memory + bytes)
  if (isBare) layOnWhite(pixels)
  module._FPDFBitmap_Destroy(bitmap)
  module.wasmExports.free(memory)
  return pixels
}

/** RGBA with straight alpha. */
function layOnWhite(pixels: Uint8Array) {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha === 255) continue
    const paper = 255 * (255 - alpha)
    for (let n = at; n < at + 3; n++) pixels[n] = Math.round(((pixels[n] ?? 0) * alpha + paper) / 255)
    pixels[at + 3] = 255
  }
}

export function openPage(module: Pdfium, pdf: OpenPdf, index: number): number {
  if (pdf.page?.index === index) return pdf.page.handle
  closePage(module, pdf)
  let handle = loadPage(module, pdf, index)
  if (!pdf.hasFonts && fonts?.wasAsked() && needsOfPage(module, pdf, index, handle).has('a font of ours')) {
    module._FPDF_ClosePage(handle)
    giveFonts(module, pdf)
    handle = loadPage(module, pdf, index)
  }
  for (const annotation of pdf.leftOut.hiddenAnnotations(index)) hideAnnotation(module, handle, annotation)
  drawBareLines(module as Pdfium & AnnotationModule, handle)
  if (pdf.form.handle !== 0) module._FORM_OnAfterLoadPage(handle, pdf.form.handle)
  pdf.page = { index, handle }
  return handle
}

function loadPage(module: Pdfium, pdf: OpenPdf, index: number): number {
  const handle = module._FPDF_LoadPage(pdf.document, index)
  if (handle === 0) throw new RenderError('DAMAGED')
  return handle
}

/** Loaded from its bytes again, as PDFium caches fonts with the document. */
function giveFonts(module: Pdfium, pdf: OpenPdf) {
  closeDocument(module, pdf)
  fonts?.begin(true)
  pdf.hasFonts = true
  pdf.document = module._FPDF_LoadMemDocument(pdf.bytes, pdf.size, 0)
  if (pdf.document === 0) throw new RenderError('DAMAGED')
  pdf.form = openForm(module, pdf.document)
}

function hideAnnotation(module: Pdfium, page: number, index: number) {
  const annotation = module._FPDFPage_GetAnnot(page, index)
  if (annotation === 0) return
  module._FPDFAnnot_SetFlags(annotation, module._FPDFAnnot_GetFlags(annotation) | HIDDEN)
  module._FPDFPage_CloseAnnot(annotation)
}

function closePage(module: Pdfium, pdf: OpenPdf) {
  if (pdf.page === null) return
  if (pdf.form.handle !== 0) module._FORM_OnBeforeClosePage(pdf.page.handle, pdf.form.handle)
  module._FPDF_ClosePage(pdf.page.handle)
  pdf.page = null
}

function close(module: Pdfium, pdf: OpenPdf) {
  closePage(module, pdf)
  closeDocument(module, pdf)
  module.wasmExports.free(pdf.bytes)
}

function closeDocument(module: Pdfium, { document, form }: OpenPdf) {
  if (form.handle !== 0) module._FPDFDOC_ExitFormFillEnvironment(form.handle)
  module._FPDF_CloseDocument(document)
  module.wasmExports.free(form.info)
}

export function pdfium(): Promise<Pdfium> {
  loading ??= load()
  return loading
}

async function load(): Promise<Pdfium> {
  const wasm = fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const module = await PDFiumModule({ locateFile: () => wasm })
  if (!hasPageSizes(module)) throw new Error('This PDFium cannot tell page sizes')
  module._FPDF_InitLibraryWithConfig({})
  fonts = serveFonts(module)
  return module
}

function hasPageSizes(module: Awaited<ReturnType<typeof PDFiumModule>>): module is Pdfium {
  return '_FPDF_GetPageSizeByIndexF' in module
}
