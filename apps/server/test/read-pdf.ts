import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'

/** A page as an independent program reads it: its words in one line, and its pixels, RGBA, two per point. */
export type ReadPage = { words: string; data: Uint8Array; width: number; height: number }

async function read<T>(bytes: Buffer, how: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  try {
    return await how(document)
  } finally {
    document.destroy()
    library.destroy()
  }
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

export const readPdf = (bytes: Buffer): Promise<ReadPage[]> =>
  read(bytes, async (document) => {
    const pages: ReadPage[] = []
    for (const page of document.pages()) {
      // Before rendering, which closes it.
      const words = inOneLine(page.getText())
      const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' })
      pages.push({ words, data, width, height })
    }
    return pages
  })

/** Words of all pages; renders nothing. */
export const wordsOfPdf = (bytes: Buffer): Promise<string> =>
  read(bytes, (document) => [...document.pages()].map((page) => inOneLine(page.getText())).join(' '))
