import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeBoxFont } from '#server/platform/media/box-font'
import { cjkFont } from '#server/platform/media/cjk-font'
import { collectionTag, type FontFace, isCollection, tableOf } from '#server/platform/media/font-file'
import { asWasmFunction } from '#server/platform/media/wasm-function'

/** What PDFium asks for fonts that a document does not contain. Its own cover Western Europe alone. */
export type PdfFonts = {
  /** Whether the open document asked for any. */
  wasAsked: () => boolean
  /** Begins with another document: PDFium draws with its own fonts, or with those that have more letters. */
  begin: (isGiven: boolean) => void
  /** While it runs every letter has the same box, so that PDFium reads all of them. */
  inBoxes: <T>(read: () => T) => T
}

type Module = {
  HEAPU8: Uint8Array
  wasmExports: object
  _FPDF_GetDefaultSystemFontInfo: () => number
  _FPDF_SetSystemFontInfo: (info: number) => void
}
type Table = { set: (slot: number, value: unknown) => void }

const FIXED = 1
const ROMAN = 16
const BOLD_FROM = 600
const names = [
  'DejaVuSansCondensed',
  'DejaVuSansCondensed-Bold',
  'DejaVuSerifCondensed',
  'DejaVuSerifCondensed-Bold',
  'DejaVuSansMono',
  'DejaVuSansMono-Bold',
] as const
const boxHandle = 1_000
const boxFont = makeBoxFont(0x21, 0x10ffff)
/** By handle, from 1: the fonts above, then the machine's faces. */
const faces: (FontFace | undefined)[] = []

/** Letters that these fonts have, and PDFium's own lack. */
const drawable =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}]/u
const isCjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u
const ofItsOwn = new Set('ŒœŠšŸŽžƒıŁł')

export type LetterNeeds = 'nothing' | 'a font of ours' | 'a font that is not here'

/** What it takes to draw a letter whose font is not in the document. */
export function needsOf(code: number): LetterNeeds {
  const letter = String.fromCodePoint(Math.min(code, 0x10ffff))
  if (code <= 0xff || ofItsOwn.has(letter) || !/\p{L}/u.test(letter)) return 'nothing'
  const isDrawable = drawable.test(letter) || (isCjk.test(letter) && cjkFont()?.has(code))
  return isDrawable ? 'a font of ours' : 'a font that is not here'
}

/** Replaces PDFium's default, whose functions nothing else uses: its table of functions cannot grow. */
export function serveFonts(module: Module): PdfFonts {
  let isGiven = false
  let areBoxes = false
  let isAsked = false
  const info = module._FPDF_GetDefaultSystemFontInfo()
  const slots = Array.from({ length: 8 }, (_, n) =>
    new DataView(module.HEAPU8.buffer).getUint32(info + 4 + 4 * n, true),
  )
  const textAt = (at: number) => {
    const end = module.HEAPU8.indexOf(0, at)
    return Buffer.from(module.HEAPU8.subarray(at, end)).toString('latin1')
  }
  const map = (_info = 0, weight = 0, _italic = 0, charset = 0, pitch = 0, face = 0) => {
    isAsked = true
    if (areBoxes) return boxHandle
    if (!isGiven) return 0
    return handleOfCjk(charset) ?? handleOf(textAt(face), weight, pitch)
  }
  const data = (_info = 0, handle = 0, table = 0, at = 0, size = 0) => {
    const found = dataOf(fontOf(handle), table >>> 0)
    if (at !== 0 && size >= found.length) module.HEAPU8.set(found, at)
    return found.length
  }
  const nothing = () => 0
  const answers: [answer: (...given: number[]) => number, parameters: number, hasResult: boolean][] = [
    [nothing, 1, false],
    [nothing, 2, false],
    [map, 7, true],
    [nothing, 2, true],
    [data, 5, true],
    [nothing, 4, true],
    [nothing, 2, true],
    [nothing, 2, false],
  ]
  const table = Reflect.get(module.wasmExports, '__indirect_function_table') as Table
  for (const [n, [answer, parameters, hasResult]] of answers.entries())
    table.set(slots[n] ?? 0, asWasmFunction(answer, parameters, hasResult))
  module._FPDF_SetSystemFontInfo(info)
  return {
    wasAsked: () => isAsked,
    begin: (isNowGiven) => {
      isGiven = isNowGiven
      isAsked = false
    },
    inBoxes(read) {
      areBoxes = true
      try {
        return read()
      } finally {
        areBoxes = false
      }
    },
  }
}

/** From 1 on. */
function handleOf(face: string, weight: number, pitch: number): number {
  const isFixed = (pitch & FIXED) !== 0 || /courier|mono|consol/i.test(face)
  const isRoman = (pitch & ROMAN) !== 0 || /times|serif|roman|georgia|garamond|palatino|cambria/i.test(face)
  const family = isFixed ? 4 : isRoman && !/sans/i.test(face) ? 2 : 0
  const isBold = weight >= BOLD_FROM || /bold/i.test(face)
  return family + Number(isBold) + 1
}

function handleOfCjk(charset: number): number | null {
  const face = cjkFont()?.faceFor(charset)
  if (!face) return null
  const known = faces.findIndex((one) => one?.bytes === face.bytes && one.at === face.at)
  if (known !== -1) return known + 1
  faces[Math.max(faces.length, names.length)] = face
  return faces.length
}

function fontOf(handle: number): FontFace | null {
  if (handle === boxHandle) return { bytes: boxFont, at: 0 }
  const known = faces[handle - 1]
  if (known) return known
  const name = names[handle - 1]
  if (name === undefined) return null
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
  faces[handle - 1] = { bytes, at: 0 }
  return { bytes, at: 0 }
}

/** One table, by its name as a number; 0: the face and all after it, a collection's tag: everything. */
function dataOf(face: FontFace | null, table: number): Buffer {
  if (!face) return Buffer.alloc(0)
  if (table === 0) return face.bytes.subarray(face.at)
  if (table === collectionTag) return isCollection(face.bytes) ? face.bytes : Buffer.alloc(0)
  return tableOf(face, table)
}
