/** PDFium's functions that draw an annotation without a picture of its own. */
export type AnnotationModule = {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (bytes: number) => number; free: (at: number) => void }
  _FPDFPage_GetAnnotCount: (page: number) => number
  _FPDFPage_GetAnnot: (page: number, index: number) => number
  _FPDFPage_CloseAnnot: (annotation: number) => void
  _FPDFAnnot_GetSubtype: (annotation: number) => number
  _FPDFAnnot_HasKey: (annotation: number, key: number) => number
  _FPDFAnnot_GetLine: (annotation: number, start: number, end: number) => number
  _FPDFAnnot_GetVertices: (annotation: number, buffer: number, length: number) => number
  _FPDFAnnot_GetColor: (annotation: number, type: number, ...rgba: [number, number, number, number]) => number
  _FPDFAnnot_GetBorder: (annotation: number, x: number, y: number, width: number) => number
  _FPDFAnnot_SetAP: (annotation: number, mode: number, value: number) => number
}
type Point = readonly [x: number, y: number]

const LINE = 4
const POLYGON = 7
const POLYLINE = 8
const STROKE = 0
const INSIDE = 1
const NORMAL = 0
const MOST_ANNOTATIONS = 2_000
const MOST_POINTS = 5_000
const USUAL_WIDTH = 1

/** Lines, polygons and polylines without an appearance: PDFium draws the other kinds by itself. */
export function drawBareLines(module: AnnotationModule, page: number): void {
  const count = Math.min(module._FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS)
  if (count < 1) return
  const memory = module.wasmExports.malloc(MOST_POINTS * 8)
  if (memory === 0) return
  for (let index = 0; index < count; index++) {
    const annotation = module._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const drawing = drawingOf(module, annotation, memory)
    if (drawing !== null) give(module, annotation, drawing)
    module._FPDFPage_CloseAnnot(annotation)
  }
  module.wasmExports.free(memory)
}

function drawingOf(module: AnnotationModule, annotation: number, memory: number): string | null {
  const type = module._FPDFAnnot_GetSubtype(annotation)
  if (type !== LINE && type !== POLYGON && type !== POLYLINE) return null
  if (hasKey(module, annotation, memory, 'AP')) return null
  const points = type === LINE ? ends(module, annotation, memory) : vertices(module, annotation, memory)
  const [first, ...others] = points
  if (!first || others.length === 0) return null
  const color = colorOf(module, annotation, memory, STROKE)
  const inside = type === POLYGON ? colorOf(module, annotation, memory, INSIDE) : null
  if (color === null && inside === null) return null
  const path = `${first.join(' ')} m ${others.map((point) => `${point.join(' ')} l`).join(' ')}`
  const paint = type !== POLYGON ? 'S' : inside === null ? 's' : color === null ? 'f' : 'b'
  const colors = `${color === null ? '' : `${color} RG `}${inside === null ? '' : `${inside} rg `}`
  return `${colors}${widthOf(module, annotation, memory)} w ${path} ${paint}`
}

function hasKey(module: AnnotationModule, annotation: number, memory: number, key: string): boolean {
  module.HEAPU8.set(Buffer.from(`${key}\0`), memory)
  return module._FPDFAnnot_HasKey(annotation, memory) !== 0
}

const floats = ({ HEAPU8 }: AnnotationModule, at: number, count: number): number[] => {
  const view = new DataView(HEAPU8.buffer, at, count * 4)
  return Array.from({ length: count }, (_, n) => view.getFloat32(n * 4, true))
}

function ends(module: AnnotationModule, annotation: number, memory: number): Point[] {
  if (!module._FPDFAnnot_GetLine(annotation, memory, memory + 8)) return []
  const [ax = 0, ay = 0, bx = 0, by = 0] = floats(module, memory, 4)
  return [
    [ax, ay],
    [bx, by],
  ]
}

function vertices(module: AnnotationModule, annotation: number, memory: number): Point[] {
  const count = module._FPDFAnnot_GetVertices(annotation, memory, MOST_POINTS)
  if (count > MOST_POINTS) return []
  const all = floats(module, memory, count * 2)
  return Array.from({ length: count }, (_, n): Point => [all[2 * n] ?? 0, all[2 * n + 1] ?? 0])
}

/** Null where it has none. */
function colorOf(module: AnnotationModule, annotation: number, memory: number, type: number): string | null {
  if (type === INSIDE && !hasKey(module, annotation, memory, 'IC')) return null
  const places = [memory, memory + 4, memory + 8, memory + 12] as const
  if (!module._FPDFAnnot_GetColor(annotation, type, ...places)) return null
  const view = new DataView(module.HEAPU8.buffer, memory, 12)
  return [0, 4, 8].map((at) => (view.getUint32(at, true) / 255).toFixed(3)).join(' ')
}

function widthOf(module: AnnotationModule, annotation: number, memory: number): number {
  const isSaid = module._FPDFAnnot_GetBorder(annotation, memory, memory + 4, memory + 8) !== 0
  const width = isSaid ? (floats(module, memory + 8, 1)[0] ?? USUAL_WIDTH) : USUAL_WIDTH
  return Number.isFinite(width) && width >= 0 ? width : USUAL_WIDTH
}

function give(module: AnnotationModule, annotation: number, drawing: string) {
  const words = Buffer.from(`${drawing}\0`, 'utf16le')
  const at = module.wasmExports.malloc(words.length)
  if (at === 0) return
  module.HEAPU8.set(words, at)
  module._FPDFAnnot_SetAP(annotation, NORMAL, at)
  module.wasmExports.free(at)
}
