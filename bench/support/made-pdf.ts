type Size = { width: number; height: number }

/** A PDF of A4 pages, each with a photo (JPEG) of its own and text. */
export function makePdf(pages: number, photo: Buffer, { width, height }: Size): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let size = parts[0]?.length ?? 0
  const offsets: number[] = []
  const add = (...content: (string | Buffer)[]) => {
    offsets.push(size)
    for (const part of [`${offsets.length} 0 obj\n`, ...content, '\nendobj\n']) {
      const bytes = Buffer.from(part)
      parts.push(bytes)
      size += bytes.length
    }
  }
  const kids = Array.from({ length: pages }, (_, n) => `${4 + 3 * n} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let n = 0; n < pages; n++) {
    const own = 5 + 3 * n
    const resources = `<< /XObject << /Photo ${own + 1} 0 R >> /Font << /F1 3 0 R >> >>`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${own} 0 R >>`,
    )
    const lines = Array.from({ length: 30 }, (_, line) => `0 -11 Td (Line ${line + 1} of page ${n + 1}) Tj`)
    const content = `q 480 0 0 400 60 380 cm /Photo Do Q BT /F1 9 Tf 60 360 Td ${lines.join(' ')} ET`
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const image = `/Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
    add(
      `<< /Type /XObject ${image} /Filter /DCTDecode /Length ${photo.length} >>\nstream\n`,
      photo,
      '\nendstream',
    )
  }
  const start = size
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  parts.push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}${trailer}`))
  return Buffer.concat(parts)
}
