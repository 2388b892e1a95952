import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
let review: Awaited<ReturnType<typeof publishFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-compare-'))
  const paths = [join(folder, 'home.png'), join(folder, 'second.png')] as const
  await writeFile(paths[0], await home(''))
  // A hundredth of the view is about 7,000 pixels: these two are easily missed.
  await writeFile(paths[1], await home('<path d="M300 200h30v30h-30zM900 700h20v20h-20z" fill="#06c"/>'))
  review = await publishFiles(studio, 'Two rounds', [paths[0]])
  await addVersion(paths[1])
})
afterAll(() => browser.close())

const home = (more: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="100%" height="100%" fill="#fff"/>
      <rect x="100" y="80" width="700" height="60" fill="#222"/><circle cx="900" cy="400" r="120" fill="#c85"/>${more}</svg>`,
    ),
  )
    .png()
    .toBuffer()

async function addVersion(path: string): Promise<void> {
  const form = new FormData()
  form.set('target', review.id)
  form.set('file', new Blob([new Uint8Array(await sharp(path).png().toBuffer())]), 'second.png')
  const { result } = await studio.call('POST', '/file/api/v1', form)
  const stateOf = async (id: string | undefined) =>
    (await studio.call('GET', `/file/api/v1/${id}`)).result.state
  await eventually(async () => expect(await stateOf(result._id)).toBe('READY'), 60_000)
  const key = { 'idempotency-key': crypto.randomUUID() }
  await studio.call('POST', `/file/api/v1/version/${review.files[0]}`, { file: result._id }, key)
  await eventually(async () => expect(await stateOf(review.files[0])).toBe('READY'), 60_000)
}

/** Until the server has compared both, it says so with 404. */
const notYet = '404 /file/api/v1/compare/'
const compared = (page: Page) => page.getByRole('region', { name: 'Compare', exact: true })
const stageOf = (page: Page) => compared(page).locator('[data-stage]')
const mode = (page: Page, name: string) => compared(page).getByRole('button', { name, pressed: true })

/** Where both designs are, and how large. */
const places = (page: Page) =>
  compared(page)
    .locator('[data-shown="true"]')
    .evaluateAll((all) => all.map((one) => one instanceof HTMLElement && one.style.transform))

test('a guest compares two versions in five modes by keys', async () => {
  const { page, allows } = await newPerson(browser, desktop)
  allows(notYet)
  await page.goto(review.link)
  await page.locator('[data-shown="true"]').waitFor()
  await page.keyboard.press('b')
  await mode(page, 'Side by side').waitFor()
  await expect.poll(() => places(page)).toHaveLength(2)
  await expectAccessible(page, 'side by side')
  await expect.poll(async () => new Set(await places(page)).size).toBe(1)
  const before = await places(page)
  await page.keyboard.press('+')
  await expect.poll(() => places(page)).not.toEqual(before)
  await expect.poll(async () => new Set(await places(page)).size).toBe(1)

  await page.keyboard.press('.')
  const wipe = page.getByRole('slider', { name: 'Wipe' })
  await wipe.waitFor()
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => wipe.getAttribute('aria-valuenow')).toBe('60')
  await expectAccessible(page, 'wipe')

  await page.keyboard.press('.')
  await mode(page, 'Blink').waitFor()
  await expect.poll(() => stageOf(page).getAttribute('data-older')).toBe('false')
  await page.keyboard.down('o')
  await expect.poll(() => stageOf(page).getAttribute('data-older')).toBe('true')
  await page.keyboard.up('o')
  await expect.poll(() => stageOf(page).getAttribute('data-older')).toBe('false')
  await expectAccessible(page, 'blink')

  await page.keyboard.press('.')
  await mode(page, 'Opacity').waitFor()
  await page.keyboard.press('ArrowLeft')
  const fade = page.getByRole('slider', { name: 'Opacity of Version 2' })
  await expect.poll(() => fade.inputValue()).toBe('48')
  await expectAccessible(page, 'opacity')

  await page.keyboard.press('.')
  await mode(page, 'Difference').waitFor()
  // Small changes are gone to without being asked for.
  await compared(page).getByText('1 of 2 changes').waitFor()
  const changed = async () => Number(await page.locator('[data-difference]').getAttribute('data-changed'))
  await expect.poll(changed).toBeGreaterThan(100)
  await page.keyboard.press('n')
  await compared(page).getByText('2 of 2 changes').waitFor()
  await expectAccessible(page, 'difference')
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBeNull()
  const address = page.url()

  await page.keyboard.press('Escape')
  await compared(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBeNull()

  const other = await newPerson(browser, desktop)
  other.allows(notYet)
  const link = new URL(review.link)
  const shown = new URL(address).searchParams
  for (const [name, value] of shown) link.searchParams.set(name, value)
  await other.page.goto(link.href)
  await mode(other.page, 'Difference').waitFor()
  await compared(other.page).getByText('2 changes').waitFor()
  const placeIn = (address: string) => new URL(address).searchParams.get('at')?.split(',').map(Number) ?? []
  const [x = 0, y = 0, scale = 0] = placeIn(address)
  await expect
    .poll(() => placeIn(other.page.url()))
    .toEqual([x, y, scale].map((one) => expect.closeTo(one, 2)))
  await other.context.close()
})

test('fingers move the wipe, and both versions lie above each other on a phone', async () => {
  const { page, context, allows } = await newPerson(browser, phone)
  allows(notYet)
  const link = new URL(review.link)
  link.searchParams.set('compare', 'side')
  await page.goto(link.href)
  await mode(page, 'Side by side').waitFor()
  const older = compared(page).getByRole('application', { name: 'Version 1' })
  const newer = compared(page).getByRole('application', { name: 'Version 2' })
  const [above, below] = [await older.boundingBox(), await newer.boundingBox()]
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)

  for (const name of ['Blink', 'Opacity', 'Difference']) {
    await compared(page).getByRole('button', { name, exact: true }).tap()
    await mode(page, name).waitFor()
    await expectAccessible(page, `${name} on a phone`)
  }
  await page.getByRole('button', { name: 'Stop comparing' }).tap()
  await compared(page).waitFor({ state: 'detached' })

  link.searchParams.set('compare', 'wipe')
  await page.goto(link.href)
  const wipe = page.getByRole('slider', { name: 'Wipe' })
  const handle = await wipe.boundingBox()
  if (!handle) throw new Error('no handle')
  expect(Math.min(handle.width, handle.height)).toBeGreaterThanOrEqual(44)
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) => {
    const at = { x: handle.x + handle.width / 2 + by, y: handle.y + handle.height / 2 }
    return finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] })
  }
  await touch('touchStart')
  await touch('touchMove', -60)
  await touch('touchMove', -120)
  await touch('touchEnd')
  await expect.poll(async () => Number(await wipe.getAttribute('aria-valuenow'))).toBeLessThan(25)
  // The next tap counts.
  await compared(page).getByRole('button', { name: 'Blink', exact: true }).tap()
  await mode(page, 'Blink').waitFor()
})

test('comments go to the version that was clicked', async () => {
  const { page, allows } = await newPerson(browser, desktop)
  allows(notYet)
  await page.goto('/')
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto(`/reviews/${review.id}?file=${review.files[0]}&compare=side`)
  await expect.poll(() => places(page)).toHaveLength(2)
  const stored = async () => {
    const answer: unknown = await studio.call('GET', `/comment/api/v1/file/${review.files[0]}`)
    return answer
  }
  const comment = async (version: string, message: string) => {
    await compared(page)
      .getByRole('application', { name: version })
      .click({ position: { x: 200, y: 300 } })
    await page.getByRole('textbox', { name: 'Comment on this place' }).fill(message)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: message }).first().waitFor()
    // Shown before the server has it; several are sent side by side.
    await expect.poll(async () => JSON.stringify(await stored())).toContain(message)
  }
  const panel = page.getByRole('complementary', { name: 'Comments' })
  await expect.poll(() => panel.isVisible()).toBe(false)
  await comment('Version 2', 'On the new one')
  await panel.waitFor()
  await comment('Version 1', 'On the old one')
  await page.keyboard.press('.')
  await page.getByRole('slider', { name: 'Wipe' }).waitFor()
  const stage = compared(page).getByRole('application')
  await stage.focus()
  await page.keyboard.press('c')
  await page.getByText('Crosshair on.').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Comment on this place' }).fill('By keys')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'By keys' }).first().waitFor()
  // The arrows moved the crosshair alone.
  const wipedTo = () => page.getByRole('slider', { name: 'Wipe' }).getAttribute('aria-valuenow')
  await expect.poll(wipedTo).toBe('50')
  await expect.poll(stored).toMatchObject({
    results: [
      { message: 'On the new one', version: 2 },
      { message: 'On the old one', version: 1 },
      { message: 'By keys', version: 2 },
    ],
  })
})
