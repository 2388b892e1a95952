import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, newPerson } from './browser.ts'
import { makeJourneyFiles } from './made-files.ts'
import { newStudio, publishFiles } from './studio.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-moving-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

/** Whether it visibly moves: a frame lasts 0.3 s, so 1.5 s without change means still. */
async function isMoving(place: Locator): Promise<boolean> {
  const until = Date.now() + 1_500
  let first: string | null = null
  while (first === null || Date.now() < until) {
    const { channels } = await sharp(await place.screenshot()).stats()
    const seen = channels.map((channel) => Math.round(channel.mean)).join()
    first ??= seen
    if (seen !== first) return true
  }
  return false
}

test('animations play in the viewer, and not in thumbnails', async () => {
  const { gif } = await makeJourneyFiles()
  const webp = join(folder, 'motion.webp')
  await sharp(gif, { animated: true }).webp({ loop: 0 }).toFile(webp)
  const studio = await newStudio()
  const { link } = await publishFiles(studio, 'Motion', [gif, webp])
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(link)
  for (const name of ['motion.gif', 'motion.webp']) {
    const tile = page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name })
    await tile.click()
    await page.getByRole('application').getByRole('img', { name }).waitFor()
    // The original replaces the first frame once the view rests.
    await page.locator('[data-ready="true"]').waitFor()
    const design = page.locator('[data-shown="true"]')
    await expect.poll(() => isMoving(design), { message: name }).toBe(true)
    await page.mouse.move(700, 5)
    await expect.poll(() => isMoving(tile.locator('img')), { message: `${name} in the strip` }).toBe(false)
  }
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto('/reviews')
  const cover = page.getByRole('article').locator('img')
  await expect.poll(() => cover.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
  await expect.poll(() => isMoving(cover), { message: 'the cover in the list' }).toBe(false)
  await context.close()
})

test('a transparent white mark is visible, and anyone may choose another ground', async () => {
  const mark = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><circle cx="150" cy="100" r="60" fill="${color}"/></svg>`
  const paths = await Promise.all(
    ['white', 'black'].map(async (color) => {
      const path = join(folder, `${color}.png`)
      await sharp(Buffer.from(mark(color))).toFile(path)
      return path
    }),
  )
  const { link } = await publishFiles(await newStudio(), 'Marks', paths)
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(link)
  const strip = page.getByRole('navigation', { name: 'Files' })
  const corner = async (place: Locator) => {
    const { data } = await sharp(await place.screenshot())
      .removeAlpha()
      .extract({ left: 2, top: 2, width: 12, height: 12 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return Math.round(data.reduce((sum, value) => sum + value, 0) / data.length)
  }
  const design = page.locator('[data-shown="true"]')
  for (const [name, isDark] of [
    ['black.png', false],
    ['white.png', true],
  ] as const) {
    const tile = strip.getByRole('button', { name })
    await tile.click()
    await page.getByRole('application').getByRole('img', { name }).waitFor()
    await design.waitFor()
    await expect.poll(async () => (await corner(design)) < 90, { message: name }).toBe(isDark)
    await expect.poll(async () => (await corner(tile.locator('img'))) < 90, { message: name }).toBe(isDark)
  }
  for (const [ground, light] of [
    ['White', 255],
    ['Black', 0],
  ] as const) {
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemradio', { name: ground, exact: true }).click()
    await expect.poll(() => corner(design)).toBe(light)
  }
  await context.close()
})
