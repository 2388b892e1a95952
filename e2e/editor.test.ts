import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { newPerson } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

/** The ids of the files in the order of the light table. */
const table = (page: Page) =>
  page.locator('[data-file]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-file')))
/** Their names in the order of a room's strip. */
const strip = (page: Page) =>
  page.locator('[data-tile]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('title')))

test('40 files are put in order by keyboard while a client watches, and the comments taken along', async () => {
  const places = [{ x: 0.25, y: 0.5 }]
  const { studio, id, files: first, link } = await newCommentedReview([files.png, files.jpeg], places)
  const copies: string[] = []
  for (let n = 3; n <= 40; n++) {
    const { result } = await studio.call('POST', `/file/api/v1/duplicate/${first[1]}`)
    await studio.call('PATCH', `/file/api/v1/${result._id}`, { name: `page-${n}.jpg` })
    copies.push(result._id ?? '')
  }
  const order = [...first, ...copies]
  await studio.call('PATCH', `/review/api/v1/${id}`, { files: order })
  const client = await newPerson(browser)
  await client.page.goto(link)
  await expect.poll(() => strip(client.page)).toHaveLength(40)

  // From the menu of a tile to the light table.
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await page.locator('[data-tile]').first().focus()
  await page.getByRole('button', { name: 'Actions for logo.png' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Arrange all files' }).click()
  await page.locator('[data-file]').first().focus()

  // The last two go to the front, one after the other chosen.
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await page.getByText('2 files chosen').waitFor()
  await page.getByRole('button', { name: 'To the start' }).press('Enter')
  const [last, lastButOne] = [order[39], order[38]]
  await expect.poll(() => table(page)).toEqual([lastButOne, last, ...order.slice(0, 38)])
  // The first file, alone, to the second place of the rest; the focus goes along.
  await page.locator(`[data-file="${order[0]}"]`).focus()
  await page.keyboard.press('Alt+ArrowRight')
  const moved = [lastButOne, last, order[1], order[0], ...order.slice(2, 38)]
  await expect.poll(() => table(page)).toEqual(moved)
  await page.getByRole('log').getByText('moved to 4 of 40').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-file')))
    .toBe(order[0])
  await page.keyboard.press('Control+z')
  await expect.poll(() => table(page)).toEqual([lastButOne, last, ...order.slice(0, 38)])
  await expect
    .poll(async () => (await strip(client.page)).slice(0, 2))
    .toEqual(['page-39.jpg', 'page-40.jpg'])

  // What is exported says what the list says.
  await page.goto(`/reviews/${id}?file=${first[0]}`)
  await page.getByText('Made up comment 1').first().waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export comments' }).click()
  await page.getByRole('menuitem', { name: 'Table (.csv)' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain('Comment,Open,Olga Owner,No,Made up comment 1')
})
