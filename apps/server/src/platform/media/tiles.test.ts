import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  levelSize,
  pagePixels,
  pictureTilePx,
  type TilePlace,
  tileCounts,
  topLevel,
} from '@wingmark/contract/tiles'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockedPdf } from '../../../test/locked-pdf.ts'
import { createRenderer, type Renderer } from './render.ts'
import { readTileRecord, tileNumber, tileRecordBytes } from './tile-index.ts'

const looked = { viewers: new Set(['somebody']) }
const red = { r: 255, g: 0, b: 0 }
const blue = { r: 0, g: 0, b: 255 }
const white = { r: 255, g: 255, b: 255 }

let folder: string
let renderer: Renderer
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-tiles-'))
  renderer = createRenderer()
})
afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

async function save(bytes: Buffer): Promise<string> {
  count += 1
  const path = join(folder, `file-${count}`)
  await writeFile(path, bytes)
  return path
}

type Size = { width: number; height: number }

async function cut(image: Sharp) {
  const path = await save(await image.toBuffer())
  const [tiles, index] = [`${path}.tiles`, `${path}.index`]
  const { sizes } = await renderer.render({ kind: 'tiles', path, tiles, index }, 'later')
  const [all, records] = [await readFile(tiles), await readFile(index)]
  const full: Size = sizes[0] ?? { width: 0, height: 0 }
  const tile = (place: TilePlace) => {
    const at = tileNumber(full, pictureTilePx, place) * tileRecordBytes
    const { offset, length, mime } = readTileRecord(records.subarray(at, at + tileRecordBytes))
    return { bytes: all.subarray(offset, offset + length), mime }
  }
  return { full, tile }
}

async function expectColour(image: Buffer, x: number, y: number, wanted: typeof red) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  const away = Math.abs(r - wanted.r) + Math.abs(g - wanted.g) + Math.abs(b - wanted.b)
  expect(away, `${r},${g},${b}`).toBeLessThan(60)
}

/** Red above, blue below. */
async function flag(width: number, height: number) {
  const below = sharp({ create: { width, height: Math.floor(height / 2), channels: 3, background: blue } })
  return sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: await below.png().toBuffer(), gravity: 'south' },
  ])
}

