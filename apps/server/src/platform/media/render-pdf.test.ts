import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** The colours at places given in fractions, nearly. */
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
  const drawn = { thumbnail: `${path}.thumbnail` }
  await renderPdfPage({ path, page: 1, outputs: drawn })
  const annotated = `${path}.png`
  await renderAnnotated({ path, page: 1, marks: [], output: annotated, format: 'png' })
  for (const picture of [drawn.thumbnail, annotated]) {
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
