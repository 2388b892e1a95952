import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, shownAfter } from './browser.ts'
import { findInMail } from './mailbox.ts'
import { makeNoise } from './sent-and-stored.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'
import {
  arriveAt,
  choose,
  dialog,
  drop,
  expectStoredIn,
  keptUploads,
  prepareUploads,
  publishButton,
  uploading,
} from './upload-steps.ts'

const megabyte = 1_048_576

const { browser, studio, folder, files } = await prepareUploads()
const big = await makeNoise(folder, 'poster.png', 12)
const attachment = await makeNoise(folder, 'attached.png', 12)

const countFiles = async (id: string) =>
  (await studio.call('GET', `/review/api/v1/${id}`)).result.files.length

test('the first dialog lists the formats and closes on Escape, by its icon and on a click outside', async () => {
  const { page } = await arriveAt(browser, { as: studio })
  const open = page.getByRole('button', { name: 'Upload file' }).first()
  const first = dialog(page, 'Upload Files')
  const waysOut = [
    () => page.keyboard.press('Escape'),
    () => first.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(20, 450),
  ]
  for (const leave of waysOut) {
    await open.click()
    await first
      .getByText('Supported formats: JPEG, JPG, PNG, GIF, WEBP, SVG and PDF. Up to 500 MB each.')
      .waitFor()
    await leave()
    await first.waitFor({ state: 'detached' })
  }
})

test('the first dialog shows progress while it checks the files', async () => {
  const { page } = await arriveAt(browser, { as: studio })
  // A slow disk: the browser's picker answers at once, the file arrives on command.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle('slow.svg', { create: true })
    const stream = await handle.createWritable()
    await stream.write('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await stream.close()
    const { promise, resolve } = Promise.withResolvers<void>()
    const read = handle.getFile.bind(handle)
    handle.getFile = () => promise.then(read)
    Reflect.set(window, 'spinUp', resolve)
    Reflect.set(window, 'showOpenFilePicker', async () => [handle])
  })
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByRole('button', { name: 'Select Files' }).click()
  await dialog(page, 'Upload Files').getByText('Processing your files...').waitFor()
  await expectAccessible(page, 'processing files')
  await page.evaluate('spinUp()')
  await dialog(page, 'Publish a review').getByText('1/1 files uploaded').waitFor()
})

test('the second dialog shows each file with its size and state, and is empty when all are removed', async () => {
  const large = join(folder, 'book.pdf')
  await writeFile(large, '%PDF-1.4\n')
  await truncate(large, 101 * megabyte)
  const { page, line } = await arriveAt(browser, { as: studio })
  line.speed(megabyte / 2)
  await choose(page, [files.png, large, files.svg])
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await card('book.pdf').getByText('Large file').waitFor()
  await card('book.pdf').getByText('101.00 MB').waitFor()
  await card('book.pdf')
    .getByText(/^Uploading\.\.\. \d+%$/)
    .waitFor()
  await expect
    .poll(() => card('book.pdf').getByRole('img', { name: 'PDF', includeHidden: true }).count())
    .toBe(1)
  await card('icon.svg').getByText('Waiting...').waitFor()
  await expect.poll(() => card('icon.svg').getByText('Large file').count()).toBe(0)
  await card('logo.png').getByRole('img', { name: 'Uploaded' }).waitFor()
  await expect.poll(() => card('logo.png').locator('img').count()).toBe(1)
  await expect
    .poll(() => page.getByLabel('Name your review').getAttribute('placeholder'))
    .toBe('e.g. Design or Presentation')
  await expect.poll(() => page.getByRole('progressbar', { name: '1/3 files uploaded' }).count()).toBe(1)
  for (const name of ['book.pdf', 'icon.svg', 'logo.png']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await page.getByText('No files uploaded yet. Please upload files first.').waitFor()
  await expectAccessible(page, 'no files uploaded yet')
  await page.getByLabel('Name your review').fill('Nothing')
  await page.keyboard.press('Enter')
  await page.getByText('No files have been uploaded yet.').waitFor()
  await expect.poll(() => publishButton(page).isDisabled()).toBe(true)
})

test('Publish waits for a file and a name, shows progress, and opens the review after 1.5 s', async () => {
  const { page, line, allows } = await arriveAt(browser, { as: studio })
  allows('500 /review/api/v1')
  line.speed(megabyte / 2)
  await choose(page, [big])
  await uploading(page, 1)
  await page.getByLabel('Name your review').fill('Too early')
  // The dialog has rendered again since.
  await uploading(page, 4)
  await expect.poll(() => publishButton(page).isDisabled()).toBe(true)
  line.speed(50 * megabyte)
  await page.getByText('1/1 files uploaded').waitFor()
  await expect.poll(() => publishButton(page).isDisabled()).toBe(false)
  await page.getByLabel('Name your review').fill('')
  await expect.poll(() => publishButton(page).isDisabled()).toBe(true)
  const nameless = page.getByText('Please enter a review name')
  await shownAfter(() => page.getByLabel('Name your review').press('Enter'), nameless)

  await page.getByLabel('Name your review').fill('Spring')
  let isDown = true
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/review/api/v1', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await looked
    return isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()
  })
  await publishButton(page).click()
  const busy = page.getByRole('button', { name: 'Publishing...' })
  await busy.waitFor()
  await expect.poll(() => busy.isDisabled()).toBe(true)
  goOn()
  await page.getByText('Failed to create review. Please try again.').waitFor()
  await expectAccessible(page, 'not published')
  isDown = false
  // By the page's own clock: this machine may be too busy to look in time.
  const shown = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<{ forMs: number; isOneOfMany: boolean }>()
    let from = 0
    let isOneOfMany = false
    new MutationObserver(() => {
      const text = document.body.innerText
      if (text.includes('Review Published Successfully!')) from ||= performance.now()
      isOneOfMany ||= text.includes('Continuing to upload remaining files...')
      if (from && location.pathname.startsWith('/reviews/'))
        resolve({ forMs: performance.now() - from, isOneOfMany })
    }).observe(document, { childList: true, subtree: true })
    return promise
  })
  // Both are awaited beforehand, since they show only for a moment.
  await Promise.all([
    page.getByText('Review Published Successfully!').waitFor(),
    page.getByText('Your review has been created and is now available.').waitFor(),
    publishButton(page).click(),
  ])
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/)
  const { forMs, isOneOfMany } = await shown
  expect(forMs).toBeGreaterThan(1_400)
  expect(forMs).toBeLessThan(10_000)
  expect(isOneOfMany).toBe(false)
  await dialog(page).waitFor({ state: 'detached' })
})

