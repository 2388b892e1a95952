import type { PageText } from '#server/platform/media/carry/find-quote'
import { boxReader, type PdfiumText } from '#server/platform/media/read-pdf-facts'
import { openPage, openPdf, pdfium } from '#server/platform/media/render-pdf'

const MOST_LETTERS = 20_000

/** The letters of a page, counted from 1, and where each is. */
export async function readPageText(path: string, page: number): Promise<PageText> {
  const [module, pdf] = [(await pdfium()) as PdfiumText, await openPdf(path)]
  const handle = openPage(module, pdf, page - 1)
  const text = module._FPDFText_LoadPage(handle)
  if (text === 0) return { letters: '', xs: new Float64Array(), ys: new Float64Array() }
  const memory = module.wasmExports.malloc(16)
  try {
    const count = Math.min(Math.max(0, module._FPDFText_CountChars(text)), MOST_LETTERS)
    const [xs, ys] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count).fill(Number.NaN)]
    const toBox = boxReader(module, handle)
    let letters = ''
    for (let at = 0; at < count; at++) {
      letters += letterOf(module._FPDFText_GetUnicode(text, at))
      if (!module._FPDFText_GetLooseCharBox(text, at, memory)) continue
      const view = new DataView(module.HEAPU8.buffer, memory, 16)
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((n) => view.getFloat32(n, true))
      const box = toBox(left, bottom, right, top)
      ;[xs[at], ys[at]] = [box.x + box.width / 2, box.y + box.height / 2]
    }
    return { letters, xs, ys }
  } finally {
    module.wasmExports.free(memory)
    module._FPDFText_ClosePage(text)
  }
}

/** One unit each, so that letters and places stay side by side; line ends are spaces. */
function letterOf(code: number): string {
  const letter = code > 0xffff ? '\ufffd' : String.fromCodePoint(Math.max(code, 0))
  return letter.trim() === '' ? ' ' : letter.toLowerCase().slice(0, 1)
}
