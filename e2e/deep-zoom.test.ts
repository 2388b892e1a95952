import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { lockedPdf } from '../apps/server/test/locked-pdf.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { pdf } from './made-files.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-zoom-'))
})
afterAll(() => browser.close())

const side = 9_000

/** White, with one-pixel lines two pixels apart around its middle: visible only at full resolution. */
async function plan(): Promise<string> {
  const stripes = Buffer.alloc(400 * 400, 255).map((_, at) => (at % 2 === 0 ? 0 : 255))
  const input = await sharp(stripes, { raw: { width: 400, height: 400, channels: 1 } })
    .png()
    .toBuffer()
  const path = join(folder, 'plan.png')
  await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .composite([{ input, gravity: 'centre' }])
    .removeAlpha()
    .png()
    .toFile(path)
  return path
}

/** How often a row through the middle of the view changes between dark and light. */
async function changesInTheMiddle(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('no stage')
  const clip = { x: box.x + box.width / 2 - 100, y: box.y + box.height / 2 + 20, width: 200, height: 1 }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = [...data.subarray(0, info.width)].map((value) => value > 128)
  return row.filter((isLight, at) => at > 0 && isLight !== row[at - 1]).length
}

test('a picture of 81 megapixels is sharp at 100 %, and whole when zoomed out', async () => {
  const { link, files } = await publishFiles(studio, 'Site plan', [await plan()])
  const isTiled = async () => 'tiles' in (await studio.call('GET', `/file/api/v1/${files[0]}`)).result
  await expect.poll(isTiled, { timeout: 60_000 }).toBe(true)
  const { page, context } = await newPerson(browser, desktop)
  const tiles: string[] = []
  page.on('response', (response) => {
    if (/\/files\/tiles\//.test(response.url())) tiles.push(response.url())
  })
  await page.goto(link)
  await page.locator('[data-shown="true"]').waitFor()
  expect(tiles).toEqual([])
  await page.keyboard.press('1')
  // Lines two pixels apart: about two hundred changes in two hundred pixels.
  await expect.poll(() => changesInTheMiddle(page)).toBeGreaterThan(180)
  expect(tiles.length).toBeLessThan(20)
  expect(page.url()).not.toContain('tiles')
  await page.keyboard.press('0')
  await expect.poll(() => page.locator('[data-cover]').getAttribute('data-cover')).toBe('none')
  await context.close()
})

async function signIn(screen: typeof desktop) {
  const person = await newPerson(browser, screen)
  await person.page.goto('/')
  await person.page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  return person
}

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])(
  'an owner unlocks a PDF with its password in the room, and then everyone sees it, %s',
  async (_, screen) => {
    const path = join(folder, 'brief.pdf')
    await writeFile(path, lockedPdf('Sesam 7'))
    const { id, link } = await publishFiles(studio, 'Brief', [path])
    const visitor = await newPerson(browser, screen)
    await visitor.page.goto(link)
    await visitor.page.getByRole('heading', { name: 'This PDF is protected by a password.' }).waitFor()
    await expect.poll(() => visitor.page.getByLabel('Password for brief.pdf').count()).toBe(0)

    const owner = await signIn(screen)
    owner.allows('422 /file/api/v1/unlock/')
    await owner.page.goto(`/reviews/${id}`)
    const field = owner.page.getByLabel('Password for brief.pdf')
    await field.fill('Sesam 8')
    await owner.page.keyboard.press('Enter')
    await owner.page.getByText('Wrong password for this PDF.').waitFor()
    await expectAccessible(owner.page, 'wrong password')
    await field.fill('Sesam 7')
    await owner.page.keyboard.press('Enter')
    for (const { page } of [owner, visitor]) {
      await page.getByRole('application').getByRole('img', { name: 'brief.pdf' }).waitFor()
    }
    await visitor.context.close()
    await owner.context.close()
  },
)

test('a PDF whose open copy is lost asks for its password again in the open room', async () => {
  const path = join(folder, 'lost.pdf')
  await writeFile(path, lockedPdf('Sesam 7'))
  const { id } = await publishFiles(studio, 'Lost', [path])
  const owner = await signIn(desktop)
  owner.allows('404 /files/tiles/')
  const { page } = owner
  await page.goto(`/reviews/${id}`)
  await page.getByLabel('Password for lost.pdf').fill('Sesam 7')
  await page.keyboard.press('Enter')
  await page.getByRole('application').getByRole('img', { name: 'lost.pdf' }).waitFor()

  const stored = join(inject('wingmarkMailDir'), '../files')
  const opened = (await readdir(stored, { recursive: true })).filter((name) => name.endsWith('/unlocked'))
  for (const name of opened) await rm(join(stored, name))
  // No rendering process has it open any more.
  const others = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => longPdf(`other-${n}.pdf`)))
  await publishFiles(studio, 'Others', others)
  // It opens at its own size, and the preview is enough for a while.
  for (let steps = 0; steps < 18; steps++) await page.keyboard.press('+')
  await page.getByRole('heading', { name: 'This PDF is protected by a password.' }).waitFor()
  await page.getByLabel('Password for lost.pdf').fill('Sesam 7')
  await page.keyboard.press('Enter')
  await page.getByRole('application').getByRole('img', { name: 'lost.pdf' }).waitFor()
  await owner.context.close()
})

async function longPdf(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, pdf(8))
  return path
}

test('a picture that cannot be rendered says why, and only its owner can retry', async () => {
  const path = join(folder, 'torn.png')
  const whole = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  await writeFile(path, whole.subarray(0, 40))
  const first = join(folder, 'whole.png')
  await writeFile(first, whole)
  const { id, link, files } = await publishFiles(studio, 'Torn', [first, path])
  const owner = await signIn(desktop)
  await owner.page.goto(`/reviews/${id}?file=${files[1]}`)
  await owner.page.getByRole('heading', { name: 'No preview' }).waitFor()
  await owner.page.getByText('The file is damaged.').waitFor()
  await expectAccessible(owner.page, 'no preview')
  const [again] = await Promise.all([
    owner.page.waitForResponse((response) => response.url().includes('/file/api/v1/redraw/')),
    owner.page.getByRole('button', { name: 'Try again' }).click(),
  ])
  expect(again.status()).toBe(200)
  await owner.page.getByText('The file is damaged.').waitFor()
  const visitor = await newPerson(browser, phone)
  await visitor.page.goto(`${link}&file=${files[1]}`)
  await visitor.page.getByText('The file is damaged.').waitFor()
  // The server's first design does not stay over it.
  await expect.poll(() => visitor.page.locator('#first-design').count()).toBe(0)
  await expect.poll(() => visitor.page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('link', { name: 'Download torn.png' }).click(),
  ])
  expect((await readFile(await download.path())).equals(whole.subarray(0, 40))).toBe(true)
  await owner.context.close()
  await visitor.context.close()
})
