import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { desktop, expectAccessible, isUncovered, phone } from './browser.ts'
import { freePort, runWingmark } from './run-wingmark.ts'
import { makeNoise } from './sent-and-stored.ts'
import { newStudio, publishFiles } from './studio.ts'
import {
  arriveAt,
  arrivedHalfWay,
  choose,
  drop,
  expectStoredIn,
  keptUploads,
  prepareUploads,
  publish,
  reloadThoughAsked,
  uploading,
  type Visit,
} from './upload-steps.ts'

const megabyte = 1_048_576

const { browser, studio, folder, files } = await prepareUploads()
const big = await makeNoise(folder, 'poster.png', 12)
const second = await makeNoise(folder, 'second.png', 10)

const arrive = (visit: Partial<Visit> = {}) => arriveAt(browser, { as: studio, ...visit })
const expectStored = (reviewId: string, paths: readonly string[], as = studio, base?: string) =>
  expectStoredIn(as, reviewId, paths, base)

test('after a lost connection, the upload resumes at the byte where it stopped', async () => {
  const { page, line, offsets, allows } = await arrive()
  allows('net::ERR_')
  line.speed(2 * megabyte)
  await choose(page, [big, files.png])
  await arrivedHalfWay(line)
  line.cut()
  await page.context().setOffline(true)
  await page.getByText('Network error. Please check your connection.').waitFor()
  await page.getByText('Waiting for the connection...').waitFor()
  await expectAccessible(page, 'upload offline')
  line.mend()
  line.speed(20 * megabyte)
  await page.context().setOffline(false)
  await page.getByText('2/2 files uploaded').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByText('Network error. Please check your connection.').count()).toBe(0)
  expect(offsets[0]).toBe(0)
  expect(offsets.at(-1)).toBeGreaterThan(0)
  await expectStored(await publish(page, 'Lost line'), [big, files.png])
})

test('paused, reloaded and chosen again, the upload resumes at the byte where it stopped', async () => {
  const { page, line, offsets, go } = await arrive()
  line.speed(2 * megabyte)
  await choose(page, [files.svg, big, second])
  await page.getByText('1/3 files uploaded').waitFor()
  await uploading(page, 20)
  await page.getByLabel('Name your review').fill('Kept name')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('dialog').getByText('Paused').first().waitFor()
  await page.reload()

  await page.getByRole('button', { name: 'Upload file' }).first().click()
  const notice = page.getByRole('dialog').getByText(/2 files didn’t finish uploading/)
  await notice.waitFor()
  await expect
    .poll(() => notice.textContent())
    .toBe('2 files didn’t finish uploading: poster.png, second.png. Choose them again to continue.')
  await page.getByText('1/1 files uploaded').waitFor()
  await expect.poll(() => page.getByLabel('Name your review').inputValue()).toBe('Kept name')
  await expectAccessible(page, 'unfinished files')
  line.speed(30 * megabyte)
  offsets.length = 0
  await page.getByRole('dialog').getByLabel('Files to upload').setInputFiles([files.svg, big, second])
  await page.getByText('3/3 files uploaded').waitFor({ timeout: 60_000 })
  await notice.waitFor({ state: 'detached' })
  expect(offsets[0]).toBeGreaterThan(0)
  await expectStored(await publish(page, 'Kept name'), [files.svg, big, second])

  // None of it returns.
  await go('/dashboard')
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByRole('dialog', { name: 'Upload Files' }).waitFor()
  await expect.poll(() => keptUploads(page)).toEqual([])
  await expect.poll(() => page.getByText(/didn’t finish uploading/).count()).toBe(0)
})

