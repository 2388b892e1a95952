import { truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, isUncovered, phone } from './browser.ts'
import { tabTo } from './keyboard.ts'
import { makeNoise } from './sent-and-stored.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'
import {
  arriveAt,
  choose,
  dialog,
  prepareUploads,
  publish,
  publishButton,
  uploading,
} from './upload-steps.ts'

const megabyte = 1_048_576

const { browser, studio, folder, files } = await prepareUploads()
const big = await makeNoise(folder, 'poster.png', 12)

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

test('files refused for good say why, can only be removed, and are named when the others are published', async () => {
  const [empty, broken] = [join(folder, 'empty.png'), join(folder, 'broken.png')]
  await writeFile(empty, '')
  await writeFile(broken, 'Not a picture at all.')
  const { page, allows } = await arriveAt(browser, { as: await newStudio() })
  allows('422 /file/api/v1/tus', '415 /file/api/v1/tus')
  await choose(page, [files.png, empty, broken])
  const words = 'Only JPEG, JPG, PNG, GIF, WEBP, SVG and PDF files are allowed. Selected file: broken.png'
  const error = page.getByRole('listitem').getByText(words)
  await error.waitFor()
  const room = await error.evaluate((element) => {
    const card = element.closest('li')?.firstElementChild?.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return {
      above: top - (card?.top ?? 0),
      below: (card?.bottom ?? 0) - bottom,
      cut: element.scrollHeight - element.clientHeight,
    }
  })
  expect(room.above).toBeGreaterThanOrEqual(0)
  expect(room.below).toBeGreaterThanOrEqual(0)
  expect(room.cut).toBe(0)
  const card = page.getByRole('listitem').filter({ hasText: 'empty.png' })
  await card.getByText('This file is empty.').waitFor()
  await card.getByText('0 B', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Retry/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /^Remove (empty|broken)\.png$/ }).count()).toBe(2)
  await page.getByRole('progressbar', { name: '1/3 files uploaded' }).waitFor()
  await dialog(page).getByText('2 files can’t be uploaded').waitFor()
  await expectAccessible(page, 'refused files')

  await page.getByLabel('Name your review').fill('Two are missing')
  // If the browser refuses, the link shows, and stays while the pointer rests on it.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    document.execCommand = () => false
  })
  await publishButton(page).click()
  const published = page.getByText('Review Published Successfully!')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const rest = (by: number) => page.mouse.move(width / 2 + by, height / 2)
  for (let by = 0; (await published.count()) === 0; by = 1 - by) await rest(by)
  await rest(3)
  // Nor on the way to one of its buttons.
  await dialog(page).getByRole('heading', { name: 'Published', exact: true }).hover()
  await expect.poll(() => focused(page)).toBe('Copy link')
  await dialog(page).getByText('2 files weren’t uploaded: empty.png, broken.png').waitFor()
  await expectAccessible(page, 'published, the link not copied')
  await expect.poll(() => published.count()).toBe(1)
  await page.mouse.move(2, 2)
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/)
  await page.getByRole('alert').getByText('2 files weren’t uploaded: empty.png, broken.png').waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await dialog(page, 'Upload Files').waitFor()
})

test('a new upload says which files of an earlier one are unfinished', async () => {
  await publishFiles(studio, 'Another review', [files.jpeg])
  const { page, allows, go } = await arriveAt(browser, { as: studio })
  // Late code does not replace the button during a press.
  const later = page.waitForResponse(/busy-upload-button/)
  await go('/reviews')
  const button = await page.getByRole('button', { name: 'Upload file' }).first().elementHandle()
  await (await later).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  await expect.poll(() => button?.evaluate((element) => element.isConnected)).toBe(true)
  await go('/dashboard')
  allows('400 /file/api/v1/tus')
  await page.route('**/file/api/v1/tus', (route) => route.fulfill({ status: 400, body: '<html>' }))
  await choose(page, [files.png, files.svg])
  await page.getByText('Upload failed').nth(1).waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('link', { name: /Another review/ })
    .first()
    .click()
  await page.getByRole('application').waitFor()
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await dialog(page, 'Unfinished upload')
    .getByText('2 files from an earlier upload haven’t been published yet: logo.png, icon.svg')
    .waitFor()
})

test('Pause and Resume keep the focus, and pressing a key twice never removes a file', async () => {
  const { page, line } = await arriveAt(browser, { as: studio })
  line.speed(2 * megabyte)
  await choose(page, [files.png, big])
  await page.getByText('1/2 files uploaded').waitFor()
  line.speed(megabyte / 4)
  await page.getByRole('button', { name: 'Remove logo.png' }).focus()
  await tabTo(page, 'Pause')
  for (let tabs = 0; (await focused(page)) !== 'Pause' && tabs < 9; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Paused').first().waitFor()
  await expect.poll(() => focused(page)).toBe('Resume')
  await page.keyboard.press('Enter')
  await uploading(page, 1)
  await expect.poll(() => focused(page)).toBe('Pause')
  // When the action ends, the focus stays on the card, not on its remove button.
  await page.getByRole('button', { name: 'Pause poster.png' }).focus()
  line.speed(50 * megabyte)
  await page.getByText('2/2 files uploaded').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
  await expect.poll(() => page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(2)
})

test('a damaged picture says on its card that there will be no preview, and can be published', async () => {
  const damaged = join(folder, 'damaged.jpg')
  await writeFile(
    damaged,
    Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(5_000, 7)]),
  )
  const { page } = await arriveAt(browser, { as: studio })
  await choose(page, [files.png, damaged])
  const card = page.getByRole('listitem').filter({ hasText: 'damaged.jpg' })
  await card.getByText('No preview. The file is damaged.').waitFor()
  await expect.poll(() => page.getByText('No preview.').count()).toBe(1)
  await expectAccessible(page, 'a damaged file')
  await page.getByLabel('Name your review').fill('Damaged')
  await expect.poll(() => publishButton(page).isDisabled()).toBe(false)
})

