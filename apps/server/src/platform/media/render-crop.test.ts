import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderCrop } from '#server/platform/media/render-crop'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wingmark-crop-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['white', '#fff', [48, 50, 55]],
  ['black', '#000', [233, 233, 236]],
])('a %s marker without a ground is visible on its crop', async (name, color, ground) => {
  const [path, output] = [join(folder, `${name}.webp`), join(folder, `${name}-crop.webp`)]
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect x="250" y="150" width="100" height="100" fill="${color}"/></svg>`
  await sharp(Buffer.from(mark)).webp({ lossless: true }).toFile(path)
  await renderCrop({ path, marker: { x: 0.3, y: 0.3, shape: 'POINT' }, output })
  const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true })
  const corner = Array.from(data.subarray(0, info.channels)).slice(0, 3)
  for (const [n, part] of corner.entries()) expect(Math.abs(part - (ground[n] ?? 0))).toBeLessThan(6)
})
