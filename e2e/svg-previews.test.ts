import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { newPerson } from './browser.ts'
import { madeSvgs } from './made-svgs.ts'
import { newStudio, publishFiles } from './studio.ts'

/** Of 0 to 1, over all pixels and colours: letters and edges differ by so much between renderers. */
const differenceMax = 0.03
const meanDifferenceMax = 0.01
const widthPx = 400

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-svg-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const pixels = (picture: Buffer, size: { width: number; height: number }) =>
  sharp(picture)
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()

async function difference(preview: Buffer, seen: Buffer): Promise<number> {
  const { width, height } = await sharp(seen).metadata()
  const [ours, theirs] = await Promise.all([
    pixels(preview, { width, height }),
    pixels(seen, { width, height }),
  ])
  return ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length / 255
}

test('previews of SVGs look as in the browser, and the file names what is missing', async () => {
  const names = Object.keys(madeSvgs)
  const paths = names.map((name) => join(folder, `${name}.svg`))
  await Promise.all(paths.map((path, n) => writeFile(path, madeSvgs[names[n] ?? ''] ?? '')))
  const studio = await newStudio()
  const { files, link } = await publishFiles(studio, 'Vectors', paths)
  const { page, context } = await newPerson(browser)

  const differences: Record<string, number> = {}
  for (const [n, name] of names.entries()) {
    if (name === 'page within') continue
    const { previewUrl = '', error } = (await studio.call('GET', `/file/api/v1/${files[n]}`)).result
    expect(error, name).toBeUndefined()
    const preview = Buffer.from(await (await fetch(previewUrl)).arrayBuffer())
    const source = `data:image/svg+xml;base64,${Buffer.from(madeSvgs[name] ?? '').toString('base64')}`
    await page.setContent(`<img alt="" width="${widthPx}" src="${source}">`)
    const image = page.locator('img')
    await image.evaluate((element) => (element as HTMLImageElement).decode())
    differences[name] = await difference(preview, await image.screenshot())
  }
  const all = Object.values(differences)
  const report = JSON.stringify(differences, null, 1)
  expect(Math.max(...all), report).toBeLessThan(differenceMax)
  expect(all.reduce((sum, one) => sum + one, 0) / all.length, report).toBeLessThan(meanDifferenceMax)

  await page.goto(link)
  const strip = page.getByRole('navigation', { name: 'Files' })
  await strip.getByRole('button', { name: 'page within.svg' }).click()
  const notice = 'An embedded web page isn’t shown in the preview.'
  await page.getByText(notice).waitFor()
  await context.close()
}, 400_000)
