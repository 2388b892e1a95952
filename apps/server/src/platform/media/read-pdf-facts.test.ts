import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageFacts } from '#server/platform/media/page-facts'
import { readPdfFacts } from '#server/platform/media/read-pdf-facts'

let folder: string
let read = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-facts-'))
})
afterAll(() => rm(folder, { recursive: true }))

const stream = (head: string, content: string) =>
  `<< ${head} /Length ${content.length} >>\nstream\n${content}\nendstream`
const resources = '/Resources << /Font << /F1 4 0 R >> /XObject << /Im 5 0 R /Fm 6 0 R >> >>'

/** An A4 page with a font, a 100 × 100 picture, and a form that draws it one point large. */
async function factsOf(content: string, boxes = ''): Promise<PageFacts> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${boxes} /Contents 7 0 R ${resources} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'x'.repeat(10_000),
    ),
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 1 1] ${resources}`, '/Im Do'),
    stream('', content),
  ]
  const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
  const path = join(folder, `${read++}.pdf`)
  await writeFile(path, `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`)
  const output = `${path}.json`
  await readPdfFacts({ path, page: 1, output, spelling: { languages: [], dictionaries: [] } })
  return PageFacts.parse(JSON.parse(await readFile(output, 'utf8')))
}

describe('text', () => {
  test.each([
    ['as it is', '/F1 24 Tf 100 700 Td', 24],
    ['by its own matrix', '/F1 48 Tf 0.5 0 0 0.5 100 700 Tm', 24],
    ['turned', '/F1 1 Tf 0 24 -24 0 100 500 Tm', 24],
  ])('has the size that is drawn: %s', async (_how, set, size) => {
    const { texts } = await factsOf(`BT 0.5 g ${set} (Open every day) Tj ET`)
    expect(texts.map(({ words }) => words).join('')).toContain('Open')
    for (const one of texts) expect(one.size).toBeCloseTo(size, 1)
  })

  test('at a smaller scale is smaller, at its visible place, in its colour', async () => {
    const { texts } = await factsOf('q 0.5 0 0 0.5 0 0 cm BT 0.5 g /F1 48 Tf 600 800 Td (Open) Tj ET Q')
    const [text] = texts
    expect(text).toMatchObject({ words: 'Open', colors: { text: '#808080', background: '#ffffff' } })
    expect(text?.size).toBeCloseTo(24, 1)
    expect(text?.box.x).toBeCloseTo(0.5, 1)
    expect((text?.box.y ?? 0) + (text?.box.height ?? 0)).toBeCloseTo(0.5, 1)
  })
})

test('a picture has the pixels per inch of its place, in forms as well', async () => {
  const { images } = await factsOf('q 72 0 0 72 100 100 cm /Im Do Q q 144 0 0 144 300 300 cm /Fm Do Q')
  expect(images.map(({ ppi }) => Math.round(ppi)).sort((a, b) => a - b)).toEqual([50, 100])
  const [inForm] = images.toSorted((a, b) => a.ppi - b.ppi)
  expect(inForm?.box.x).toBeCloseTo(0.5, 2)
  expect(inForm?.box.width).toBeCloseTo(144 / 600, 2)
})

test('on a page with units of its own letters and pictures are as large as they are printed', async () => {
  const content = 'BT 0.5 g /F1 12 Tf 100 700 Td (Open) Tj ET q 72 0 0 72 100 100 cm /Im Do Q'
  const { size, texts, images } = await factsOf(content, '/UserUnit 10')
  expect(size).toEqual({ width: 6_000, height: 8_000 })
  expect(texts[0]?.size).toBeCloseTo(120, 1)
  expect(images.map(({ ppi }) => Math.round(ppi))).toEqual([10])
})

test('a page says where it is cut, and how far it is printed', async () => {
  const trim = '/TrimBox [30 40 570 760]'
  const bleed = '/BleedBox [15 20 585 780]'
  const both = await factsOf('', `${trim} ${bleed}`)
  const rounded = (box: PageFacts['trim']) => Object.values(box ?? {}).map((part) => Math.round(part * 1_000))
  expect(rounded(both.trim)).toEqual([50, 50, 900, 900])
  expect(rounded(both.bleed)).toEqual([25, 25, 950, 950])
  expect((await factsOf('', bleed)).trim).toBeNull()
  const neither = await factsOf('', '/BleedBox [0 0 600 800]')
  expect([neither.trim, neither.bleed]).toEqual([null, null])
})

test('distinguishes a blank page from one that has anything on it', async () => {
  expect((await factsOf('')).isBlank).toBe(true)
  expect((await factsOf('1 0 0 rg 0 0 600 800 re f')).isBlank).toBe(true)
  expect((await factsOf('0 g 100 100 20 20 re f')).isBlank).toBe(false)
})
