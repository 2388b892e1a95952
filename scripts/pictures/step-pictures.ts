import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'

export type Scheme = 'light' | 'dark'

/** As wide as a step of the front page at its widest, doubled for fine screens. */
const drawn = { width: 360, height: 240 }
/** So that text is readable at that width. */
const phone = { width: 420, height: 920 }

type Step = {
  name: string
  path: string
  isSignedIn: boolean
  /** Opens the screen; returns the part to show, from its top. */
  show: (page: Page) => Promise<Locator>
  screen?: { width: number; height: number }
  /** How much of the screen's width the picture takes, in px; up to its right end. */
  across?: number
  /** How far below the top of that part, in px. */
  below?: number
}

const posterFolder = join(import.meta.dirname, '../seed/files/nordkammer-posters')
const posters = readdirSync(posterFolder)
  .toSorted()
  .map((name) => join(posterFolder, name))

const stepsOf = (review: string): Step[] => [
  {
    name: 'publish',
    path: '/dashboard',
    isSignedIn: true,
    below: 182,
    show: async (page) => {
      await page.getByRole('button', { name: 'Upload file' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Files to upload').setInputFiles(posters)
      await page.getByText(`${posters.length}/${posters.length} files uploaded`).waitFor()
      await dialog
        .locator('img')
        .nth(posters.length - 1)
        .waitFor()
      return dialog
    },
  },
  {
    name: 'send',
    path: review,
    isSignedIn: true,
    below: 330,
    show: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      return page.getByRole('dialog', { name: /^Share / })
    },
  },
  {
    name: 'read',
    path: review,
    isSignedIn: true,
    screen: { width: 800, height: 640 },
    across: 570,
    below: 44,
    show: async (page) => page.getByRole('complementary').first(),
  },
  {
    name: 'account',
    path: '/auth/register',
    isSignedIn: false,
    show: async (page) => page.getByRole('main'),
  },
  {
    name: 'profile',
    path: '/settings',
    isSignedIn: true,
    below: 452,
    show: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
      return page.getByRole('dialog', { name: 'Organize your Connection Profile' })
    },
  },
  {
    name: 'people',
    path: '/connections',
    isSignedIn: true,
    below: 310,
    show: async (page) => page.getByRole('main'),
  },
]

/** Writes what the steps of the front pages show, as `NAME-SCHEME.webp`. */
export async function takeStepPictures(
  browser: Browser,
  {
    base,
    token,
    review,
    scheme,
    folder,
  }: Record<'base' | 'token' | 'review' | 'folder', string> & { scheme: Scheme },
): Promise<void> {
  for (const { name, path, isSignedIn, show, screen = phone, across = screen.width, below = 0 } of stepsOf(
    review,
  )) {
    const context = await browser.newContext({
      baseURL: base,
      viewport: screen,
      deviceScaleFactor: 2,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    })
    if (isSignedIn)
      await context.addInitScript((value) => localStorage.setItem('wingmark.token', value), token)
    const page = await context.newPage()
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    const shown = await show(page)
    await shown.waitFor()
    await page.waitForTimeout(1_500)
    await page.mouse.move(0, 0)
    const { y } = (await shown.boundingBox()) ?? { y: 0 }
    const height = Math.round((across * drawn.height) / drawn.width)
    const picture = await page.screenshot({
      clip: { x: screen.width - across, y: y + below, width: across, height },
    })
    await sharp(picture)
      .resize({ width: drawn.width * 2, height: drawn.height * 2 })
      .webp({ quality: 70 })
      .toFile(join(folder, `${name}-${scheme}.webp`))
    await context.close()
  }
}