test('a browser that keeps the files resumes by itself after a reload', async () => {
  const { page, line, offsets } = await arrive()
  await page.evaluate(async () => {
    const folderOfPage = await navigator.storage.getDirectory()
    const handle = await folderOfPage.getFileHandle('kept.png', { create: true })
    const canvas = new OffscreenCanvas(1_900, 1_900)
    const pixels = new Uint8ClampedArray(1_900 * 1_900 * 4)
    for (let at = 0; at < pixels.length; at += 65_536)
      crypto.getRandomValues(pixels.subarray(at, at + 65_536))
    canvas.getContext('2d')?.putImageData(new ImageData(pixels, 1_900, 1_900), 0, 0)
    const stream = await handle.createWritable()
    await stream.write(await canvas.convertToBlob({ type: 'image/png' }))
    await stream.close()
  })
  // Automation cannot use the browser's picker: a stub returns a file handle.
  await page.evaluate(() => {
    Reflect.set(window, 'showOpenFilePicker', async () => {
      const folderOfPage = await navigator.storage.getDirectory()
      return [await folderOfPage.getFileHandle('kept.png')]
    })
  })
  line.speed(2 * megabyte)
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByRole('button', { name: 'Select Files' }).click()
  await uploading(page, 15)
  await reloadThoughAsked(page)
  await page.getByRole('region', { name: 'Uploading Files' }).getByText('kept.png').waitFor()
  await expect.poll(() => offsets.at(-1)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Show files' }).click()
  line.speed(30 * megabyte)
  await page.getByText('1/1 files uploaded').waitFor({ timeout: 60_000 })
  await publish(page, 'Kept file')
})

test('the upload resumes after the server is killed and restarted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-restart-'))
  const port = await freePort()
  const first = await runWingmark(dataDir, port)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const here = await newStudio(first.url)
  const { page, line, offsets, allows } = await arrive({ as: here, base: first.url })
  allows('net::ERR_', '503 /live/api/v1/user')
  line.speed(2 * megabyte)
  await choose(page, [big, files.jpeg])
  await arrivedHalfWay(line)
  await first.stop('SIGKILL')
  await page.getByText('Network error. Please check your connection.').waitFor()
  const again = await runWingmark(dataDir, port)
  onTestFinished(() => again.stop('SIGTERM'))
  line.speed(30 * megabyte)
  await page.getByText('2/2 files uploaded').waitFor({ timeout: 90_000 })
  expect(offsets.at(-1)).toBeGreaterThan(0)
  await expectStored(await publish(page, 'Restarted'), [big, files.jpeg], here, again.url)
  // Before the server, which answers 503 to an open page while it stops.
  await page.context().close()
})

test.each([
  ['a folder dropped at a desk', desktop],
  ['chosen on a phone', phone],
])('57 files with seven bad ones, %s', async (_where, screen) => {
  const shoot = await mkdtemp(join(folder, 'shoot-'))
  await mkdir(join(shoot, 'proofs'))
  const good = await Promise.all(
    Array.from({ length: 57 }, async (_, n) => {
      const name = `${String(n + 1).padStart(2, '0')}.${n % 19 === 0 ? 'pdf' : n % 7 === 0 ? 'svg' : 'png'}`
      const path = join(shoot, n % 2 === 0 ? '.' : 'proofs', name)
      await copyFile(n % 19 === 0 ? files.pdf : n % 7 === 0 ? files.svg : files.png, path)
      return path
    }),
  )
  const badNames = ['notes.txt', 'palette.ase', 'fonts.zip', 'a.doc', 'b.xls', 'c.key', 'd.psd']
  const bad = badNames.map((name, n) => join(shoot, n === 0 ? '.' : 'proofs', name))
  for (const path of [...bad, join(shoot, '.DS_Store')]) await writeFile(path, 'x')

  const { page } = await arrive({ screen })
  await page.clock.install()
  if (screen === phone) await choose(page, [...good, ...bad])
  else await drop(page, [shoot])
  // Three at once, each fully visible; the others wait for their turn.
  const refused = page.getByText(/^Only .* Selected file: /)
  await expect.poll(() => refused.count()).toBe(3)
  const shown = await refused.evaluateAll((texts) =>
    texts.map((text) => {
      const { left, top, width, height } = text.getBoundingClientRect()
      const isSeen = text.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      return { text: text.textContent, isSeen }
    }),
  )
  expect(shown.map(({ isSeen }) => isSeen)).toEqual([true, true, true])
  const waiting = badNames.filter((name) => !shown.some(({ text }) => text.endsWith(name)))
  expect(waiting).toHaveLength(4)
  const notice = page
    .getByRole('dialog')
    .getByRole('status')
    .filter({ hasText: '7 of 64 files can’t be uploaded.' })
  await notice.waitFor()
  // No toast covers the actions, even with all of them there.
  const goOn = notice.getByRole('button', { name: 'Upload the other 57' })
  await expect.poll(async () => [await isUncovered(goOn), await refused.count()]).toEqual([true, 3])
  // Looking advances the toasts' time, so that none is missed.
  const reported = new Set<string>()
  while (!waiting.every((name) => reported.has(name))) {
    for (const text of await refused.allTextContents())
      reported.add(text.split('Selected file: ').at(-1) ?? '')
    await page.clock.fastForward(500)
  }
  await expectAccessible(page, 'a stopped selection')
  await page.getByRole('button', { name: 'Upload the other 57' }).click()
  await page.getByText('57/57 files uploaded').waitFor({ timeout: 90_000 })
  await expectAccessible(page, 'sixty files')
  await expectStored(await publish(page, 'Shoot'), good)
})

