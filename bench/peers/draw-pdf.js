/** Renders all pages of a PDF with PDFium alone, at preview size; prints the milliseconds. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const server = createRequire(join(import.meta.dirname, '../../apps/server/package.json'))
const { PDFiumLibrary } = server('@hyzyla/pdfium')
const [file = '', longest = '2048'] = process.argv.slice(2)
const library = await PDFiumLibrary.init()
const bytes = await readFile(file)
const from = performance.now()
const document = await library.loadDocument(bytes)
for (const page of document.pages()) {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Number(longest) / Math.max(originalWidth, originalHeight)
  await page.render({
    width: Math.round(originalWidth * scale),
    height: Math.round(originalHeight * scale),
    render: 'bitmap',
  })
}
document.destroy()
console.log(performance.now() - from)
library.destroy()
