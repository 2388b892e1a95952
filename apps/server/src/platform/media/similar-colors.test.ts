import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findNeighbours } from '#server/platform/media/similar-colors'

async function neighboursOf(inside: string, width = 1_200, height = 800) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${inside}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return findNeighbours({ data, width: info.width, height: info.height, channels: 3 })
}
const bar = (x: number, color: string) => `<rect x="${x}" y="300" width="60" height="300" fill="${color}"/>`

test('bars of a chart are neighbours of each other and of the page, and their place is where they meet', async () => {
  const found = await neighboursOf(bar(200, '#d03020') + bar(270, '#208030'))
  const pair = found.find(({ colors }) => !colors.includes('#ffffff'))
  expect(pair?.colors.toSorted()).toEqual(['#208030', '#d03020'])
  expect(pair?.box.x).toBeCloseTo(260 / 1_200, 1)
  expect(pair?.box.y).toBeCloseTo(300 / 800, 1)
  expect(pair?.box.height).toBeCloseTo(300 / 800, 1)
})

test('distant and small areas are no neighbours', async () => {
  expect((await neighboursOf(bar(200, '#d03020') + bar(700, '#208030'))).map(({ colors }) => colors)).toEqual(
    expect.not.arrayContaining([expect.not.arrayContaining(['#ffffff'])]),
  )
  expect(await neighboursOf('<rect x="100" y="100" width="6" height="6" fill="#d03020"/>')).toEqual([])
})

test('a picture of one pixel has none', async () => {
  expect(await neighboursOf('', 1, 1)).toEqual([])
})
