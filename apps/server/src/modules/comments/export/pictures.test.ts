import { requestCommentExport } from '@wingmark/contract/comment-exports'
import { createComment, type MarkerInput } from '@wingmark/contract/comments'
import { rgbOf } from '@wingmark/contract/contrast'
import { personColors } from '@wingmark/contract/person-colors'
import { createReview } from '@wingmark/contract/reviews'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { designPdf } from '../../../../test/design-pdf.ts'
import { newFile, newUser, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { readPdf } from '../../../../test/read-pdf.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let owner: Person
let ink: readonly number[]
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
  ink = rgbOf(personColors[0])
})

const newPage = async (picture: Sharp) => newDesign(await picture.png().toBuffer(), 'page.png')

async function newDesign(bytes: Buffer, name: string) {
  const file = await newFile(app, owner, { bytes, name })
  const body = { name: 'Spring', files: [file._id] }
  const review = (await app.call(createReview, { body }, owner)).body.result
  return { review: review._id, file: file._id }
}

const paper = [224, 224, 224]
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3 as const, background: '#e0e0e0' } })

async function mark(file: string, marker: MarkerInput): Promise<void> {
  const { status } = await app.call(createComment, { body: { file, marker, message: 'Here' } }, owner)
  expect(status).toBe(201)
}

