import { previewMaxPx } from '@wingmark/contract/limits'
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href

/** A page's size in points. */
type Sheet = { width: number; height: number }

/** A PDF whose pages render on demand. */
export type Pdf = {
  pages: Sheet[]
  /** The address of a page's picture, counted from 1. */
  draw: (page: number) => Promise<string>
  /** Also frees the pictures. */
  close: () => void
}

/** Opens only with a password. */
export class LockedPdf extends Error {}

const mostPages = 2_000
const largeBytes = 4 * 1_048_576

/** Opens a PDF of this device. Throws LockedPdf, and other errors if it is invalid. */
export async function openPdf(blob: Blob): Promise<Pdf> {
  const opening = getDocument({
    ...(await sourceOf(blob)),
    isEvalSupported: false,
    // The content security policy forbids it.
    useWasm: false,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  })
  let pdf: PDFDocumentProxy
  const pages: Sheet[] = []
  try {
    pdf = await opening.promise
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number += 1) {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
      pages.push({ width, height })
    }
  } catch (error) {
    void opening.destroy()
    throw error instanceof Error && error.name === 'PasswordException' ? new LockedPdf() : error
  }
  const drawn = new Map<number, Promise<string>>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    pages,
    draw(number) {
      // One at a time: a canvas for each would take much memory.
      const known = drawn.get(number) ?? last.then(() => drawPage(pdf, number))
      drawn.set(number, known)
      last = known.catch(() => drawn.delete(number))
      return known
    },
    close() {
      for (const address of drawn.values()) void address.then(URL.revokeObjectURL, () => undefined)
      void opening.destroy()
    },
  }
}

/** Reads large ones in pieces, on demand. */
async function sourceOf(blob: Blob) {
  if (blob.size <= largeBytes) return { data: new Uint8Array(await blob.arrayBuffer()) }
  return { range: new BlobPieces(blob) }
}

class BlobPieces extends PDFDataRangeTransport {
  private readonly blob: Blob
  constructor(blob: Blob) {
    super(blob.size, null)
    this.blob = blob
  }
  override requestDataRange(begin: number, end: number): void {
    void this.blob
      .slice(begin, end)
      .arrayBuffer()
      .then((bytes) => this.onDataRange(begin, new Uint8Array(bytes)))
      // The bytes have been deleted.
      .catch(() => this.abort())
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: previewMaxPx / Math.max(plain.width, plain.height) })
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(viewport.width)),
    height: Math.max(1, Math.round(viewport.height)),
  })
  try {
    await page.render({ canvas, viewport }).promise
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
    if (!picture) throw new Error('The page could not be drawn')
    return URL.createObjectURL(picture)
  } finally {
    // Browsers keep a canvas long after its removal.
    canvas.width = 0
    page.cleanup()
  }
}
