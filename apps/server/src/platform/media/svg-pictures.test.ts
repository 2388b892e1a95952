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

test('a transform turns about its origin in both renderers', async () => {
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

test('shows a background of the root, in a sheet and with alpha too', async () => {
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

const middle: Place[] = [[0.5, 0.5]]
const green = [0, 128, 0, 255]

test('an embedded picture without a height keeps its shape, and AVIF is shown', async () => {
  const picture = sharp({ create: { width: 20, height: 40, channels: 3, background: '#008000' } })
  const image = (type: string, bytes: Buffer, sides: string) =>
    `<image ${sides} href="data:image/${type};base64,${bytes.toString('base64')}"/>`
  const tall = image('png', await picture.clone().png().toBuffer(), 'width="100"')
  const [inside, below] = (
    await coloursAt(square, tall, [
      [0.25, 0.97],
      [0.75, 0.5],
    ])
  ).colours
  expectNear(inside, green)
  expect(below?.[3]).toBe(0)
  const avif = image('avif', await picture.clone().avif().toBuffer(), 'width="200" height="400"')
  expectNear((await coloursAt(square, avif, middle)).colours[0], green)
})

test('lines that do not scale are as wide as in a browser at 100 %', async () => {
  const places: Place[] = [
    [0.1, 0.5],
    [0.16, 0.5],
  ]
  const line = (given: string) => `<rect x="20" y="20" width="160" height="160" fill="none" ${given}/>`
  for (const inside of [
    line('stroke="green" stroke-width="12" vector-effect="non-scaling-stroke"'),
    `<g stroke="green" stroke-width="12">${line('style="vector-effect:non-scaling-stroke"')}</g>`,
    `<style>.a{stroke:green;stroke-width:12px;vector-effect:non-scaling-stroke}</style>${line('class="a"')}`,
    `<style>.a{vector-effect:non-scaling-stroke}</style>${line('class="a" stroke="green" stroke-width="12"')}`,
  ]) {
    const [on, off] = (await coloursAt(square, inside, places)).colours
    expectNear(on, green)
    expect(off?.[3], inside).toBe(0)
  }
})

test('renders elements from entities, in text and in attributes', async () => {
  const path = join(folder, 'entities.svg')
  const doctype = `<!DOCTYPE svg [<!ENTITY Rect "<rect width='200' height='200' fill='&#38;#103;reen'/>">
    <!ENTITY Half '<rect width="100" height="200" fill="green"/>'><!ENTITY color "green">]>`
  const root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">'
  const inside = '&Half;<!-- &Half; --><rect x="100" width="100" height="200" fill="&color;"/>'
  await writeFile(path, `${doctype.replace('&#38;#103;', 'g')}${root}${inside}</svg>`)
  await renderPicture({ path, svg: true, outputs: { thumbnail: `${path}.webp` } })
  const { data } = await sharp(`${path}.webp`)
    .resize(2, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expectNear([...data.subarray(0, 3)], green.slice(0, 3))
  expectNear([...data.subarray(3, 6)], green.slice(0, 3))
})

test('entities that would grow without end are too large', async () => {
  const path = join(folder, 'growing.svg')
  const doctype = `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(10_000)}">]>`
  await writeFile(path, `${doctype}<svg xmlns="http://www.w3.org/2000/svg">${'&a;'.repeat(1000)}</svg>`)
  await expect(renderPicture({ path, svg: true, outputs: {} })).rejects.toMatchObject({
    failure: 'TOO_LARGE',
  })
})

test('uses the renderer that alone is right', async () => {
  const all = 'width="200" height="200"'
  for (const inside of [
    `<linearGradient id="a" xlink:href="#gone"><stop stop-color="green"/></linearGradient><rect ${all} fill="url(#a)"/>`,
    `<linearGradient id="a"><stop stop-color="green"/></linearGradient><rect ${all} fill="url('#a')"/>`,
    `<defs><rect id="a" ${all} fill="green"/><rect id="b"/></defs><use href="#a" xlink:href="#b"/>`,
    `<clipPath id="c"><path clip-rule="evenodd" d="M0 0h200v200H0zM90 90v20h20v-20z"/></clipPath><rect ${all} fill="green"/><rect ${all} fill="red" clip-path="url(#c)"/>`,
    `<filter id="f"><feImage href="#a"/></filter><defs><rect id="a" ${all} fill="green"/></defs><rect ${all} filter="url(#f)"/>`,
    `<symbol id="s" opacity="0"><rect ${all} fill="red"/></symbol><rect ${all} fill="green"/><use href="#s"/>`,
  ])
    expectNear(
      (await coloursAt(`${square} xmlns:xlink="http://www.w3.org/1999/xlink"`, inside, middle)).colours[0],
      green,
    )
})

test('fades words within a line, and places letters one by one', async () => {
  const places: Place[] = [
    [0.25, 0.5],
    [0.75, 0.5],
  ]
  const block = `font-family="DejaVu Sans" font-size="120"`
  const faint = `<text x="-10" y="150" ${block}>█<tspan x="90" opacity=".5">█</tspan></text>`
  const [full, half] = (await coloursAt(square, faint, places)).colours
  expectNear(full, [0, 0, 0, 255])
  expectNear(half, [0, 0, 0, 128])
  const apart = `<text x="0 150" y="120" font-family="Arial" font-size="60">II</text>`
  const [between] = (await coloursAt(square, apart, [[0.15, 0.45]])).colours
  expect(between?.[3]).toBe(0)
})
