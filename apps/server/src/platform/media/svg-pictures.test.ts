import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPicture } from '#server/platform/media/render-picture'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-svg-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Place = readonly [x: number, y: number]

/** Red, green, blue and alpha at places given in fractions; an SVG of 200 × 200. */
async function coloursAt(attributes: string, inside: string, places: readonly Place[]) {
  const path = join(folder, `${count++}.svg`)
  await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
  const { sizes } = await renderPicture({ path, svg: true, outputs: { thumbnail: `${path}.webp` } })
  const { data, info } = await sharp(`${path}.webp`).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const colours = places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4
    return [...data.subarray(at, at + 4)]
  })
  return { size: sizes[0], colours }
}

const square = 'width="200" height="200"'
const expectNear = (color: readonly number[] | undefined, meant: readonly number[]) => {
  for (const [n, part] of meant.entries()) expect(Math.abs((color?.[n] ?? -99) - part)).toBeLessThan(8)
}

test('a mask by alpha, as editors write it into a style, shows a layer with a filter', async () => {
  const mask =
    '<mask id="m" style="mask-type:alpha" width="200" height="200" x="0" y="0" maskUnits="userSpaceOnUse"><rect width="200" height="200" fill="#000"/></mask>'
  const blur = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
  const layer =
    '<g mask="url(#m)"><rect x="40" y="40" width="120" height="120" fill="#0a0" filter="url(#f)"/></g>'
  const { colours } = await coloursAt(`${square} fill="none"`, mask + blur + layer, [[0.5, 0.5]])
  expectNear(colours[0], [0, 170, 0, 255])
})

test('a transform turns about its origin, whoever draws it', async () => {
  const places: Place[] = [
    [0.5, 0.22],
    [0.3, 0.3],
    [0.5, 0.5],
  ]
  for (const origin of ['100 100', '50% 50%', 'center', '100px, 100px', 'center center'])
    for (const filter of ['', '<filter id="f"/>']) {
      const shape = `<rect x="50" y="50" width="100" height="100" fill="#0a0" transform="rotate(45)" transform-origin="${origin}"/>`
      const { colours } = await coloursAt(square, shape + filter, places)
      expectNear(colours[0], [0, 170, 0, 255])
      expect(colours[1]?.[3], origin).toBe(0)
      expectNear(colours[2], [0, 170, 0, 255])
    }
})

test('a background of the root is seen, in a sheet and with alpha too', async () => {
  const corner: Place[] = [[0.05, 0.05]]
  const of = async (attributes: string, inside: string) =>
    (await coloursAt(`${square} ${attributes}`, `${inside}<circle cx="100" cy="100" r="60"/>`, corner))
      .colours[0]
  expectNear(await of('', '<style>svg{background:#141428}</style>'), [20, 20, 40, 255])
  expectNear(await of('style="background:rgba(20,20,40,1)"', ''), [20, 20, 40, 255])
  expectNear(await of('style="background-color:#0000ff80"', ''), [0, 0, 255, 128])
})

test('a size in the style of the root stretches nothing', async () => {
  const root = 'width="200" height="100" viewBox="0 0 100 50" style="width:300px;height:300px"'
  const circle = '<circle cx="50" cy="25" r="25" fill="#0a0"/>'
  const { size, colours } = await coloursAt(root, circle, [
    [0.5, 0.5],
    [0.5, 0.1],
  ])
  expect(size).toEqual({ width: 300, height: 300 })
  expectNear(colours[0], [0, 170, 0, 255])
  expect(colours[1]?.[3]).toBe(0)
})

test('a comment about fonts changes nothing', async () => {
  const words = '<!-- font-family: Inter; font: 9px "x" --><rect width="200" height="200" fill="#0a0"/>'
  expectNear((await coloursAt(square, words, [[0.5, 0.5]])).colours[0], [0, 170, 0, 255])
})
