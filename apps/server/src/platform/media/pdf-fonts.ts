import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asWasmFunction } from '#server/platform/media/wasm-function'

/** What PDFium asks for fonts that a document does not hold. Its own have the letters of Western Europe alone. */
export type PdfFonts = {
  /** Whether the document that is open asked for any. */
  wasAsked: () => boolean
  /** Begins with another document: PDFium draws with its own fonts, or with those that have more letters. */
  begin: (isGiven: boolean) => void
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
const files = new Map<number, Buffer>()

/** What these fonts have letters of, and PDFium's own do not. */
const drawable =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}]/u
const ofItsOwn = new Set('ŒœŠšŸŽžƒıŁł')

export type LetterNeeds = 'nothing' | 'a font of ours' | 'a font that is not here'

/** What it takes to draw a letter whose font is not in the document. */
export function needsOf(code: number): LetterNeeds {
  const letter = String.fromCodePoint(Math.min(code, 0x10ffff))
  if (code <= 0xff || ofItsOwn.has(letter) || !/\p{L}/u.test(letter)) return 'nothing'
  return drawable.test(letter) ? 'a font of ours' : 'a font that is not here'
}

/** In place of PDFium's default, whose functions are nobody else's: its table of functions cannot grow. */
export function serveFonts(module: Module): PdfFonts {
  let isGiven = false
  let isAsked = false
  const info = module._FPDF_GetDefaultSystemFontInfo()
  const slots = Array.from({ length: 8 }, (_, n) =>
    new DataView(module.HEAPU8.buffer).getUint32(info + 4 + 4 * n, true),
  )
  const textAt = (at: number) => {
    const end = module.HEAPU8.indexOf(0, at)
    return Buffer.from(module.HEAPU8.subarray(at, end)).toString('latin1')
  }
  const map = (_info = 0, weight = 0, _italic = 0, _charset = 0, pitch = 0, face = 0) => {
    isAsked = true
    return isGiven ? handleOf(textAt(face), weight, pitch) : 0
  }
  const data = (_info = 0, handle = 0, table = 0, at = 0, size = 0) => {
    const found = tableOf(fontOf(handle), table >>> 0)
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

function fontOf(handle: number): Buffer {
  const name = names[handle - 1]
  if (name === undefined) return Buffer.alloc(0)
  const known = files.get(handle)
  if (known) return known
  const font = readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)))
  files.set(handle, font)
  return font
}

/** One table of a font, by its name as a number; 0 is the whole. */
function tableOf(font: Buffer, table: number): Buffer {
  if (table === 0 || font.length === 0) return font
  const count = font.readUInt16BE(4)
  for (let at = 12; at < 12 + 16 * count; at += 16)
    if (font.readUInt32BE(at) === table)
      return font.subarray(font.readUInt32BE(at + 8), font.readUInt32BE(at + 8) + font.readUInt32BE(at + 12))
  return Buffer.alloc(0)
}
