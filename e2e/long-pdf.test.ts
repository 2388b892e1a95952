import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { makeJourneyFiles, pdf } from './made-files.ts'
import { newStudio, publishFiles } from './studio.ts'

const total = 3_000

let browser: Browser
let folder: string
let link: string
beforeAll(async () => {
  browser = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-long-'))
  const path = join(folder, 'catalogue.pdf')
  await writeFile(path, pdf(total))
  link = (await publishFiles(await newStudio(), 'Catalogue', [path, (await makeJourneyFiles()).png])).link
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const pageTile = (page: Page, number: number) =>
  page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: `Page ${number}`, exact: true })

async function focused(tile: Locator): Promise<void> {
  await expect.poll(() => tile.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Waits until it is inside the strip's view. */
async function seen(page: Page, number: number): Promise<void> {
  await expect
    .poll(() =>
      pageTile(page, number).evaluateAll(([tile]) => {
        const strip = tile?.closest('nav')?.getBoundingClientRect()
        const box = tile?.getBoundingClientRect()
        return Boolean(strip && box && box.top >= strip.top && box.bottom <= strip.bottom)
      }),
    )
    .toBe(true)
}

test('the strip mounts only visible ones of 3,000 pages; wheel, keys and numbers reach all', async () => {
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(link)
  await pageTile(page, 1).waitFor()
  const strip = page.getByRole('navigation', { name: 'Files' })
  const list = strip.getByRole('list', { name: 'Pages of catalogue.pdf' })
  const held = () => list.getByRole('button').count()
  await expect.poll(held).toBeLessThan(400)
  const height = await strip.evaluate((element) => element.scrollHeight)

  // A number opens its page, and the strip follows.
  await page.getByRole('textbox', { name: /page/i }).first().fill('2500')
  await page.keyboard.press('Enter')
  await page
    .getByRole('application')
    .getByRole('img', { name: /page 2500 of 3000/ })
    .waitFor()
  await seen(page, 2_500)
  await expect.poll(held).toBeLessThan(400)
  const item = pageTile(page, 2_500).locator('xpath=..')
  await expect
    .poll(async () => [await item.getAttribute('aria-posinset'), await item.getAttribute('aria-setsize')])
    .toEqual(['2500', '3000'])
  // As tall as if all were mounted, so that the strip's scrollbar does not jump.
  await expect
    .poll(async () => Math.abs((await strip.evaluate((element) => element.scrollHeight)) - height))
    .toBeLessThan(10)
  await expectAccessible(page, 'a strip of 3,000 pages')

  // Arrows move from page to page, even after the wheel has scrolled the strip elsewhere.
  await pageTile(page, 2_500).focus()
  for (const number of [2_501, 2_502]) {
    await page.keyboard.press('ArrowDown')
    await focused(pageTile(page, number))
  }
  await strip.evaluate((element) => element.scrollTo(0, element.scrollHeight * 0.2))
  await seen(page, 605)
  await pageTile(page, 605).locator('img').waitFor()
  await expect.poll(held).toBeLessThan(400)
  await page.keyboard.press('ArrowUp')
  await seen(page, 2_501)
  await focused(pageTile(page, 2_501))
  await page.keyboard.press('Enter')
  await page
    .getByRole('application')
    .getByRole('img', { name: /page 2501 of 3000/ })
    .waitFor()

  // Arrows from the tiles above and below reach the first and the last page.
  await strip.getByRole('button', { name: /^catalogue\.pdf/ }).focus()
  await page.keyboard.press('ArrowDown')
  await seen(page, 1)
  await focused(pageTile(page, 1))
  await page.keyboard.press('ArrowUp')
  await focused(strip.getByRole('button', { name: /^catalogue\.pdf/ }))
  const next = strip.getByRole('button', { name: /^logo\.png/ })
  await next.focus()
  await page.keyboard.press('ArrowUp')
  await seen(page, total)
  await focused(pageTile(page, total))
  await page.keyboard.press('ArrowDown')
  await focused(next)
  await context.close()
})
