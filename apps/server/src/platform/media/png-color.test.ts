import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageFacts } from '#server/platform/media/page-facts'
import { readPictureFacts } from '#server/platform/media/read-picture-facts'
import { renderAnnotated } from '#server/platform/media/render-annotated'
import { renderPicture } from '#server/platform/media/render-picture'
import { renderTiles } from '#server/platform/media/render-tiles'
import { readTileRecord } from '#server/platform/media/tile-index'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-png-'))
})
afterAll(() => rm(folder, { recursive: true }))

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const numbers = (...parts: number[]) => {
  const bytes = Buffer.alloc(4 * parts.length)
  for (const [n, part] of parts.entries()) bytes.writeUInt32BE(Math.round(part * 100_000), 4 * n)
  return bytes
}
const gamma = (value: number) => chunk('gAMA', numbers(value))
const p3 = chunk('cHRM', numbers(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06))
const bt709 = chunk('cHRM', numbers(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06))
const coded = (...codes: number[]) => chunk('cICP', Buffer.from(codes))
const standard = chunk('sRGB', Buffer.from([0]))

async function save(color: string, chunks: readonly Buffer[], depth: 8 | 16 = 8): Promise<string> {
  const plain = sharp({ create: { width: 40, height: 30, channels: 4, background: color } })
  const bytes = await (depth === 16 ? plain.toColourspace('rgb16') : plain).png().toBuffer()
  const path = join(folder, `${count++}.png`)
  await writeFile(path, Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)]))
  return path
}

async function middleOf(picture: string | Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)]
}

/** A file's renderings: preview, thumbnail, the picture with its comments, and its only tile. */
async function rendered(path: string): Promise<number[][]> {
  const outputs = { preview: `${path}.preview`, thumbnail: `${path}.thumbnail` }
  await renderPicture({ path, svg: false, outputs })
  const annotated = `${path}.annotated`
  await renderAnnotated({ path, marks: [], output: annotated, format: 'png' })
  const [tiles, index] = [`${path}.tiles`, `${path}.index`]
  await renderTiles({ path, tiles, index })
  const record = readTileRecord(await readFile(index))
  const tile = (await readFile(tiles)).subarray(record.offset, record.offset + record.length)
  return Promise.all([outputs.preview, outputs.thumbnail, annotated, tile].map(middleOf))
}

const expectNear = (colors: readonly number[][], meant: readonly number[]) => {
  for (const color of colors)
    for (const [n, part] of color.entries())
      expect(Math.abs(part - (meant[n] ?? 0)), `${color.join()} for ${meant.join()}`).toBeLessThan(6)
}

describe('a PNG is rendered in the colours that browsers show', () => {
  test.each([
    ['of linear light', [gamma(1)], '#8040c8', [186, 136, 228]],
    ['of the gamma of old Macs', [gamma(1 / 1.8)], '#8040c8', [145, 82, 209]],
    ['in Display P3 by its primaries', [gamma(0.45455), p3], '#ff5028', [255, 57, 0]],
    ['in Display P3 by its code', [coded(12, 13, 0, 1)], '#ff5028', [255, 58, 0]],
    ['with a code before all else', [coded(12, 13, 0, 1), standard, gamma(1)], '#ff5028', [255, 58, 0]],
  ])('%s', async (_, chunks, color, meant) => {
    expectNear(await rendered(await save(color, chunks)), meant)
    expectNear(await rendered(await save(color, chunks, 16)), meant)
  })

  test.each([
    ['of the usual gamma', [gamma(0.45455)]],
    ['of the usual gamma and primaries', [gamma(0.45455), bt709]],
    ['that says sRGB first', [standard, gamma(1), p3]],
    ['with primaries alone', [p3]],
    ['with sRGB by its code', [coded(1, 13, 0, 1)]],
    ['with a code of another range', [coded(12, 13, 0, 0)]],
    ['brighter than a screen', [coded(9, 16, 0, 1)]],
    ['with a gamma of nothing', [gamma(0)]],
    ['with primaries of nothing', [gamma(0.45455), chunk('cHRM', Buffer.alloc(32))]],
  ])('%s, as it is', async (_, chunks) => {
    expectNear(await rendered(await save('#8040c8', chunks)), [128, 64, 200])
  })
})

test('its checks see the same colours', async () => {
  const left = { create: { width: 200, height: 200, channels: 3 as const, background: '#8040c8' } }
  const bytes = await sharp(left).extend({ right: 200, background: '#ffffff' }).png().toBuffer()
  const path = join(folder, 'checked.png')
  await writeFile(path, Buffer.concat([bytes.subarray(0, 33), gamma(1), bytes.subarray(33)]))
  const output = `${path}.json`
  const spelling = { languages: [], dictionaries: [] }
  await readPictureFacts({ path, svg: false, part: 0, output, spelling })
  const { neighbours } = PageFacts.parse(JSON.parse(await readFile(output, 'utf8')))
  expect(neighbours.flatMap(({ colors }) => colors)).toContain('#ba88e4')
})
