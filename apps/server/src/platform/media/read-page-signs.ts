import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type PageSign, pairPages, signPx } from '#server/platform/media/pair-pages'
import { drawPart, openPage, openPdf, pdfium } from '#server/platform/media/render-pdf'
import { RenderError, type RenderResult } from '#server/platform/media/render-protocol'

/** Enough to recognise a page. */
const MOST_LETTERS = 5_000
/** Drawn twice as large, since PDFium leaves out lines that are thinner than a pixel. */
const DRAWN_PX = 2 * signPx

/** Pairs the pages of two documents, and writes them as JSON. */
export async function pairDocuments(job: {
  path: string
  older: string
  output: string
}): Promise<RenderResult> {
  const pairs = pairPages(await readSigns(job.older), await readSigns(job.path))
  await writeFile(job.output, JSON.stringify(pairs))
  return { sizes: [], animated: false }
}

async function readSigns(path: string): Promise<PageSign[]> {
  const { sizes } = await openPdf(path)
  const signs: PageSign[] = []
  for (const index of sizes.keys()) signs.push(await readSign(path, index))
  return signs
}

async function readSign(path: string, index: number): Promise<PageSign> {
  const [module, pdf] = [await pdfium(), await openPdf(path)]
  try {
    const words = readWords(module, openPage(module, pdf, index))
    if (words.length > 0) return { words: hashesOf(words) }
    const whole = {
      width: DRAWN_PX,
      height: DRAWN_PX,
      at: { x: 0, y: 0 },
      of: { width: DRAWN_PX, height: DRAWN_PX },
    }
    return { grey: halved(drawPart(module, pdf, index, whole)) }
  } catch (error) {
    // A damaged page is like another one.
    if (error instanceof RenderError) return { words: new Uint32Array() }
    throw error
  }
}

function readWords(module: Awaited<ReturnType<typeof pdfium>>, page: number): string[] {
  const text = module._FPDFText_LoadPage(page)
  if (text === 0) return []
  const count = Math.min(Math.max(0, module._FPDFText_CountChars(text)), MOST_LETTERS)
  const codes = Array.from({ length: count }, (_, at) => module._FPDFText_GetUnicode(text, at))
  module._FPDFText_ClosePage(text)
  const letters = codes.map((code) => String.fromCodePoint(Math.min(code, 0x10ffff))).join('')
  return letters.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Of each word with the one after it: single words are in many pages. */
function hashesOf(words: readonly string[]): Uint32Array {
  const hashes = words.map((word, at) => {
    const pair = `${word} ${words[at + 1] ?? ''}`
    return createHash('md5').update(pair).digest().readUInt32LE(0)
  })
  return Uint32Array.from(new Set(hashes)).sort()
}

function halved(pixels: Uint8Array): Uint8Array {
  const grey = new Uint8Array(signPx ** 2)
  for (let y = 0; y < signPx; y++)
    for (let x = 0; x < signPx; x++) {
      let sum = 0
      for (const at of [0, 1, DRAWN_PX, DRAWN_PX + 1])
        for (let n = 0; n < 3; n++) sum += pixels[(2 * y * DRAWN_PX + 2 * x + at) * 4 + n] ?? 0
      grey[y * signPx + x] = sum / 12
    }
  return grey
}
