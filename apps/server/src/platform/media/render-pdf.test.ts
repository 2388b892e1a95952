import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderAnnotated } from '#server/platform/media/render-annotated'
import { renderPdfPage, renderPdfTile } from '#server/platform/media/render-pdf'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** One page of 400 × 200 points. */
async function save(content: string, page: string, more: readonly string[] = []): Promise<string> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...more,
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  const path = join(folder, `${count++}.pdf`)
  const trailer = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`
  await writeFile(path, `%PDF-1.7\n${body}${trailer}`, 'latin1')
  return path
}

/** Approximate colours at places given in fractions. */
async function coloursAt(path: string, places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 16) * 16)
  })
}

const modes = ['Multiply', 'Screen', 'Overlay', 'Darken', 'Lighten', 'ColorDodge', 'ColorBurn', 'HardLight']
const others = ['SoftLight', 'Difference', 'Exclusion', 'Hue', 'Saturation', 'Color', 'Luminosity']

test.each([
  ['with a group of its own', '/Group << /Type /Group /S /Transparency /CS /DeviceRGB >>'],
  ['without one', ''],
])('a page %s blends with what is on it, and not with the paper', async (_, group) => {
  const all = [...modes, ...others]
  const states = all.map((mode, n) => `/G${n} << /Type /ExtGState /BM /${mode} >>`).join(' ')
  const squares = all.map((_mode, n) => `q /G${n} gs .77 .07 .29 rg ${n * 26} 60 20 80 re f Q`).join('\n')
  const path = await save(squares, `/Resources << /ExtGState << ${states} >> >> ${group}`)
  const places = all.map((_mode, n) => [(n * 26 + 10) / 400, 0.5] as const)
  const rendered = { thumbnail: `${path}.thumbnail` }
  await renderPdfPage({ path, page: 1, outputs: rendered })
  const annotated = `${path}.png`
  await renderAnnotated({ path, page: 1, marks: [], output: annotated, format: 'png' })
  for (const picture of [rendered.thumbnail, annotated]) {
    expect(await coloursAt(picture, places), picture).toEqual(all.map(() => [192, 16, 80]))
    expect(await coloursAt(picture, [[0.99, 0.1]])).toEqual([[256, 256, 256]])
  }
  const tile = `${path}.tile`
  await renderPdfTile({ path, page: 1, place: { level: 3, x: 0, y: 0 }, output: tile })
  const [colour = []] = await coloursAt(tile, [[0.03, 0.5]])
  expect(colour).toEqual([192, 16, 80])
})

test('what lies on each other still blends', async () => {
  const states = '/M << /BM /Multiply >>'
  const content = '1 1 0 rg 0 0 400 200 re f q /M gs 0 1 1 rg 100 0 200 200 re f Q'
  const path = await save(content, `/Resources << /ExtGState << ${states} >> >>`)
  await renderPdfPage({ path, page: 1, outputs: { thumbnail: `${path}.webp` } })
  expect(
    await coloursAt(`${path}.webp`, [
      [0.1, 0.5],
      [0.5, 0.5],
    ]),
  ).toEqual([
    [256, 256, 0],
    [0, 256, 0],
  ])
})

describe('letters whose font is not in the document', () => {
  /** One line for each alphabet, by the names of its letters. */
  const write = (letters: readonly string[], font = 'Arial') => {
    const differences = letters.map((letter) => `/${letter}`).join(' ')
    const widths = letters.map(() => 560).join(' ')
    const codes = letters.map((_letter, n) => (65 + n).toString(16)).join('')
    return save(`BT /F 60 Tf 20 80 Td <${codes}> Tj ET`, '/Resources << /Font << /F 5 0 R >> >>', [
      `<< /Type /Font /Subtype /TrueType /BaseFont /${font} /FirstChar 65 /LastChar ${64 + letters.length} /Widths [${widths}] /FontDescriptor 6 0 R /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 ${differences}] >> >>`,
      `<< /Type /FontDescriptor /FontName /${font} /Flags 32 /FontBBox [-665 -325 2000 1040] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 716 /StemV 80 >>`,
    ])
  }
  /** The share of ink in the place of each letter. */
  const inkOf = async (picture: string, count: number) => {
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    const edge = (n: number) => Math.round(((20 + n * 33.6) / 400) * info.width)
    return Array.from({ length: count }, (_, n) => {
      let dark = 0
      for (let y = 0; y < info.height; y++)
        for (let x = edge(n); x < edge(n + 1); x++) if ((data[y * info.width + x] ?? 255) < 128) dark += 1
      return dark / info.height / (edge(n + 1) - edge(n))
    })
  }

  test.each([
    ['Polish', ['aogonek', 'eogonek', 'cacute', 'nacute'], 'Arial'],
    ['Czech', ['ccaron', 'ecaron', 'rcaron', 'uring'], 'TimesNewRoman'],
    ['Greek', ['alpha', 'beta', 'gamma', 'omega'], 'CourierNew'],
    ['Cyrillic', ['afii10031', 'afii10080', 'afii10078', 'afii10082'], 'Arial,Bold'],
    ['Hebrew', ['afii57664', 'afii57665', 'afii57666', 'afii57667'], 'Helvetica'],
  ])('are rendered where they are %s', async (_, letters, font) => {
    const path = await write(letters, font)
    const thumbnail = `${path}.webp`
    const { unseen } = await renderPdfPage({ path, page: 1, outputs: { thumbnail } })
    expect(unseen).toBeUndefined()
    for (const ink of await inkOf(thumbnail, letters.length)) expect(ink).toBeGreaterThan(0.02)
    // The process has rendered another document before this tile.
    await renderPdfPage({ path: await write(['A']), page: 1, outputs: {} })
    const output = `${path}.tile`
    await renderPdfTile({ path, page: 1, place: { level: 3, x: 0, y: 0 }, output })
    for (const ink of await inkOf(output, letters.length)) expect(ink).toBeGreaterThan(0.02)
  })

  test('are rendered and reported one by one, too, where PDFium reads none of them by itself', async () => {
    const font = (name: string) =>
      `<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 65 /LastChar 65 /Widths [560] /FontDescriptor 6 0 R /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 /${name}] >> >>`
    const descriptor =
      '<< /Type /FontDescriptor /FontName /Arial /Flags 32 /FontBBox [-665 -325 2000 1040] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 716 /StemV 80 >>'
    const apart = 'BT /F 60 Tf 20 80 Td <41> Tj 33.6 0 Td <41> Tj ET'
    const page = '/Resources << /Font << /F 5 0 R >> >>'
    for (const [name, unseen] of [
      ['afii10031', undefined],
      // Devanagari, which no font here covers.
      ['uni0915', ['TEXT_WITHOUT_FONT']],
    ] as const) {
      const path = await save(apart, page, [font(name), descriptor])
      const thumbnail = `${path}.webp`
      expect((await renderPdfPage({ path, page: 1, outputs: { thumbnail } })).unseen).toEqual(unseen)
      if (unseen) continue
      for (const ink of await inkOf(thumbnail, 2)) expect(ink).toBeGreaterThan(0.02)
    }
  })

  test('are rendered as before where PDFium has them, whatever was rendered between', async () => {
    const path = await write(['A', 'adieresis', 'germandbls', 'Zcaron'])
    const draw = async (name: string) => {
      await renderPdfPage({ path, page: 1, outputs: { thumbnail: join(folder, name) } })
      return sharp(join(folder, name)).raw().toBuffer()
    }
    const before = await draw('before')
    const other = await write(['afii10031'])
    await renderPdfPage({ path: other, page: 1, outputs: { thumbnail: join(folder, 'other') } })
    expect((await draw('after')).equals(before)).toBe(true)
  })

  test.each([
    ['Thai', '0E01', ['TEXT_WITHOUT_FONT']],
    ['Hindi', '0915', ['TEXT_WITHOUT_FONT']],
    ['Chinese', '6F22', ['TEXT_WITHOUT_FONT']],
    ['Greek', '03B1', undefined],
    ['of Western Europe', '00E4', undefined],
  ])('are reported as unseen where no font here has them: %s', async (_, code, unseen) => {
    const map = `1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <${code}> endbfchar`
    const path = await save('BT /F 60 Tf 20 80 Td (A) Tj ET', '/Resources << /Font << /F 5 0 R >> >>', [
      '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 65 /LastChar 65 /Widths [560] /ToUnicode 6 0 R >>',
      `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
    ])
    expect((await renderPdfPage({ path, page: 1, outputs: {} })).unseen).toEqual(unseen)
  })
})

