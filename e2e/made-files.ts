import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const card = (width: number, height: number, words: string, colour: string, background = '#f5efe6') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${background}"/>
    <circle cx="${width * 0.7}" cy="${height * 0.4}" r="${height * 0.22}" fill="${colour}"/>
    <rect x="${width * 0.08}" y="${height * 0.7}" width="${width * 0.5}" height="${height * 0.06}" fill="#222"/>
    <text x="${width * 0.08}" y="${height * 0.2}" font-family="sans-serif" font-size="${height / 10}">${words}</text>
  </svg>`

const picture = (words: string, colour: string) => sharp(Buffer.from(card(1200, 800, words, colour)))

/** A PDF of coloured, numbered A5 pages, written by hand. */
export function pdf(pageCount: number): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const pages: number[] = []
  for (let n = 1; n <= pageCount; n++) {
    const drawing = `0.9 ${(0.5 + (n % 20) / 40).toFixed(2)} 0.6 rg 0 0 420 595 re f 0 g BT /F1 64 Tf 60 450 Td (Page ${n}) Tj ET`
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    const content = objects.length
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    pages.push(objects.length)
  }
  objects[1] = `<< /Type /Pages /Count ${pageCount} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] >>`
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#d33', '#3a3', '#33d'].map((colour) => picture('Motion', colour).resize(300, 200).png().toBuffer()),
  )
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [300, 300, 300], loop: 0 })
    .toBuffer()
}

/** In a new folder: rotated JPEG, transparent PNG, SVG, animated GIF, PDF and a very tall page. */
export async function makeJourneyFiles(): Promise<
  Record<'jpeg' | 'png' | 'svg' | 'gif' | 'pdf' | 'tall', string>
> {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-files-'))
  const files = {
    // Stored sideways; its EXIF says to rotate it by 90°.
    jpeg: [
      'poster.jpg',
      await picture('Upright', '#d9482b').rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    png: [
      'logo.png',
      await sharp(Buffer.from(card(800, 600, 'Logo', '#2b6cd9', 'none')))
        .png()
        .toBuffer(),
    ],
    svg: ['icon.svg', Buffer.from(card(640, 640, 'Icon', '#1f9d63'))],
    gif: ['motion.gif', await animation()],
    pdf: ['brochure.pdf', pdf(6)],
    tall: [
      'landing.png',
      await sharp(Buffer.from(card(1200, 7000, 'Landing', '#7a3fb5')))
        .png()
        .toBuffer(),
    ],
  } as const
  const paths: Partial<Record<keyof typeof files, string>> = {}
  for (const [kind, [name, bytes]] of Object.entries(files)) {
    const path = join(folder, name)
    await writeFile(path, bytes)
    Object.assign(paths, { [kind]: path })
  }
  return paths as Record<keyof typeof files, string>
}