test('a refused selection offers the other files at once, and its toast covers no dialog', async () => {
  const notes = join(folder, 'notes.txt')
  await writeFile(notes, 'x')
  const { page } = await arriveAt(browser, { as: await newStudio(), screen: phone })
  await page.getByText('Choose images or PDFs. You get one link').waitFor()
  // A new account's first button is on a phone's first screen, before counters and adverts.
  const first = await page.getByRole('button', { name: 'Choose files' }).boundingBox()
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(500)
  await expect.poll(() => page.getByText('Get found for your work').count()).toBe(0)
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  const take = (paths: string[]) => dialog(page).getByLabel('Files to upload').setInputFiles(paths)
  await page.getByRole('button', { name: 'Select Files' }).focus()
  await take([notes, files.png])
  await dialog(page).getByText('1 of 2 files can’t be uploaded.').waitFor()
  await expect.poll(() => focused(page)).toBe('Upload the other one')
  const toast = page.getByRole('alert').getByText(/Selected file: notes.txt$/)
  await toast.waitFor()
  await uncoveredBeside(page.getByRole('button', { name: 'Upload the other one' }), toast)
  // Also under a resting pointer, the toast goes with the dialog that it is about.
  await page.keyboard.press('Enter')
  await toast.waitFor({ state: 'detached' })
  await page.getByText('1/1 files uploaded').waitFor()

  await take([notes, files.svg])
  await toast.waitFor()
  for (const what of [
    page.getByLabel('Name your review'),
    page.getByRole('button', { name: 'Upload the other one' }),
  ])
    await uncoveredBeside(what, toast)
})

/** While the toast still shows, since it stays under a resting pointer. */
async function uncoveredBeside(what: Locator, toast: Locator): Promise<void> {
  await toast.hover()
  await expect.poll(async () => [await isUncovered(what), await toast.isVisible()]).toEqual([true, true])
}

test('one large file is one sentence, not a list', async () => {
  const large = join(folder, 'book.pdf')
  await writeFile(large, '%PDF-1.4\n')
  await truncate(large, 101 * megabyte)
  const { page } = await arriveAt(browser, { as: studio })
  await choose(page, [large])
  const question = dialog(page, 'Large files')
  await question.getByText(/^Large file detected: "book.pdf"/).waitFor()
  await expect.poll(() => question.getByRole('listitem').count()).toBe(0)
})

test('after closing a paused upload, the dashboard shows that it waits, and its storage', async () => {
  const own = await newStudio()
  await publishFiles(own, 'First client', [files.svg])
  const { page, line } = await arriveAt(browser, { as: own })
  const used = page.getByText(/ of .+ used$/)
  const before = await used.textContent()
  line.speed(2 * megabyte)
  await choose(page, [files.png, big])
  await page.getByText('1/2 files uploaded').waitFor()
  await uploading(page, 1)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('Paused').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Pause poster.png' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  const left = page.getByRole('region', { name: 'Unfinished upload' })
  await left.getByText('1 of 2 files still to be uploaded.').waitFor()
  await expect.poll(() => used.textContent()).not.toBe(before)
  await expectAccessible(page, 'an unfinished upload')
  await left.getByRole('button', { name: 'Show files' }).click()
  await left.waitFor({ state: 'detached' })
  line.speed(30 * megabyte)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText('2/2 files uploaded').waitFor()
  await page.keyboard.press('Escape')
  await left.getByText('2 files aren’t published yet.').waitFor()
  await left.getByRole('button', { name: 'Hide unfinished upload' }).click()
  await left.waitFor({ state: 'detached' })
})

test('an unfinished upload for a review returns beside a new one, and their files do not mix', async () => {
  const own = await newStudio()
  const client = await publishFiles(own, 'First client', [files.jpeg])
  const filesOf = async (id: string) => (await storedFiles(own, id)).map(({ name }) => name)
  const { page, allows, go } = await arriveAt(browser, { as: own, at: `/reviews/${client.id}` })
  allows('400 /review/api/v1')
  const joining = `**/review/api/v1/${client.id}`
  await page.route(joining, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 400, body: '{}' }) : route.fallback(),
  )
  await choose(page, [files.svg])
  await dialog(page).getByText('Add to First client').waitFor()
  await page.getByText('The files couldn’t be added to the review.').waitFor()
  await page.unroute(joining)

  // It is recognised only once the new upload's dialog is open.
  const opened = Promise.withResolvers<void>()
  await page.route('**/file/api/v1/*', async (route) => {
    if (route.request().method() === 'GET') await opened.promise
    await route.fallback()
  })
  await go('/dashboard')
  const back = page.waitForResponse(/\/file\/api\/v1\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await dialog(page, 'Upload Files').getByText('New review').waitFor()
  opened.resolve()
  await (await back).finished()
  await dialog(page).getByLabel('Files to upload').setInputFiles([files.png])
  await page.getByText('1/1 files uploaded').waitFor()
  const made = await publish(page, 'Second client')
  expect(await filesOf(made)).toEqual([basename(files.png)])
  await expect.poll(() => filesOf(client.id)).toEqual([basename(files.jpeg), basename(files.svg)])
})

async function storedFiles(as: Studio, id: string): Promise<{ name: string }[]> {
  const { result } = await as.call('GET', `/review/api/v1/${id}`)
  return (result as unknown as { files: { name: string }[] }).files
}
