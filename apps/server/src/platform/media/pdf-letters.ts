import { type LetterNeeds, needsOf } from '#server/platform/media/pdf-fonts'

export type LetterModule = {
  HEAPU8: Uint8Array
  wasmExports: { malloc: (size: number) => number; free: (at: number) => void }
  _FPDFPage_CountObjects: (page: number) => number
  _FPDFPage_GetObject: (page: number, index: number) => number
  _FPDFPageObj_GetType: (object: number) => number
  _FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number
  _FPDFFormObj_CountObjects: (form: number) => number
  _FPDFFormObj_GetObject: (form: number, index: number) => number
  _FPDFText_LoadPage: (page: number) => number
  _FPDFText_ClosePage: (text: number) => void
  _FPDFText_CountChars: (text: number) => number
  _FPDFText_GetUnicode: (text: number, index: number) => number
  _FPDFText_GetTextObject: (text: number, index: number) => number
  _FPDFTextObj_GetFont: (object: number) => number
  _FPDFFont_GetIsEmbedded: (font: number) => number
}

const maxCharacters = 20_000
const mostObjects = 20_000
const mostNested = 8
const typeText = 1
const typeForm = 5
const floatBytes = 4

/** What the letters of a page need whose font is not in the document, as far as PDFium reads them. */
export function needsOfLetters(module: LetterModule, page: number): Set<LetterNeeds> {
  const needs = new Set<LetterNeeds>()
  const text = module._FPDFText_LoadPage(page)
  if (text === 0) return needs
  try {
    const letters = Math.min(module._FPDFText_CountChars(text), maxCharacters)
    for (let at = 0; at < letters; at++) {
      const need = needsOf(module._FPDFText_GetUnicode(text, at))
      if (need === 'nothing' || needs.has(need)) continue
      const object = module._FPDFText_GetTextObject(text, at)
      if (object !== 0 && isWithoutFont(module, object)) needs.add(need)
    }
    return needs
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

/** Whether words have no extent, as their font lacks all their letters: PDFium then does not read them. */
export function hasUnreadWords(module: LetterModule, page: number): boolean {
  for (const object of textsOf(module, page))
    if (isWithoutFont(module, object) && widthOf(module, object) === 0) return true
  return false
}

function* textsOf(module: LetterModule, page: number): Generator<number> {
  const count = Math.min(module._FPDFPage_CountObjects(page), mostObjects)
  for (let n = 0; n < count; n++) yield* textsIn(module, module._FPDFPage_GetObject(page, n), mostNested)
}

function* textsIn(module: LetterModule, object: number, nested: number): Generator<number> {
  const type = module._FPDFPageObj_GetType(object)
  if (type === typeText) yield object
  if (type !== typeForm || nested === 0) return
  const count = Math.min(module._FPDFFormObj_CountObjects(object), mostObjects)
  for (let n = 0; n < count; n++) yield* textsIn(module, module._FPDFFormObj_GetObject(object, n), nested - 1)
}

function isWithoutFont(module: LetterModule, text: number): boolean {
  const font = module._FPDFTextObj_GetFont(text)
  return font !== 0 && module._FPDFFont_GetIsEmbedded(font) === 0
}

function widthOf(module: LetterModule, object: number): number {
  const bounds = module.wasmExports.malloc(4 * floatBytes)
  try {
    const [left, bottom, right] = [bounds, bounds + floatBytes, bounds + 2 * floatBytes]
    if (module._FPDFPageObj_GetBounds(object, left, bottom, right, right + floatBytes) === 0) return 0
    const view = new DataView(module.HEAPU8.buffer)
    return Math.abs(view.getFloat32(right, true) - view.getFloat32(left, true))
  } finally {
    module.wasmExports.free(bounds)
  }
}
