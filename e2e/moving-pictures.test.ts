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

/** How many different pictures somebody sees who looks there for three seconds; each frame stays for 0.3 s. */
async function seenIn(place: Locator): Promise<number> {
  const seen = new Set<string>()
  for (let looks = 0; looks < 20; looks++) {
    const { channels } = await sharp(await place.screenshot()).stats()
    seen.add(channels.map((channel) => Math.round(channel.mean)).join())
    await new Promise((done) => setTimeout(done, 150))
  }
  return seen.size
}

test('animations move in the viewer, and stand still wherever they are small', async () => {
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
    // The original comes over the first frame once the view has come to rest.
    await page.locator('[data-ready="true"]').waitFor()
    const design = page.locator('[data-shown="true"]')
    expect(await seenIn(design), name).toBeGreaterThan(1)
    await page.mouse.move(700, 5)
    expect(await seenIn(tile.locator('img')), `${name} in the strip`).toBe(1)
  }
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto('/reviews')
  const cover = page.getByRole('article').locator('img')
  await expect.poll(() => cover.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
  expect(await seenIn(cover), 'the cover in the list').toBe(1)
  await context.close()
})