test('large files need confirmation, too large ones are refused', async () => {
  const [large, huge] = [join(folder, 'book.pdf'), join(folder, 'film.pdf')]
  for (const path of [large, huge]) await writeFile(path, '')
  await truncate(large, 100 * megabyte + 1)
  await truncate(huge, 500 * megabyte + 1)
  const { page } = await arrive()
  await choose(page, [huge])
  await page.getByText('File "film.pdf" is too large (500.00MB). Maximum allowed size is 500MB.').waitFor()
  // Nothing else is shown beside it.
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)
  await page.getByRole('dialog').getByLabel('Files to upload').setInputFiles([large])
  const question = page.getByRole('dialog', { name: 'Large files' })
  await question
    .getByText('Large file detected: "book.pdf" (100.00MB). This may take a while to upload.')
    .waitFor()
  await question.getByText('Continue with upload?').waitFor()
  await expectAccessible(page, 'large files')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Upload Files' }).waitFor()
  await expect.poll(() => page.getByText('book.pdf').count()).toBe(0)
})

test('closing while files upload asks first; stopped files wait and resume', async () => {
  const { page, line } = await arrive()
  line.speed(2 * megabyte)
  await choose(page, [files.png, big])
  await uploading(page, 10)
  await expect
    .poll(() => page.getByRole('button', { name: '1/2 uploaded', exact: true }).isDisabled())
    .toBe(true)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Stop Uploads?' })
  await question.waitFor()
  await expectAccessible(page, 'stop uploads')
  await question.getByRole('button', { name: 'Continue Uploading' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Stop & Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByText('Paused').first().waitFor()
  line.speed(30 * megabyte)
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await page.getByText('2/2 files uploaded').waitFor({ timeout: 60_000 })
  await expectStored(await publish(page, 'Closed and opened'), [files.png, big])
})

test('one file is paused, stopped, retried and removed while the others continue', async () => {
  const { page, line, offsets } = await arrive()
  line.speed(2 * megabyte)
  await choose(page, [big, second, files.png, files.svg])
  await uploading(page, 10)
  await page.getByRole('button', { name: 'Pause poster.png' }).click()
  await page.getByRole('button', { name: 'Stop second.png' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Upload cancelled').waitFor()
  await page.getByText('2/4 files uploaded').waitFor({ timeout: 60_000 })
  line.speed(30 * megabyte)
  // The focus stays with the stopped file.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Retry second.png')
  await page.keyboard.press('Enter')
  await page.getByText('3/4 files uploaded').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Resume poster.png' }).click()
  await page.getByText('4/4 files uploaded').waitFor({ timeout: 60_000 })
  expect(offsets.filter((offset) => offset > 0).length).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove icon.svg' }).click()
  await page.getByText('3/3 files uploaded').waitFor()
  await expectStored(await publish(page, 'One by one'), [big, second, files.png])
})

test('files that remain after publishing upload behind the page, where the transfer can be stopped', async () => {
  const { page, line } = await arrive()
  line.speed(2 * megabyte)
  await choose(page, [files.png, big, second])
  await page.getByText('1/3 files uploaded').waitFor()
  // Slow enough for everything below, however busy this machine is.
  line.speed(megabyte / 4)
  await page.getByLabel('Name your review').fill('Early')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Continuing to upload remaining files...').waitFor()
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const overlay = page.getByRole('region', { name: 'Uploading Files' })
  await overlay.getByText('poster.png').waitFor()
  await overlay.getByText('2 of 3', { exact: true }).waitFor()
  for (const step of [
    'Connecting to server',
    'Initializing transfer',
    'Processing file',
    'Uploading data',
    'Finalizing upload',
    'Upload complete',
  ])
    await overlay.getByText(step).first().waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessible(page, 'uploading files')
  await overlay.getByRole('button', { name: 'Stop Transfer' }).click()
  await page.getByText('Upload cancelled').first().waitFor()
  line.speed(30 * megabyte)
  // Of one file, or of all: on a busy machine the other may have arrived by then.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Retry/ })
    .last()
    .click()
  await page.getByText('3/3 files uploaded').waitFor({ timeout: 60_000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => countFiles(id)).toBe(3)
  await expectStored(id, [files.png, big, second])
})

const countFiles = async (id: string) =>
  (await studio.call('GET', `/review/api/v1/${id}`)).result.files.length

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('files dropped on a review are added to it, %s', async (_where, screen) => {
  const { id } = await publishFiles(studio, 'Grows', [files.png])
  const { page } = await arrive({ screen, at: `/reviews/${id}` })
  await page
    .getByRole('application')
    .getByRole('img', { name: /logo\.png/ })
    .waitFor()
  await drop(page, [files.jpeg, files.svg])
  await page.getByRole('dialog', { name: 'Upload Files' }).waitFor()
  await page.getByText('2/2 files uploaded').waitFor()
  await page.getByText('Files are added to this review automatically once they are uploaded.').waitFor()
  await expect.poll(() => page.getByLabel('Name your review').count()).toBe(0)
  // One second after the upload the review has them, before anyone presses Publish.
  await expect.poll(() => countFiles(id)).toBe(3)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('button', { name: /^poster\.jpg/ })
    .first()
    .waitFor()
  await expectStored(id, [files.png, files.jpeg, files.svg])
})