test('renders lines and polygons of annotations without their own picture', async () => {
  const annotations = [
    '<< /Type /Annot /Subtype /Line /Rect [10 90 110 110] /L [10 100 110 100] /C [1 0 0] /Border [0 0 10] /F 4 >>',
    '<< /Type /Annot /Subtype /PolyLine /Rect [140 40 260 160] /Vertices [150 50 150 150 250 150] /C [0 0.5 0] /Border [0 0 10] /F 4 >>',
    '<< /Type /Annot /Subtype /Polygon /Rect [290 40 390 160] /Vertices [300 50 300 150 380 150 380 50] /C [0 0 1] /IC [1 1 0] /Border [0 0 10] /F 4 >>',
    '<< /Type /Annot /Subtype /Line /Rect [10 10 110 30] /L [10 20 110 20] /C [1 0 0] /Border [0 0 10] /F 6 >>',
  ]
  const path = await save('', `/Annots [${annotations.join(' ')}]`)
  const thumbnail = `${path}.webp`
  await renderPdfPage({ path, page: 1, outputs: { thumbnail } })
  const seen = await coloursAt(thumbnail, [
    [60 / 400, 0.5],
    [150 / 400, 0.5],
    [200 / 400, 0.25],
    [300 / 400, 0.5],
    [340 / 400, 0.5],
    [60 / 400, 0.9],
  ])
  expect(seen).toEqual([
    [256, 0, 0],
    [0, 128, 0],
    [0, 128, 0],
    [0, 0, 256],
    [256, 256, 0],
    [256, 256, 256],
  ])
})