test('going back while files upload asks first; after leaving, they are paused', async () => {
  const { page, line } = await arriveAt(browser, { as: studio })
  await page.getByRole('link', { name: 'Reviews', exact: true }).first().click()
  // The page itself loads after its address, and closes the former page's layers.
  await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
  line.speed(megabyte)
  await choose(page, [big])
  await uploading(page, 1)
  await page.evaluate(() => history.back())
  const question = dialog(page, 'Leave this page?')
  await question
    .getByText(
      'Files are currently uploading. Are you sure you want to leave? Your uploads may be interrupted.',
    )
    .waitFor()
  await expectAccessible(page, 'leave page')
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/reviews')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByText('Paused').first().waitFor()
})

test('the review is updated one second after an upload; a failure can be retried', async () => {
  const { id } = await publishFiles(studio, 'Grows', [files.png])
  const { page, allows } = await arriveAt(browser, { as: studio, at: `/reviews/${id}` })
  allows(`net::ERR_FAILED /review/api/v1/${id}`)
  await page.getByRole('application').getByRole('img', { name: /logo/ }).waitFor()
  let isDown = true
  await page.route(`**/review/api/v1/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    return isDown ? route.abort() : route.continue()
  })
  await drop(page, [files.jpeg])
  const pairs = dialog(page, 'Are these new versions?')
  await pairs.getByLabel('poster.jpg becomes').selectOption('New file')
  await pairs.getByRole('button', { name: 'Upload 1 new file' }).click()
  await page.getByText('The files couldn’t be added to the review.').waitFor()
  await page.getByText('Network error. Please check your connection.').waitFor()
  // By the browser's own clock: this machine may be too busy to notice both in time.
  const waitedMs = await page.evaluate((path) => {
    const all = performance
      .getEntriesByType('resource')
      .filter((one) => one instanceof PerformanceResourceTiming)
    const stored = Math.max(...all.filter(({ name }) => name.includes('/tus')).map((one) => one.responseEnd))
    const update = all.find(({ name, startTime }) => name.endsWith(path) && startTime > stored)
    return (update?.startTime ?? 0) - stored
  }, `/review/api/v1/${id}`)
  expect(waitedMs).toBeGreaterThan(900)
  expect(waitedMs).toBeLessThan(10_000)
  await expectAccessible(page, 'review not updated')
  isDown = false
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await page.getByText('The files couldn’t be added to the review.').waitFor({ state: 'detached' })
  await expect.poll(() => countFiles(id)).toBe(2)
})

test('with a review on the page, Publish attaches the files to it and reloads the page', async () => {
  const { id } = await publishFiles(studio, 'Attached', [files.png])
  const { page } = await arriveAt(browser, { as: studio, at: `/reviews/${id}` })
  await page.getByRole('application').getByRole('img', { name: /logo/ }).waitFor()
  await choose(page, [files.jpeg])
  await dialog(page, 'Upload Files').getByText('1/1 files uploaded').waitFor()
  await Promise.all([page.waitForEvent('load'), publishButton(page).click()])
  await page.getByRole('button', { name: /^poster\.jpg/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/reviews/${id}`)
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await dialog(page, 'Upload Files').waitFor()
  // Nothing is stored that could return.
  await expect.poll(() => keptUploads(page)).toEqual([])
  await expect.poll(() => page.getByText(/didn’t finish uploading|files uploaded/).count()).toBe(0)
  await expectStoredIn(studio, id, [files.png, files.jpeg])
})

