import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Blurs within blurs over a large area: minutes of work in a few kilobytes. */
export const costlySvg = () => {
  const blurs = Array.from(
    { length: 60 },
    () => '<feGaussianBlur stdDeviation="80"/><feTurbulence numOctaves="9"/>',
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="8000"><filter id="f">${blurs.join('')}</filter>` +
      '<rect width="8000" height="8000" filter="url(#f)"/></svg>',
  )
}

/** Each group shows the one before it ten times. */
export const growingSvg = () => {
  const groups = Array.from({ length: 12 }, (_, n) => {
    const inside = `<use href="#g${n}" x="1"/>`.repeat(10)
    return `<g id="g${n + 1}">${inside}</g>`
  })
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><g id="g0"><circle r="9" opacity=".5"/></g>' +
      `${groups.join('')}<use href="#g12"/></svg>`,
  )
}

function pdf(content: string, more: string[] = [], resources = ''): Buffer {
  const packed = deflateSync(Buffer.from(content))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
  ].map((body, index) => Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`))
  const stream = [
    Buffer.from(`4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]
  const rest = more.map((body, index) => Buffer.from(`${index + 5} 0 obj\n${body}\nendobj\n`))
  const end = Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n')
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, ...stream, ...rest, end])
}

/** One page on which half a million curves are drawn. */
export const costlyPdf = () => pdf('0 0 m 100 700 500 -300 600 400 c 20 w S\n'.repeat(500_000))

/** A form that shows a form eight times, and so on. */
export const growingPdf = () => {
  const depth = 9
  const forms = Array.from({ length: depth }, (_, n) => {
    const isLast = n === depth - 1
    const content = isLast ? '0 0 m 600 700 l 9 w S' : `/X${n + 1} Do `.repeat(8)
    const inner = isLast ? '' : `/XObject << /X${n + 1} ${n + 6} 0 R >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${inner} >> /Length ${content.length} >>\nstream\n${content}\nendstream`
  })
  return pdf('/X0 Do', forms, '/XObject << /X0 5 0 R >>')
}

/** As many pixels as are rendered at once. */
export const costlyPicture = () =>
  sharp({ create: { width: 9_900, height: 9_900, channels: 3, background: '#357' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Four hundred megapixels in half a megabyte. */
export const floodPicture = () =>
  sharp({
    create: { width: 20_000, height: 20_000, channels: 3, background: '#357' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