describe('a picture', () => {
  test('reveals neither place nor camera in its tiles, and keeps colours of 16 bits', async () => {
    const taken = { IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }
    const image = (await flag(4200, 300)).removeAlpha().toColourspace('rgb16').withIccProfile('p3')
    const { tile } = await cut(image.withExif(taken).png())
    const { bytes } = tile({ level: 0, x: 0, y: 0 })
    const { exif, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, icc, xmp, bytes.includes('SecretCam')]).toEqual([undefined, undefined, undefined, false])
    await expectColour(bytes, 0.5, 0.1, red)
  })

  test('is cut into tiles of every level, down to a single one', async () => {
    const { full, tile } = await cut((await flag(5001, 4097)).removeAlpha().png())
    expect(full).toEqual({ width: 5001, height: 4097 })
    const top = topLevel(full, pictureTilePx)
    expect(top).toBe(4)
    for (let level = 0; level <= top; level++) {
      const size = levelSize(full, level)
      const { columns, rows } = tileCounts(full, pictureTilePx, level)
      for (const [x, y] of [
        [0, 0],
        [columns - 1, rows - 1],
      ] as const) {
        const { bytes, mime } = tile({ level, x, y })
        expect(mime).toBe('image/jpeg')
        expect(await sharp(bytes).metadata()).toMatchObject({
          format: 'jpeg',
          width: Math.min(pictureTilePx, size.width - x * pictureTilePx),
          height: Math.min(pictureTilePx, size.height - y * pictureTilePx),
        })
        await expectColour(bytes, 0.5, y === 0 ? 0.1 : 0.9, y === 0 ? red : blue)
      }
    }
  })

  test('stands upright in its tiles, without place, camera or colour profile', async () => {
    const lying = (await flag(5000, 1200)).withMetadata({ orientation: 6 }).withExif({
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    const { full, tile } = await cut(lying.withIccProfile('p3').jpeg())
    expect(full).toEqual({ width: 1200, height: 5000 })
    const { bytes } = tile({ level: topLevel(full, pictureTilePx), x: 0, y: 0 })
    // Rotated by a quarter, the top is at the right.
    await expectColour(bytes, 0.9, 0.5, red)
    await expectColour(bytes, 0.1, 0.5, blue)
    const { exif, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
    expect(bytes.includes('Exif')).toBe(false)
  })

  test('that is transparent stays so', async () => {
    const clear = sharp({
      create: { width: 4200, height: 600, channels: 4, background: { ...red, alpha: 0 } },
    })
    const { tile } = await cut(clear.png())
    const { bytes, mime } = tile({ level: 0, x: 3, y: 0 })
    expect(mime).toBe('image/webp')
    const { channels } = await sharp(bytes).stats()
    expect(channels[3]?.max).toBe(0)
  })

  test.each([
    ['of 16 bits', async () => (await flag(4200, 600)).toColourspace('rgb16').png()],
    ['in grey', async () => (await flag(4200, 600)).greyscale().png()],
    ['in CMYK', async () => (await flag(4200, 600)).toColourspace('cmyk').jpeg({ quality: 100 })],
  ])('%s has tiles of 8 bits that browsers show', async (_, make) => {
    const { tile } = await cut(await make())
    const { space, depth } = await sharp(tile({ level: 0, x: 0, y: 0 }).bytes).metadata()
    expect(depth).toBe('uchar')
    expect(['srgb', 'b-w']).toContain(space)
  })
})

function pdf(width: number, height: number, more: string, content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${more} /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n`)
}

async function pageTile(bytes: Buffer, place: TilePlace): Promise<Buffer> {
  const path = await save(bytes)
  const output = `${path}-tile`
  await renderer.render({ kind: 'pdf-tile', path, page: 1, place, output }, looked)
  return readFile(output)
}

describe('a page of a PDF', () => {
  test('is rendered again for each tile, so that a hairline stays one', async () => {
    // A poster of A0; the line is a twentieth of a point wide, half a pixel at the last level.
    const poster = pdf(2384, 3370, '', '0.05 w 1192 0 m 1192 3370 l S')
    const full = pagePixels({ width: 2384, height: 3370 })
    expect(full.height).toBe(32_768)
    const x = Math.floor(full.width / 2 / 1024)
    const tile = await pageTile(poster, { level: 0, x, y: 3 })
    expect(await sharp(tile).metadata()).toMatchObject({ width: 1024, height: 1024 })
    const at = (full.width / 2 - x * 1024) / 1024
    const { data } = await sharp(tile).greyscale().raw().toBuffer({ resolveWithObject: true })
    const row = data.subarray(512 * 1024, 513 * 1024)
    const dark = [...row].flatMap((value, place) => (value < 250 ? [place] : []))
    expect(dark.length).toBeGreaterThan(0)
    expect(dark.length).toBeLessThan(8)
    expect(Math.abs((dark[0] ?? 0) / 1024 - at)).toBeLessThan(0.01)
  })

  test('stands as it is turned and cropped', async () => {
    const turned = pdf(300, 200, '/Rotate 90 /CropBox [0 0 200 200]', '1 0 0 rg 0 0 100 200 re f')
    const full = pagePixels({ width: 200, height: 200 })
    const tile = await pageTile(turned, { level: topLevel(full, 1024), x: 0, y: 0 })
    await expectColour(tile, 0.5, 0.25, red)
    await expectColour(tile, 0.5, 0.75, white)
  })

  test('reveals neither place nor camera of its pictures, nor its metadata', async () => {
    const place = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
    const about = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="51,30N"/></x:xmpmeta>'
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: red } })
      .withExif(place)
      .withXmp(about)
      .jpeg()
      .toBuffer()
    const stream = (entries: string, bytes: Buffer) =>
      Buffer.concat([
        Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ])
    const image = '/Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceRGB'
    const objects = [
      Buffer.from('<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>'),
      Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      Buffer.from(
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
      ),
      stream('', Buffer.from('100 0 0 100 0 0 cm /P Do')),
      stream(`${image} /BitsPerComponent 8 /Filter /DCTDecode /Metadata 6 0 R`, photo),
      stream('/Type /Metadata /Subtype /XML', Buffer.from(about)),
    ]
    const document = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      ...objects.flatMap((object, n) => [Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
      Buffer.from('trailer\n<< /Root 1 0 R /Size 7 >>\n%%EOF\n'),
    ])
    const words = ['Exif', 'Camera', 'xmpmeta', 'GPSLatitude']
    for (const word of words) expect(document.includes(word)).toBe(true)
    const path = await save(document)
    const outputs = { preview: `${path}-preview`, thumbnail: `${path}-thumbnail` }
    await renderer.render({ kind: 'pdf-page', path, page: 1, outputs }, 'first')
    const tile = await pageTile(document, {
      level: topLevel(pagePixels({ width: 100, height: 100 }), 1024),
      x: 0,
      y: 0,
    })
    for (const rendered of [await readFile(outputs.preview), await readFile(outputs.thumbnail), tile]) {
      await expectColour(rendered, 0.5, 0.5, red)
      const { exif, xmp, iptc } = await sharp(rendered).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      for (const word of words) expect(rendered.includes(word)).toBe(false)
    }
  })

  test('has no tile beyond its edges', async () => {
    const path = await save(pdf(100, 100, '', ''))
    const task = {
      kind: 'pdf-tile',
      path,
      page: 1,
      place: { level: 0, x: 2, y: 0 },
      output: `${path}-t`,
    } as const
    await expect(renderer.render(task, looked)).rejects.toMatchObject({ failure: 'DAMAGED' })
  })
})

describe('a PDF with a password', () => {
  test('is not opened without it or by a wrong one', async () => {
    const path = await save(lockedPdf('secret'))
    await expect(renderer.render({ kind: 'pdf', path }, 'first')).rejects.toMatchObject({
      failure: 'PASSWORD',
    })
    const wrong = { kind: 'unlock', path, password: 'Secret', output: `${path}-open`, maxBytes: 99 } as const
    await expect(renderer.render(wrong, looked)).rejects.toMatchObject({ failure: 'PASSWORD' })
  })

  test('is written without it, and then needs none', async () => {
    const path = await save(lockedPdf('secret'))
    const output = `${path}-open`
    await renderer.render({ kind: 'unlock', path, password: 'secret', output, maxBytes: 1_000_000 }, looked)
    const tooLarge = {
      kind: 'unlock',
      path,
      password: 'secret',
      output: `${path}-large`,
      maxBytes: 99,
    } as const
    await expect(renderer.render(tooLarge, looked)).rejects.toMatchObject({ failure: 'TOO_LARGE' })
    const open = await readFile(output)
    expect(open.includes('/Encrypt')).toBe(false)
    const preview = `${path}.preview`
    await renderer.render({ kind: 'pdf-page', path: output, page: 1, outputs: { preview } }, 'first')
    await expectColour(await readFile(preview), 0.5, 0.25, red)
    await expectColour(await readFile(preview), 0.5, 0.75, white)
  })
})
