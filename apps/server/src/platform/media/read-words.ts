import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseJson } from '@wingmark/contract/json'
import { beginningOf } from '@wingmark/contract/shorten'
import { z } from 'zod'

/** In pixels of the picture that was read. `size`: line height of its letters. */
export type ReadLine = {
  words: string
  box: { x: number; y: number; width: number; height: number }
  size: number
  certainty: number
}

/** The page as a whole, with automatic columns and blocks. */
const WHOLE_PAGE = '3'
const LSTM = 1
/** Shares of a font's size: a row from top to bottom, its low letters, and the descent below them. */
const ROW_OF_SIZE = 0.95
const LOW_OF_SIZE = 0.55
const BELOW_OF_SIZE = 0.22
/** No capital, digit or accent, and nothing like b, i or t. */
const isLow = /^[acegm-su-z.,:;\s-]+$/u
const hangsBelow = /[gpqy]/u
const LEAST_LETTERS = 2
/** With more signs among them it is mostly texture. */
const LETTERS_OF_LINE = 0.6
/** As a share of the previous word's height. */
const WIDE_GAP = 1.8

type Engine = {
  FS: { writeFile: (path: string, bytes: Uint8Array) => void }
  TessBaseAPI: new () => {
    Init: (folder: string, language: string, mode: number) => number
    SetVariable: (name: string, value: string) => void
    SetImageFile: (exif: number, angle: number) => number
    Recognize: (monitor: null) => number
    GetJSONText: () => string
  }
}

const Place = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
const Word = z.object({ text: z.string(), confidence: z.number(), bbox: Place })
type Word = z.infer<typeof Word>
const Line = z.object({
  words: z.array(Word),
  rowAttributes: z.object({ rowHeight: z.number() }).nullish(),
})
const Read = z.object({
  blocks: z.array(z.object({ paragraphs: z.array(z.object({ lines: z.array(Line) })) })).nullish(),
})

const fromHere = createRequire(import.meta.url)
let engine: Promise<{ module: Engine; api: InstanceType<Engine['TessBaseAPI']> }> | null = null

/** The recognition itself, without its worker package, which would fetch its data from the web. */
async function start() {
  const create = fromHere('tesseract.js-core/tesseract-core-simd-lstm') as (
    options: object,
  ) => Promise<Engine>
  const module = await create({ print: () => {}, printErr: () => {} })
  const data = dirname(fromHere.resolve('@tesseract.js-data/eng/package.json'))
  const packed = await readFile(join(data, '4.0.0_best_int', 'eng.traineddata.gz'))
  module.FS.writeFile('eng.traineddata', await promisify(gunzip)(packed))
  const api = new module.TessBaseAPI()
  if (api.Init('/', 'eng', LSTM) !== 0) throw new Error('The recognition of words did not start')
  api.SetVariable('tessedit_pageseg_mode', WHOLE_PAGE)
  return { module, api }
}

/** Reads a PNG or JPEG; leaves out what is no words. */
export async function readWords(picture: Uint8Array): Promise<ReadLine[]> {
  engine ??= start()
  const { module, api } = await engine
  module.FS.writeFile('/input', picture)
  if (api.SetImageFile(1, 0) !== 0) throw new Error('The picture could not be read')
  api.Recognize(null)
  const read = parseJson(api.GetJSONText(), Read)
  const lines = (read?.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines))
  return lines.flatMap(({ words, rowAttributes }) =>
    apart(words).flatMap((part) => lineOf(part, rowAttributes?.rowHeight ?? 0)),
  )
}

/** The recognition reads neighbouring columns and buttons as one line. */
function apart(words: readonly Word[]): Word[][] {
  const parts: Word[][] = []
  for (const word of words) {
    const before = parts.at(-1)?.at(-1)
    const gap = before ? word.bbox.x0 - before.bbox.x1 : 0
    if (before && gap < (before.bbox.y1 - before.bbox.y0) * WIDE_GAP) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return parts
}

function lineOf(read: readonly Word[], row: number): ReadLine[] {
  const all = read.map(({ text }) => text).join(' ')
  const words = beginningOf(all.trim(), 1_000)
  const letters = words.replace(/[^\p{L}\p{N}]/gu, '').length
  if (letters < LEAST_LETTERS || letters < words.length * LETTERS_OF_LINE) return []
  const x = Math.min(...read.map(({ bbox }) => bbox.x0))
  const y = Math.min(...read.map(({ bbox }) => bbox.y0))
  const width = Math.max(...read.map(({ bbox }) => bbox.x1)) - x
  const height = Math.max(...read.map(({ bbox }) => bbox.y1)) - y
  const certainty = read.reduce((sum, { confidence }) => sum + confidence, 0) / read.length
  return [{ words, box: { x, y, width, height }, size: sizeOf(words, row, height), certainty }]
}

/** A line's font size, from the recognised row and measured height. Without tall letters the row is a guess. */
export function sizeOf(words: string, row: number, height: number): number {
  if (!isLow.test(words) || height >= row) return Math.max(row, height) / ROW_OF_SIZE
  return height / (LOW_OF_SIZE + (hangsBelow.test(words) ? BELOW_OF_SIZE : 0))
}