async function take({ review, file }: { review: string; file: string }, format: 'PNG' | 'PDF') {
  await waitUntilIdle(app)
  const body = { format, ...(format === 'PNG' ? { file, page: 1 } : {}) }
  const { url } = (await app.call(requestCommentExport, { params: { id: review }, body }, owner)).body.result
  const response = await app.fetch(url)
  expect(response.status).toBe(200)
  return {
    name: response.headers.get('content-disposition') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

type Pixels = { data: Uint8Array; width: number; height: number; channels: number }

async function pixelsOf(bytes: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { data, ...info }
}

/** Whether a pixel has roughly this colour; JPEG is less precise. */
function has({ data, width, channels }: Pixels, x: number, y: number, color: readonly number[], off = 4) {
  const at = (Math.round(y) * width + Math.round(x)) * channels
  return color.every((part, i) => Math.abs(part - (data[at + i] ?? 0)) <= off)
}

/** The picture's place on a sheet, found by its own colour below the text. */
function pictureOn(sheet: Pixels): Box {
  const [middle, left] = [sheet.width / 2, 81]
  const rows = Array.from({ length: sheet.height }, (_, y) => y).filter((y) => has(sheet, left, y, paper))
  const [top = 0, bottom = 0] = [rows[0], rows.at(-1)]
  return { left: 80, top, width: 2 * (middle - 80), height: bottom - top + 1 }
}
type Box = { left: number; top: number; width: number; height: number }

/** Thin lines may not have exactly the colour they were drawn in. */
const isNear = (pixels: Pixels, x: number, y: number) =>
  [-2, -1, 0, 1, 2].some((off) => has(pixels, x, y + off, ink, 70))

const wave = Array.from({ length: 500 }, (_, i): [number, number] => [
  0.1 + (Math.min(i, 498) / 499) * 0.5,
  i === 499 ? 0.8 : 0.7,
])
type Case = { what: string; marker: MarkerInput; on: [number, number]; beside: [number, number] }
const cases: Case[] = [
  {
    what: 'a region',
    marker: { page: 1, x: 0.2, y: 0.2, width: 0.4, height: 0.3, shape: 'RECTANGLE' },
    on: [0.4, 0.5],
    beside: [0.4, 0.35],
  },
  {
    what: 'an arrow',
    marker: {
      page: 1,
      x: 0.1,
      y: 0.2,
      shape: 'ARROW',
      points: [
        [0.1, 0.2],
        [0.7, 0.2],
      ],
    },
    on: [0.4, 0.2],
    beside: [0.4, 0.3],
  },
  {
    // Even thinned out, it reaches its last point, down from the others.
    what: 'a line by hand',
    marker: { page: 1, x: 0.1, y: 0.7, shape: 'FREEHAND', points: wave },
    on: [0.599, 0.77],
    beside: [0.3, 0.77],
  },
]

test.each(cases)('$what is drawn at its place in its writer’s colour, as PNG and as PDF', async (one) => {
  const { marker, on, beside } = one
  const page = await newPage(plain(1_200, 900))
  await mark(page.file, marker)
  const png = await pixelsOf((await take(page, 'PNG')).bytes)
  expect(has(png, on[0] * png.width, on[1] * png.height, ink)).toBe(true)
  expect(has(png, beside[0] * png.width, beside[1] * png.height, paper)).toBe(true)

  const [read] = await readPdf((await take(page, 'PDF')).bytes)
  if (!read) throw new Error('no sheet')
  const sheet = { ...read, channels: 4 }
  const { left, top, width, height } = pictureOn(sheet)
  expect(height / width).toBeCloseTo(0.75, 1)
  expect(isNear(sheet, left + on[0] * width, top + on[1] * height)).toBe(true)
  expect(has(sheet, left + beside[0] * width, top + beside[1] * height, paper, 12)).toBe(true)
})

test('a page much taller than a sheet keeps a readable width, over several sheets, with its marks', async () => {
  const line = await plain(720, 7_000)
    .composite([
      {
        input: { create: { width: 8, height: 7_000, channels: 3, background: 'black' } },
        left: 350,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  const page = await newPage(sharp(line))
  await mark(page.file, { page: 1, x: 0.25, y: 0.02 })
  await mark(page.file, { page: 1, x: 0.25, y: 0.9 })
  const png = await pixelsOf((await take(page, 'PNG')).bytes)
  expect(png.width).toBe(720)
  expect(png.height / png.width).toBeCloseTo(7_000 / 720, 1)
  for (const y of [0.02, 0.9]) expect(has(png, 0.25 * png.width - 5, y * png.height, ink)).toBe(true)
  // A line of eight pixels is still black.
  expect(has(png, 354, 2_500, [0, 0, 0], 40)).toBe(true)

  const { bytes } = await take(page, 'PDF')
  const sheets = (await readPdf(bytes)).map((sheet) => ({ ...sheet, channels: 4 }))
  const slices = sheets.map(pictureOn).filter(({ height }) => height > 1)
  expect(slices.length).toBeGreaterThan(5)
  expect(new Set(slices.map(({ width }) => width)).size).toBe(1)
  expect(bytes.toString('latin1').match(/DCTDecode/g)).toHaveLength(1)
  const shown = slices.reduce((sum, { height }) => sum + height, 0) - (slices.length - 1) * 2 * 24
  expect(shown / (slices[0]?.width ?? 1)).toBeCloseTo(7_000 / 720, 1)
  expect(sheets.at(-1)?.words).toContain('Here')
})

test('a tall page of a document is rendered as wide as a tall picture', async () => {
  const text = { words: 'Far below', x: 40, y: 300, size: 40, gray: 0 }
  const document = designPdf([[text]])
    .toString('latin1')
    .replace('[0 0 595 842]', '[0 0 595 5950]')
  const page = await newDesign(Buffer.from(document, 'latin1'), 'tall.pdf')
  await mark(page.file, { page: 1, x: 0.5, y: 0.9 })
  const { width, height } = await pixelsOf((await take(page, 'PNG')).bytes)
  expect(width).toBeGreaterThan(1_000)
  expect(height / width).toBeCloseTo(10, 1)
})

// resvg renders the second one, on the background of its root element.
test.each([
  ['', paper],
  [' style="background:#f0d060"', [240, 208, 96]],
])(
  'a tall drawing is drawn as wide as a tall picture, on its own background%s',
  async (style, background) => {
    const ground = style === '' ? '<rect width="360" height="3500" fill="#e0e0e0"/>' : ''
    const inside = `${ground}<rect x="175" width="4" height="3500"/>`
    const root = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="3500"${style}>`
    const page = await newDesign(Buffer.from(`${root}${inside}</svg>`), 'tall.svg')
    await mark(page.file, { page: 1, x: 0.25, y: 0.9 })
    const png = await pixelsOf((await take(page, 'PNG')).bytes)
    expect(png.width).toBeGreaterThan(1_000)
    const scale = png.width / 360
    expect(png.height / scale).toBeCloseTo(3_500, -1)
    expect(has(png, 177 * scale, 1_000 * scale, [0, 0, 0])).toBe(true)
    expect(has(png, 170 * scale, 1_000 * scale, background)).toBe(true)
    expect(has(png, 0.25 * png.width - 5, 0.9 * png.height, ink)).toBe(true)
  },
)

test('a tall picture of many megapixels is rendered as wide as a smaller one', async () => {
  const page = await newPage(plain(2_400, 28_000).toColourspace('b-w'))
  await mark(page.file, { page: 1, x: 0.25, y: 0.9 })
  const { width, height } = await pixelsOf((await take(page, 'PNG')).bytes)
  expect(width).toBeGreaterThan(1_000)
  expect(height / width).toBeCloseTo(28_000 / 2_400, 1)
})

test('a white mark without a background lies on a dark one, a dark one on white', async () => {
  const mark = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><circle cx="200" cy="150" r="90" fill="${color}"/></svg>`
  const marks = {
    '#ffffff': [48, 50, 55],
    '#202020': [255, 255, 255],
  }
  for (const [color, ground] of Object.entries(marks)) {
    const drawing = Buffer.from(mark(color))
    const designs = [await newPage(sharp(drawing)), await newDesign(drawing, 'mark.svg')]
    for (const design of designs) {
      const picture = await pixelsOf((await take(design, 'PNG')).bytes)
      expect(has(picture, 3, 3, ground), color).toBe(true)
      expect(has(picture, picture.width / 2, picture.height / 2, rgbOf(color)), color).toBe(true)
    }
  }
})

test('a picture says what it leaves out', async () => {
  const page = await newPage(plain(400, 300))
  await app.deps.db.pool.query(
    `insert into comments (id, review_id, file_id, number, type, message, marker, user_id, reply_count)
     select gen_random_uuid(), $1, $2, n, 'MARKED', 'many', '{"page":1,"x":0.5,"y":0.5,"shape":"POINT"}', $3, 0
     from generate_series(1, 1001) n`,
    [page.review, page.file, owner.user._id],
  )
  await app.deps.db.pool.query('update files set comment_count = 1001 where id = $1', [page.file])
  expect((await take(page, 'PNG')).name).toContain('with its first 1000 comments.png')
  const [sheet] = await readPdf((await take(page, 'PDF')).bytes)
  expect(sheet?.words).toContain('The picture shows the first 1000 of these comments.')
})
