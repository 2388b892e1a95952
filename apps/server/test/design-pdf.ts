type Text = { words: string; x: number; y: number; size: number; gray: number }

/** An A4 page with texts in Helvetica, which is not embedded; y counts from below, gray from 0 to 1. */
export function designPdf(pages: readonly (readonly Text[])[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>']
  const kids = pages.map((_, n) => `${4 + n * 2} 0 R`).join(' ')
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [n, texts] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + n * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    const content = texts
      .map(({ words, x, y, size, gray }) => `BT ${gray} g /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`)
      .join('\n')
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
}
