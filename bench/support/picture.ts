import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const grainShare = 0.5

/** A photo-like picture: soft shapes, some grain and text, so that its preview is as large as a real one. */
export async function photo(width: number, height: number, words: string, quality = 90): Promise<Buffer> {
  const [columns, rows] = [Math.ceil(width / 3), Math.ceil(height / 3)]
  const grain = await sharp(randomBytes(columns * rows * 3), {
    raw: { width: columns, height: rows, channels: 3 },
  })
    .resize(width, height, { kernel: 'cubic' })
    .modulate({ saturation: 0.4 })
    .png({ compressionLevel: 1 })
    .ensureAlpha(grainShare)
    .toBuffer()
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="1" y2="1"><stop stop-color="#f3d9b8"/><stop offset="1" stop-color="#2f4858"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.68}" cy="${height * 0.42}" r="${height * 0.26}" fill="#e5484d"/>
    <text x="${width * 0.06}" y="${height * 0.85}" font-family="sans-serif" font-weight="700" font-size="${height / 8}" fill="#fff">${words}</text>
  </svg>`
  return sharp(Buffer.from(shapes))
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality })
    .toBuffer()
}

/** A square picture of many small photos; streamed, as it may be larger than memory. */
export async function mosaic(side: number): Promise<Buffer> {
  const input = await sharp(await photo(1_000, 1_000, 'Wing'))
    .png({ compressionLevel: 1 })
    .toBuffer()
  const background = { create: { width: side, height: side, channels: 3 as const, background: '#fff' } }
  return sharp({ ...background, limitInputPixels: false })
    .composite([{ input, tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer()
}
