import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson } from '@wingmark/contract/json'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { designPdf } from '../../../test/design-pdf.ts'
import { ComparisonFacts, PagePairsFacts } from './comparison-facts.ts'
import { createRenderer, type Renderer } from './render.ts'
import type { SourcePage } from './render-protocol.ts'

let folder: string
let renderer: Renderer
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-compare-'))
  renderer = createRenderer()
})
afterAll(async () => {
  await renderer.close()
  await rm(folder, { recursive: true })
})

const nextPath = () => join(folder, `file-${++count}`)

async function save(bytes: Buffer): Promise<string> {
  const path = nextPath()
  await writeFile(path, bytes)
  return path
}

async function compare(older: SourcePage, newer: SourcePage) {
  const output = nextPath()
  await renderer.render({ kind: 'compare', ...newer, older, output }, 'later')
  const facts = parseJson(await readFile(output, 'utf8'), ComparisonFacts)
  if (!facts) throw new Error('not a comparison')
  return facts
}

const drawing = (width: number, height: number, inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${inside}</svg>`,
  )
const picture = async (width: number, height: number, inside: string) => ({
  path: await save(
    await sharp(drawing(width, height, inside))
      .png()
      .toBuffer(),
  ),
})
const button = '<rect x="100" y="50" width="40" height="20" fill="#00f"/>'

test('a changed place of a picture is found, also where it has another size', async () => {
  const before = await picture(400, 200, '')
  expect((await compare(before, await picture(400, 200, button))).changed).toEqual([
    { x: 0.25, y: 0.25, width: 0.1, height: 0.1 },
  ])
  const larger = await sharp(drawing(400, 200, button))
    .resize(800, 400)
    .png()
    .toBuffer()
  const [box] = (await compare(before, { path: await save(larger) })).changed
  expect(box?.x).toBeCloseTo(0.25, 1)
  expect(box?.height).toBeCloseTo(0.1, 1)
  expect(await compare(await picture(400, 200, button), await picture(400, 200, button))).toMatchObject({
    changed: [],
    share: 0,
  })
})

test('a drawing is compared with a picture of it', async () => {
  const text = '<text x="40" y="120" font-size="60">Spring</text>'
  const svg = { path: await save(drawing(400, 200, text + button)), svg: true }
  expect((await compare(await picture(400, 200, text + button), svg)).share).toBeLessThan(0.01)
  expect((await compare(await picture(400, 200, text), svg)).changed.length).toBeGreaterThan(0)
  expect((await compare(svg, { ...svg, withoutResvg: true })).share).toBeLessThan(0.05)
})

test('a page of a PDF is compared with another, and with a picture', async () => {
  const line = (words: string, y: number) => ({ words, x: 60, y, size: 40, gray: 0 })
  const page = [line('Open every day', 700), line('Bring your friends', 400)]
  const before = await save(designPdf([page, page]))
  const after = await save(designPdf([page, [line('Open every day', 700), line('Bring the family', 400)]]))
  expect((await compare({ path: before, page: 1 }, { path: after, page: 1 })).share).toBe(0)
  const { changed } = await compare({ path: before, page: 2 }, { path: after, page: 2 })
  expect(changed).toHaveLength(1)
  expect(changed[0]?.y).toBeGreaterThan(0.45)
  expect(changed[0]?.y).toBeLessThan(0.55)
  expect(
    (await compare({ path: before, page: 1 }, await picture(595, 842, ''))).changed.length,
  ).toBeGreaterThan(0)
  await expect(compare({ path: before, page: 3 }, { path: after, page: 1 })).rejects.toThrow('DAMAGED')
})

test('pictures of one pixel, of white alone, and very tall ones are compared', async () => {
  const [pixel, white] = [await picture(1, 1, ''), await picture(200, 100, '')]
  expect(await compare(pixel, pixel)).toEqual({ rows: [[0, 0, 1]], changed: [], share: 0 })
  expect((await compare(pixel, white)).share).toBeGreaterThanOrEqual(0)
  expect((await compare(white, pixel)).share).toBeLessThanOrEqual(1)
  expect(await compare(white, white)).toEqual({ rows: [[0, 0, 1]], changed: [], share: 0 })
  const tall = async (y: number) =>
    picture(1_200, 16_384, `<rect x="100" y="${y}" width="500" height="60" fill="#070"/>`)
  const found = await compare(await tall(4_000), await tall(9_000))
  expect(found.share).toBeGreaterThan(0)
  expect(found.share).toBeLessThan(0.05)
})

test('a broken file fails as damaged, on either side', async () => {
  const broken = { path: await save(Buffer.from('no picture at all')) }
  await expect(compare(await picture(10, 10, ''), broken)).rejects.toThrow('DAMAGED')
  await expect(compare({ path: broken.path, page: 1 }, await picture(10, 10, ''))).rejects.toThrow('DAMAGED')
})

test('pages of documents are paired by their words, and by their looks', async () => {
  const pair = async (older: Buffer, newer: Buffer) => {
    const output = nextPath()
    const task = { kind: 'pair-pages', path: await save(newer), older: await save(older), output } as const
    await renderer.render(task, 'later')
    return parseJson(await readFile(output, 'utf8'), PagePairsFacts)
  }
  const page = (words: string) => [{ words, x: 60, y: 700, size: 24, gray: 0 }]
  const [cover, prices, back] = [
    page('Spring in the park'),
    page('Two coffees for one'),
    page('See you soon there'),
  ]
  expect(await pair(designPdf([cover, back]), designPdf([cover, prices, back]))).toEqual([
    [1, 1],
    [null, 2],
    [2, 3],
  ])
  expect(await pair(designPdf([cover, prices, back]), designPdf([prices, back]))).toEqual([
    [1, null],
    [2, 1],
    [3, 2],
  ])
  expect(await pair(designPdf([[], []]), designPdf([[], cover, []]))).toEqual([
    [1, 1],
    [null, 2],
    [2, 3],
  ])
})
