import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf, renderPdfPage, renderPdfTile } from '#server/platform/media/render-pdf'

let folder: string
let read = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-left-out-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Objects from 1; the first is the catalog. */
type Objects = readonly string[]
const stream = (head: string, content: string) =>
  `<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`
const isStream = (object: string) => object.endsWith('endstream')

const plain = (objects: Objects) => {
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`,
    'latin1',
  )
}

/** The same document with all dictionaries packed into one stream, as most programs write it. */
function packed(objects: Objects): Buffer {
  const inside = objects.flatMap((object, n) => (isStream(object) ? [] : [{ number: n + 1, object }]))
  let length = 0
  const starts = inside.map(({ number, object }) => {
    const start = `${number} ${length} `
    length += object.length + 1
    return start
  })
  const head = starts.join('')
  const bytes = deflateSync(Buffer.from(head + inside.map(({ object }) => `${object}\n`).join('')))
  const [pack, table] = [objects.length + 1, objects.length + 2]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places = new Map<number, number>()
  const add = (number: number, object: Buffer) => {
    places.set(number, Buffer.concat(parts).length)
    parts.push(Buffer.from(`${number} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  for (const [n, object] of objects.entries()) if (isStream(object)) add(n + 1, Buffer.from(object, 'latin1'))
  const packHead = `<< /Type /ObjStm /N ${inside.length} /First ${head.length} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`
  add(pack, Buffer.concat([Buffer.from(packHead), bytes, Buffer.from('\nendstream')]))
  const at = Buffer.concat(parts).length
  const rows = Array.from({ length: table + 1 }, (_, number) => {
    const row = Buffer.alloc(7)
    const index = inside.findIndex((one) => one.number === number)
    row[0] = number === 0 ? 0 : index < 0 ? 1 : 2
    row.writeUInt32BE(index < 0 ? (number === table ? at : (places.get(number) ?? 0)) : pack, 1)
    row.writeUInt16BE(index < 0 ? 0 : index, 5)
    return row
  })
  const index = deflateSync(Buffer.concat(rows))
  const tableHead = `<< /Type /XRef /Size ${table + 1} /W [1 4 2] /Root 1 0 R /Filter /FlateDecode /Length ${index.length} >>\nstream\n`
  add(table, Buffer.concat([Buffer.from(tableHead), index, Buffer.from('\nendstream')]))
  return Buffer.concat([...parts, Buffer.from(`startxref\n${at}\n%%EOF\n`)])
}

async function save(bytes: Buffer): Promise<string> {
  const path = join(folder, `${read++}.pdf`)
  await writeFile(path, bytes)
  return path
}

async function pixelAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (Math.min(r, g, b) > 240) return 'white'
  return r > g && r > b ? 'red' : 'green'
}

describe.each([
  ['plain', plain],
  ['packed', packed],
])('of a document whose dictionaries are %s', (_how, write) => {
  const appearance = (box: string, color: string, extra = '') =>
    stream(`/Type /XObject /Subtype /Form /BBox [${box}] ${extra}`, `${color} rg 0 0 100 100 re f`)

  /** Five annotations side by side, one on each of these layers, and what lies below them. */
  const annotated = (layers: readonly string[], config = '/ON [4 0 R] /OFF [5 0 R]') => {
    const annotations = layers.map(
      (layer, n) =>
        `<< /Type /Annot /Subtype /Square /Rect [${n * 100} 0 ${n * 100 + 100} 100] /AP << /N 8 0 R >> /F 4 ${layer} >>`,
    )
    return write([
      `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R 5 0 R] /D << ${config} >> >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 100] /Annots [${annotations.join(' ')}] >>`,
      '<< /Type /OCG /Name (shown) >>',
      '<< /Type /OCG /Name (hidden) >>',
      '<< /Type /OCMD /OCGs [5 0 R] /P /AnyOn >>',
      '<< /Type /OCMD /OCGs [4 0 R 5 0 R] /VE [/And 4 0 R [/Not 5 0 R]] >>',
      appearance('0 0 100 100', '1 0 0'),
      '<< /Type /OCG /Name (for print) /Usage << /View << /ViewState /OFF >> >> >>',
    ])
  }
  const seen = async (bytes: Buffer) => {
    const path = await save(bytes)
    const thumbnail = `${path}.thumbnail`
    await renderPdfPage({ path, page: 1, outputs: { thumbnail } })
    const rendered = await readFile(thumbnail)
    return Promise.all([0.1, 0.3, 0.5, 0.7, 0.9].map((x) => pixelAt(rendered, x, 0.5)))
  }

  test('annotations on hidden layers are not drawn', async () => {
    const layers = ['/OC 4 0 R', '/OC 5 0 R', '/OC 6 0 R', '/OC 7 0 R', '/OC 9 0 R']
    expect(await seen(annotated(layers))).toEqual(['red', 'white', 'white', 'red', 'white'])
    const off = '/BaseState /OFF /ON [5 0 R]'
    expect(await seen(annotated(layers, off))).toEqual(['white', 'red', 'red', 'white', 'white'])
  })

  const scaled = (unit: string, box = '0 0 144 144') =>
    write([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R ${unit} >>`,
      stream('', '1 0 0 rg 0 0 72 144 re f'),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 144] >>',
    ])

  test('a page with units of its own is as large as it is printed', async () => {
    const sizesOf = async (unit: string, box?: string) => (await readPdf(await save(scaled(unit, box)))).sizes
    expect(await sizesOf('/UserUnit 10')).toEqual([
      { width: 1_440, height: 1_440 },
      { width: 144, height: 144 },
    ])
    expect((await sizesOf('/UserUnit 0.5'))[0]).toEqual({ width: 72, height: 72 })
    expect((await sizesOf('/UserUnit 4', '0 0 14400 7200'))[0]).toEqual({ width: 57_600, height: 28_800 })
    for (const unit of ['', '/UserUnit 0', '/UserUnit -3', '/UserUnit /Ten', '/UserUnit 99 0 R'])
      expect((await sizesOf(unit))[0]).toEqual({ width: 144, height: 144 })
  })

  test('and is drawn whole, in tiles as well', async () => {
    const path = await save(scaled('/UserUnit 10'))
    await renderPdfPage({ path, page: 1, outputs: { thumbnail: `${path}.thumbnail` } })
    const preview = await readFile(`${path}.thumbnail`)
    expect([await pixelAt(preview, 0.25, 0.5), await pixelAt(preview, 0.75, 0.5)]).toEqual(['red', 'white'])
    // 15,360 pixels wide at level 0: the last tile is white, the first red.
    for (const [x, colour] of [
      [0, 'red'],
      [14, 'white'],
    ] as const) {
      const output = `${path}.tile`
      await renderPdfTile({ path, page: 1, place: { level: 0, x, y: 3 }, output })
      expect(await pixelAt(await readFile(output), 0.5, 0.5)).toBe(colour)
    }
  })
})