test.each([
  [507, 'STORAGE_QUOTA', 'You’ve used all of your storage. Delete files or upgrade your plan.'],
  [400, '', 'Upload failed'],
])('a file refused with %i %s says why, and can be sent again', async (status, code, words) => {
  const { page, allows } = await arriveAt(browser, { as: studio })
  allows(`${status} /file/api/v1/tus`)
  let isRefusing = true
  await page.route('**/file/api/v1/tus', (route) => {
    if (!isRefusing) return route.continue()
    const failure = { success: false, code, message: words, requestId: 'r' }
    return route.fulfill({ status, body: code ? JSON.stringify(failure) : '<html>' })
  })
  await choose(page, [files.png])
  await page.getByRole('listitem').getByText(words).waitFor()
  isRefusing = false
  await page.getByRole('button', { name: 'Retry logo.png' }).click()
  await page.getByText('1/1 files uploaded').waitFor()
})

test('a stalled file says so after its timeout', async () => {
  const photo = await makeNoise(folder, 'photo.png', 1.5)
  const { page, line } = await arriveAt(browser, { as: studio })
  await page.clock.install()
  await choose(page, [files.svg])
  await page.getByText('1/1 files uploaded').waitFor()
  line.speed(0)
  await page.getByRole('dialog').getByLabel('Files to upload').setInputFiles([photo])
  await page
    .getByRole('listitem')
    .filter({ hasText: 'photo.png' })
    .getByText(/^Uploading/)
    .waitFor()
  const words = page
    .getByRole('listitem')
    .getByText('Upload timed out. Please try again with a smaller file or check your internet connection.')
  let seconds = 0
  // Bytes that sockets buffer in each new try may count as progress.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20_000)
        seconds += 20
        return words.count()
      },
      { interval: 200, timeout: 60_000 },
    )
    .toBe(1)
  // Two minutes for a file of up to two megabytes.
  expect(seconds).toBeGreaterThanOrEqual(120)
  line.speed(50 * megabyte)
  await page.getByRole('button', { name: 'Retry photo.png' }).click()
  await page.getByText('2/2 files uploaded').waitFor()
})

/** What this browser has stored of uploads, and of drafts with attachments. */
async function kept(page: Page): Promise<string> {
  const drafts = await page.evaluate(() =>
    Object.entries(localStorage).filter(([name]) => name.startsWith('wingmark.draft.')),
  )
  return JSON.stringify([...(await keptUploads(page)), ...drafts])
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth/signin')
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account$/ }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('Your password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Delete account for good' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** An invitation for someone else, without any upload dialog. */
async function changeAccount(page: Page, as: Studio, reviewId: string): Promise<void> {
  const email = `${crypto.randomUUID()}@example.com`
  await as.call('PATCH', `/review/api/v1/sent-invitation/${reviewId}`, { email, role: 'VIEWER' })
  const path = await findInMail(email, /http:\/\/[^/]+(\/invite\/review\?token=[\w-]+)/)
  page.once('dialog', (question) => void question.accept())
  await page.goto(new URL(path, page.url()).href)
  await page.getByText('you’re signed in as').waitFor()
  // The cleanup code must have loaded: otherwise a slow connection would leave everything on the device.
  let hasLeft = false
  page.on('request', (request) => {
    hasLeft ||= request.isNavigationRequest()
  })
  await page.route('**/*.js', async (route) => {
    if (hasLeft) await route.continue()
  })
  await page.getByRole('button', { name: 'Sign out and use another account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
}

test.each([
  ['signing out', signOut],
  ['deleting the account', deleteAccount],
  ['changing the account at an invitation', changeAccount],
])('%s leaves nothing of unfinished uploads and drafts on the device', async (_, leave) => {
  const as = await newStudio()
  const { id } = await publishFiles(as, 'Poster', [files.png])
  const { page, line, allows } = await arriveAt(browser, { as, at: `/reviews/${id}` })
  // Its stream may end, and be requested again, before the answer that ended the session arrives.
  allows('401 /live/api/v1/user')
  line.speed(megabyte)
  await choose(page, [big])
  await uploading(page, 1)
  await expect.poll(() => kept(page)).toContain('poster.png')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stop & Close' }).click()
  const composer = page.getByRole('group', { name: 'Comment on the whole file' })
  await composer.getByRole('textbox').fill('As attached')
  await composer.getByLabel('Files to attach').setInputFiles([attachment])
  await expect.poll(() => kept(page)).toContain('attached.png')
  line.speed(2 * megabyte)
  await leave(page, as, id)
  await expect.poll(() => kept(page)).toBe('[]')
})