const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written.toString('latin1')
}
const box = (type: string, inside: string) => number(inside.length + 8, 4) + type + inside
const marker = (code: number, inside: string) => number(code, 2) + number(inside.length + 2, 2) + inside

/** A JPEG 2000 of 8 × 8 pixels and three colours that claims the four of print. */
function badPicture(): string {
  const four = (...values: number[]) => values.map((value) => number(value, 4)).join('')
  const size = number(0, 2) + four(8, 8, 0, 0, 8, 8, 0, 0) + number(3, 2) + '\x07\x01\x01'.repeat(3)
  const tile = '\x00\x00\x00'
  const code = [
    '\xff\x4f',
    marker(0xff51, size),
    marker(0xff52, '\x00\x00\x00\x01\x00\x00\x04\x04\x00\x01'),
    marker(0xff5c, '\x40\x40'),
    marker(0xff90, number(0, 2) + number(14 + tile.length, 4) + '\x00\x01'),
    `\xff\x93${tile}\xff\xd9`,
  ].join('')
  const header = box('ihdr', `${four(8, 8)}${number(3, 2)}\x07\x07\x00\x00`)
  const colours = box('colr', `\x01\x00\x00${number(12, 4)}`)
  const start = box('jP  ', '\x0d\x0a\x87\x0a') + box('ftyp', `jp2 ${number(0, 4)}jp2 `)
  return start + box('jp2h', header + colours) + box('jp2c', code)
}

test('leaves out and reports a picture that PDFium cannot read, and renders the rest of its page', async () => {
  const data = badPicture()
  const picture = `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceCMYK /Filter /JPXDecode /Length ${data.length} >>\nstream\n${data}\nendstream`
  const content = '0 .5 0 rg 0 0 200 200 re f q 200 0 0 200 200 0 cm /P Do Q'
  const path = await save(content, '/Resources << /XObject << /P 5 0 R >> >>', [picture])
  const places = [
    [0.25, 0.5],
    [0.75, 0.5],
  ] as const
  for (const thumbnail of [`${path}.first`, `${path}.again`]) {
    const { unseen } = await renderPdfPage({ path, page: 1, outputs: { thumbnail } })
    expect(unseen).toEqual(['BAD_PICTURE'])
    expect(await coloursAt(thumbnail, places)).toEqual([
      [0, 128, 0],
      [256, 256, 256],
    ])
  }
  const output = `${path}.tile`
  await renderPdfTile({ path, page: 1, place: { level: 0, x: 0, y: 0 }, output })
  expect(await coloursAt(output, [[0.25, 0.5]])).toEqual([[0, 128, 0]])
})
