import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { phone } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const open = async (screen?: typeof phone) => {
  const { studio } = await newCommentedReview([files.png, files.jpeg], [{ x: 0.5, y: 0.5 }], 'Autumn posters')
  const { page } = await enter(browser, studio, '/reviews', screen)
  return page
}
const path = (page: Page) => new URL(page.url()).pathname
async function expectPath(page: Page, expected: string): Promise<void> {
  await expect.poll(() => path(page)).toBe(expected)
}
/** Opens it by its card in the list. */
async function openReview(page: Page) {
  await page.getByRole('link', { name: 'Autumn posters' }).click()
  await page.getByRole('application').getByRole('img').first().waitFor()
}
const list = (page: Page) => page.getByRole('heading', { level: 1, name: 'Reviews' })

test('Back closes a dialog before it leaves the page, and needs no extra step after closing by hand', async () => {
  const page = await open()
  await openReview(page)
  const dialog = page.getByRole('dialog', { name: /^Share / })
  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.waitFor()
  }
  const review = path(page)

  await share()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await expectPath(page, review)
  await page.goBack()
  await list(page).waitFor()

  // No layer is open there any more.
  await page.goForward()
  await expectPath(page, review)
  await share()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => 'layer' in history.state)).toBe(false)
  await page.goBack()
  await list(page).waitFor()

  // A reload closes the dialog, and leaves no extra history entry.
  await page.goForward()
  await share()
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => 'layer' in history.state)).toBe(false)
  await expectPath(page, review)
  await page.goBack()
  await list(page).waitFor()
})

test('Back also closes stacked dialogs, and those opened from a list’s menu', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Actions for Autumn posters' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename review' })
  await rename.waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.waitFor()
  await page.goBack()
  await palette.waitFor({ state: 'detached' })
  await rename.waitFor()
  await page.goBack()
  await rename.waitFor({ state: 'detached' })
  await expectPath(page, '/reviews')

  // A page opened from a dialog is one step from the page below it.
  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('Storage')
  await palette.getByRole('option', { name: 'Storage' }).first().click()
  await expectPath(page, '/upgrade-storage')
  await page.goBack()
  await list(page).waitFor()
  await expect.poll(() => page.evaluate(() => 'layer' in history.state)).toBe(false)
  await page.goForward()
  await expectPath(page, '/upgrade-storage')
})

test('on a phone it closes the sheet of comments, and the view stays', async () => {
  const page = await open(phone)
  await openReview(page)
  const review = path(page)
  const sheet = page.locator('aside[data-sheet="open"]')
  const openSheet = async () => {
    await page.getByRole('button', { name: /^Comments, / }).click()
    await sheet.waitFor()
  }
  await openSheet()
  await page.getByRole('button', { name: /^Made up comment 1 · / }).click()
  await expect.poll(() => new URL(page.url()).searchParams.has('comment')).toBe(true)
  const { search } = new URL(page.url())
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  await expectPath(page, review)
  expect(new URL(page.url()).search).toBe(search)
  await openSheet()
  await page.getByRole('button', { name: 'Close comments' }).click()
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => 'layer' in history.state)).toBe(false)
  await page.goBack()
  await list(page).waitFor()
})
