import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { readZip } from '../apps/server/test/read-zip.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { layLine } from './bad-line.ts'
import { expectAccessible, newPerson, phone } from './browser.ts'
import { enter } from './commented-review.ts'
import { compose } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import { newItem, send, sendInEveryState, sendThousands } from './sent-states.ts'
import { type Json, newStudio } from './studio.ts'
import { drop } from './upload-steps.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

const files = (page: Page) => page.getByRole('list', { name: 'Files and folders' }).getByRole('listitem')
const name = (path: string) => path.split('/').at(-1) ?? ''
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const isInSight = (part: Element) => {
  const { x, y, width, height } = part.getBoundingClientRect()
  return part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const placeOnPage = (part: Element) => Math.round(part.getBoundingClientRect().top + scrollY)

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a designer sends files that a client downloads, sorts them, undoes mistakes and downloads', async () => {
  const studio = await newStudio()
  const { png, pdf, svg } = await makeJourneyFiles()
  const { page, allows } = await enter(browser, studio, '/dashboard')
  // A second tab begins with an empty page, which has no storage.
  allows("page error: Failed to read the 'localStorage'")

  await page.getByRole('link', { name: 'Transfers', exact: true }).click()
  await page.getByText('No files yet').waitFor()
  await expectAccessible(page, 'transfers, empty')
  // Storage is of interest once something is stored.
  await expect.poll(() => page.getByRole('link', { name: 'See what uses it' }).count()).toBe(0)

  await page.getByRole('button', { name: 'New folder' }).click()
  await dialog(page, 'New folder').getByLabel('Name').fill('Final files')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Final files', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Upload file' }).first().click()
  const picker = dialog(page, 'Transfer Files')
  await picker.getByText('Supported formats: all files. Up to 500 MB each.').waitFor()
  await expectAccessible(page, 'transfer files')
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await picker.getByLabel('Files to transfer').setInputFiles([png, pdf])
  const queue = dialog(page, 'Transfer Queue')
  await queue.getByText('2 files ·').waitFor()
  await expectAccessible(page, 'transfer queue')
  await queue.getByRole('button', { name: 'Add More' }).click()
  const more = dialog(page, 'Add More Files').getByLabel('Files to transfer')
  const film = join(await mkdtemp(join(tmpdir(), 'wingmark-film-')), 'film.mov')
  await writeFile(film, '')
  await truncate(film, 101 * 1_048_576)
  await more.setInputFiles([film])
  await dialog(page, 'Large files').getByText('Continue with transfer?').waitFor()
  await dialog(page, 'Large files').getByRole('button', { name: 'Cancel' }).click()
  await rm(film)
  await more.setInputFiles([svg])
  await queue.getByText('3 files ·').waitFor()
  await queue.getByRole('switch', { name: 'Create a link' }).waitFor()
  await queue.getByLabel('Title').fill('Final files for Ana')
  await expectAccessible(page, 'transfer queue with a link')
  // The filled-in terms are restored, and files that the browser cannot read are named.
  await expect.poll(() => page.evaluate(isTransferKept)).toBe(true)
  await page.reload()
  await page.getByText(`Choose again: ${[png, pdf, svg].map(name).join(', ')}.`).waitFor()
  await expectAccessible(page, 'an unfinished transfer')
  // Another tab leaves them to this one, and starts empty.
  const other = await page.context().newPage()
  await other.goto('/transfers')
  await other.getByRole('button', { name: 'Upload file' }).first().click()
  const nothing = dialog(other, 'Transfer Files')
  await nothing.getByText('Supported formats').waitFor()
  await other.keyboard.press('Escape')
  await nothing.waitFor({ state: 'hidden' })
  await expect.poll(() => other.getByText('Choose again').count()).toBe(0)
  await page.getByRole('button', { name: 'Show files' }).click()
  await queue.getByText('3 files didn’t finish uploading').waitFor()
  await expectAccessible(page, 'transfer queue of an earlier visit')
  await queue.getByLabel('Files to choose again').setInputFiles([png, pdf, svg])
  await queue.getByText('3 files ·').waitFor()
  // Errors show beside their field, which has the focus; the buttons stay visible.
  await queue.getByRole('button', { name: 'Expires in 7 days · no password' }).click()
  await queue.getByRole('button', { name: /^3 files ·/ }).click()
  await queue
    .getByRole('list', { name: 'Files in the queue' })
    .getByText(/\d (B|KB)$/)
    .first()
    .waitFor()
  await queue.getByLabel('To', { exact: true }).fill('ana@client.com, nobody')
  await queue.getByLabel('Password', { exact: true }).fill('ab')
  const send = queue.getByRole('button', { name: 'Send Transfer' })
  await send.click()
  await queue.getByText('Invalid email address: nobody').waitFor()
  await queue.getByText('A password must have at least 4 characters.').waitFor()
  const to = queue.getByLabel('To', { exact: true })
  await expect
    .poll(() => to.evaluate((field) => field === document.activeElement && field.ariaInvalid))
    .toBe('true')
  await expect.poll(() => send.evaluate(isInSight)).toBe(true)
  await expectAccessible(page, 'transfer queue with what is wrong')
  await to.press('Backspace')
  await queue.getByRole('button', { name: 'Remove ana@client.com' }).click()
  await queue.getByLabel('Password', { exact: true }).fill('')
  await send.click()
  // The link exists while files still upload.
  const link = await queue.getByLabel('Link', { exact: true }).inputValue()
  await queue.getByText('Transfer Complete!').waitFor()
  await queue.getByText('Your files have been successfully uploaded').waitFor()
  await queue.getByText('The link has been copied.').waitFor()
  await expect.poll(() => queue.getByLabel('Link', { exact: true }).inputValue()).toBe(link)
  await page.keyboard.press('Escape')
  await queue.waitFor({ state: 'hidden' })
  await expect.poll(() => files(page).count()).toBe(4)
  // Changes in one tab show in the other.
  await expect.poll(() => files(other).count()).toBe(4)
  await act(other, name(svg), 'Delete')
  await expect.poll(() => files(page).count()).toBe(3)
  await other.keyboard.press('Control+z')
  await expect.poll(() => files(page).count()).toBe(4)
  await other.close()
  await page.getByRole('link', { name: 'See what uses it' }).waitFor()
  await expectAccessible(page, 'transfers')

  const client = await newPerson(browser, phone)
  await client.page.goto(link)
  await client.page.getByRole('heading', { name: 'Final files for Ana' }).waitFor()
  await client.page.getByRole('banner').getByText('Olga Owner').waitFor()
  await client.page.getByText('3 files ·').waitFor()
  await expectAccessible(client.page, 'what was sent')
  expect(await (await client.page.request.get(link)).text()).toContain('Final files for Ana · Wingmark')
  // Covers are retried until rendered.
  client.allows('404 /files/preview/', '404 /files/thumbnail/')
  const stage = dialog(client.page, name(pdf))
  await client.page.getByRole('button', { name: `View ${name(pdf)}` }).click()
  await stage.getByRole('img', { name: `${name(pdf)}, page 1 of` }).waitFor()
  await expectAccessible(client.page, 'a PDF that was sent, on the stage')
  await stage.getByRole('button', { name: 'Next page' }).click()
  await stage.getByRole('img', { name: `${name(pdf)}, page 2 of` }).waitFor()
  await stage.getByRole('button', { name: 'Zoom in' }).click()
  await stage.getByRole('button', { name: 'Fit', pressed: false }).waitFor()
  await client.page.keyboard.press('Escape')
  await stage.waitFor({ state: 'hidden' })
  // Pictures show their size like other files, and rows are equally wide; selecting moves nothing.
  const pictures = client.page
    .getByRole('listitem')
    .filter({ has: client.page.getByRole('button', { name: /^View/ }) })
  await expect.poll(() => pictures.filter({ hasText: /\d (B|KB)$/ }).count()).toBe(3)
  const places = await pictures.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y].map(Math.round)),
  )
  const [first, second, third] = places
  expect([second?.[1], third?.[0]]).toEqual([first?.[1], first?.[0]])
  const before = await pictures.first().evaluate(placeOnPage)
  await client.page.getByRole('checkbox', { name: `Select ${name(png)}` }).check()
  await client.page.getByRole('checkbox', { name: `Select ${name(pdf)}` }).check()
  const tools = client.page.getByRole('toolbar')
  await tools.getByText('2 files selected').waitFor()
  await expect.poll(() => pictures.first().evaluate(placeOnPage)).toBe(before)
  await expectAccessible(client.page, 'some of what was sent')
  const some = client.page.waitForEvent('download')
  await tools.getByRole('button', { name: 'Download' }).click()
  await rm(await (await some).path())
  await tools.getByRole('button', { name: 'Clear' }).click()
  const fetched = client.page.waitForEvent('download')
  await client.page.getByRole('button', { name: 'Download all' }).click()
  await client.page.getByRole('button', { name: /^Downloading, \d.* KB$|^Downloaded$/ }).waitFor()
  const all = await fetched
  expect(all.suggestedFilename()).toMatch(/\.zip$/)
  await rm(await all.path())
  // Finished, so there is nothing to continue.
  await client.page.getByRole('button', { name: 'Downloaded', exact: true }).waitFor()
  await expectAccessible(client.page, 'what was downloaded')

  // An open list learns of a later download within 30 s; here it opens once both have counted.
  const id = new URL(link).pathname.split('/').at(-1)
  const counted = async () => {
    const record = await studio.call('GET', `/transfer/api/v1/activity/${id}`)
    const { results } = record as unknown as { results: { action: string }[] }
    return results.filter((entry) => entry.action === 'DOWNLOADED').length
  }
  await expect.poll(counted).toBe(2)
  await page.getByRole('tab', { name: 'Sent' }).click()
  // Both within a day, by one visitor.
  await page.getByText('Downloaded once').waitFor()
  await expectAccessible(page, 'sent')
  await page.getByRole('link', { name: 'Final files for Ana' }).click()
  await page.getByText('Someone without an account downloaded').first().waitFor()
  // What became of it comes before what can be changed.
  const headings = page.getByRole('heading', { level: 2 })
  await expect
    .poll(() => headings.allTextContents())
    .toEqual(['Recipients and links', 'Activity', 'Files', 'Title and message', 'Terms'])
  await expectAccessible(page, 'what one has sent')
  const keeper = await enter(browser, await newStudio(), new URL(link).pathname + new URL(link).search)
  keeper.allows('404 /files/preview/', '404 /files/thumbnail/')
  await keeper.page.getByRole('button', { name: 'Save to my transfers' }).click()
  await keeper.page.getByText('Saved to your transfers').waitFor()
  await keeper.page.goto('/transfers')
  await keeper.page.getByRole('button', { name: name(pdf), exact: true }).waitFor()
  // Reordered by dragging and by button; removed and restored in place.
  const lines = page.getByRole('list', { name: 'Sent files' }).getByRole('listitem')
  // Pictures have thumbnails here, too.
  await expect.poll(() => lines.locator('img').count()).toBe(3)
  const order = () => lines.evaluateAll((all) => all.map((one) => one.querySelector('[title]')?.textContent))
  await page.getByRole('button', { name: `Move ${name(svg)} up` }).click()
  await expect.poll(order).toEqual([png, svg, pdf].map(name))
  await lines.nth(2).dragTo(lines.nth(0), { targetPosition: { x: 60, y: 4 } })
  await expect.poll(order).toEqual([pdf, png, svg].map(name))
  await page.getByRole('button', { name: `Remove ${name(png)}` }).click()
  await expect.poll(order).toEqual([pdf, svg].map(name))
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual([pdf, png, svg].map(name))
  // A file of the device, which the user's transfers do not offer.
  await page.getByRole('button', { name: 'Add files' }).click()
  await expectAccessible(page, 'files to add')
  await dialog(page, 'Add files').getByRole('button', { name: 'Upload from this device' }).click()
  const extra = { name: 'extra.txt', mimeType: 'text/plain', buffer: Buffer.from('More') }
  await picker.getByLabel('Files to transfer').setInputFiles([extra])
  await queue.getByText('They’ll be added to').waitFor()
  await queue.getByRole('button', { name: 'Send Transfer' }).click()
  await queue.getByText('Transfer Complete!').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(order).toEqual([...[pdf, png, svg].map(name), extra.name])
  const now = (await studio.call('GET', `/transfer/api/v1/delivery/${id}`)).result
  const added = (now as unknown as { items: { _id: string }[] }).items.at(-1)?._id
  await studio.call('DELETE', `/transfer/api/v1/${added}`, {})
  await studio.call('DELETE', `/transfer/api/v1/deleted/${added}`)
  await page.getByRole('switch', { name: 'is on' }).click({ force: true })
  await page.getByText('Turned off ·').waitFor()
  await page.getByRole('button', { name: 'Turn on links' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  client.allows('404 /transfer/api/v1/get-delivery/', '404 /live/api/v1/delivery/')
  await client.page.reload()
  await client.page.getByText('Delivery not found').waitFor()
  await page.getByRole('link', { name: 'Back to Sent' }).click()
  await page.getByRole('tab', { name: 'Files' }).click()

  // One request lists a file's deliveries and downloads, however many.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await act(page, name(svg), 'Details')
  const details = dialog(page, name(svg))
  await details.getByText(/^Main link · 2 downloads · last/).waitFor()
  expect(asked.filter((path) => path.startsWith('/transfer/api/v1/delivery'))).toHaveLength(1)
  await expectAccessible(page, 'details of a file')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })

  await page.getByRole('checkbox', { name: `Select ${name(png)}` }).click()
  await page.getByRole('checkbox', { name: `Select ${name(pdf)}` }).click()
  await page.getByText('2 items selected').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Send…' }).click()
  await dialog(page, 'Send files').getByText('One link to 2 items from your transfers.').waitFor()
  await expectAccessible(page, 'files to send')
  await dialog(page, 'Send files').getByRole('button', { name: 'Create link' }).click()
  await dialog(page, 'Send files').getByText('The link is ready.').waitFor()
  await dialog(page, 'Send files').getByText('The link has been copied.').waitFor()
  await dialog(page, 'Send files').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to…' }).click()
  await dialog(page, 'Move to').getByRole('button', { name: 'Final files' }).click()
  await dialog(page, 'Move to').getByRole('button', { name: 'Move to Final files' }).click()
  await expect.poll(() => files(page).count()).toBe(2)
  await page.getByText('2 items moved to Final files').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => files(page).count()).toBe(4)

  // By keyboard alone: renamed in place, deleted, restored.
  await page.getByRole('button', { name: name(svg), exact: true }).focus()
  await page.keyboard.press('F2')
  await compose(page, 'ねこ', 'Escape')
  await compose(page, 'ねこ', 'Enter')
  await page.getByRole('textbox', { name: /^New name for/ }).fill('logo.svg')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'logo.svg', exact: true }).waitFor()
  await page.getByRole('button', { name: 'logo.svg', exact: true }).focus()
  await page.keyboard.press('Delete')
  await page.getByText('“logo.svg” deleted').waitFor()
  await act(page, name(pdf), 'Rename')
  await page.getByRole('textbox', { name: `New name for ${name(pdf)}` }).press('End')
  await page.keyboard.type('.old')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `${name(pdf)}.old`, exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await act(page, name(pdf), 'Duplicate')
  const copied = name(pdf).replace('.pdf', ' copy.pdf')
  await page.getByRole('button', { name: copied, exact: true }).focus()
  await page.keyboard.press('Delete')
  await page.getByText(`“${copied}” deleted`).waitFor()
  await page.getByRole('link', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: `Delete ${copied} for good` }).click()
  await page.getByText(copied, { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Restore logo.svg' }).click()
  await page.getByText('Nothing deleted recently').waitFor()
  await expectAccessible(page, 'recently deleted')
  await page.getByRole('link', { name: 'Back to transfers' }).click()

  // Dropped anywhere on a folder's page, they go into that folder.
  await page.getByRole('button', { name: 'Final files', exact: true }).click()
  await page.getByText('This folder is empty').waitFor()
  await drop(page, [png])
  const record = Promise.withResolvers<void>()
  await page.route('**/transfer/api/v1', async (route) => {
    await record.promise
    await route.continue()
  })
  await queue.getByRole('button', { name: 'Send Transfer' }).click()
  await page.getByText('1 file on the way').waitFor()
  record.resolve()
  await queue.getByText('Transfer Complete!').waitFor()
  await queue.waitFor({ state: 'hidden' })
  await expect.poll(() => files(page).count()).toBe(1)

  await page.getByRole('button', { name: 'All files' }).click()
  const folder = page.getByRole('button', { name: 'Final files', exact: true })
  await page.getByRole('button', { name: 'logo.svg', exact: true }).dragTo(folder)
  await expect.poll(() => files(page).count()).toBe(3)
  await page.getByText('“logo.svg” moved to Final files').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => files(page).count()).toBe(4)
  const download = page.waitForEvent('download')
  await act(page, 'Final files', 'Download')
  const zip = await download
  expect(zip.suggestedFilename()).toBe('Final files.zip')
  await rm(await zip.path())
  await act(page, 'Final files', 'Extract here')
  const unfolded = page.getByRole('alert').filter({ hasText: '“Final files” extracted' })
  await unfolded.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Final files', exact: true }).waitFor()
})

test('hundreds of folders scroll as one list, are all deleted and restored, and a long press selects on a phone', async () => {
  const studio = await newStudio()
  const call = async (method: string, path: string, body: object) =>
    studio.call(method, `/transfer/api/v1${path}`, body)
  const parent = (await call('POST', '', { type: 'FOLDER', name: 'All' })).result._id
  const some = Array.from({ length: 20 }, (_, n) => ({ type: 'FOLDER', name: `Folder ${n}.`, parent }))
  const made = await Promise.all(some.map((body) => call('POST', '', body)))
  const ids: string[] = made.map(({ result }) => result._id ?? '')
  while (ids.length < 640) {
    const [id, ...also] = ids
    const copied: { result: Json; results?: Json[] } = await call('PATCH', `/copy/${id}`, { parent, also })
    for (const one of copied.results ?? []) ids.push(one._id ?? '')
  }
  const { page } = await enter(browser, studio, `/transfers?id=${parent}`, phone)
  const last = page.locator('[aria-posinset="640"]')
  await files(page).first().waitFor()
  await expect.poll(() => last.count()).toBe(0)
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      return last.count()
    })
    .toBe(1)
  await expect.poll(() => files(page).count()).toBeLessThan(120)
  await expectAccessible(page, 'a long list of transfers')

  const touch = await page.context().newCDPSession(page)
  const rest = async (row: Locator, on: Locator) => {
    const box = await row.boundingBox()
    const touchPoints = [{ x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 20 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await on.waitFor()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await rest(last, page.getByText('1 item selected'))
  await page.locator('[aria-posinset="639"]').tap()
  await page.getByText('2 items selected').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.locator('[aria-setsize="638"]').count()).toBeGreaterThan(0)

  // More than one call accepts, and more than are loaded.
  await page.reload()
  await files(page).first().getByRole('checkbox').focus()
  await page.keyboard.press('Control+a')
  await page.getByText('638 items selected').waitFor()
  await page.keyboard.press('Delete')
  await page.getByText('638 items deleted').waitFor()
  await page.getByText('This folder is empty').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.locator('[aria-setsize="638"]').count()).toBeGreaterThan(0)
})

test('someone who opens a link reads its state, and what can be done', async () => {
  const studio = await newStudio()
  const { png, svg, pdf } = await makeJourneyFiles()
  const sent = await sendInEveryState(studio, [png, svg])
  const { page, allows, context } = await newPerson(browser, phone)
  allows('423 /transfer/api/v1/get-delivery', '403 /transfer/api/v1/get-delivery')
  allows('410 /transfer/api/v1/get-delivery', '404 /transfer/api/v1/get-delivery')
  allows('404 /files/preview/', '404 /files/thumbnail/')

  await page.goto(sent.locked.path)
  await page.getByRole('heading', { name: 'These files need a password' }).waitFor()
  await page.getByText('Olga Owner sent them to you').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('not this')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Wrong password.').waitFor()
  await expectAccessible(page, 'a wrong password of what was sent')
  await page.getByLabel('Password', { exact: true }).fill('open sesame')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Download all' }).waitFor()

  await page.clock.install()
  await page.goto(sent.ended.path)
  await page.getByRole('heading', { name: 'This link has expired.' }).waitFor()
  await page.getByRole('button', { name: 'Request new link' }).click()
  await page.getByRole('button', { name: 'The sender will be notified' }).waitFor()
  const asked = page.waitForResponse(/get-delivery/)
  await lookAgain(page)
  await asked
  await page.getByRole('button', { name: 'The sender will be notified' }).waitFor()
  // Extended, it opens again for the waiting visitor.
  await studio.call('PATCH', `/transfer/api/v1/delivery/${sent.ended.id}`, { days: 7 })
  await page.clock.fastForward(30_000)
  const extended = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  await rm(await (await extended).path())
  await page.goto(sent.usedUp.path)
  const usedUp = 'This link has reached its download limit.'
  await page.getByRole('heading', { name: usedUp }).waitFor()
  for (const path of [sent.closed.path, `/transfers/${crypto.randomUUID()}?share=nothing`]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Delivery not found' }).waitFor()
  }

  // A single file shows by itself, and downloads without a zip.
  await page.goto(sent.one.path)
  await page.getByRole('button', { name: `View ${name(png)}` }).waitFor()
  const alone = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await alone).suggestedFilename()).toBe(name(png))
  await page.getByRole('button', { name: 'Downloaded', exact: true }).waitFor()

  await page.goto(sent.arriving.path)
  await page.getByText('1 of 3 files uploaded').waitFor()
  const add = await newItem(studio, pdf)
  await studio.call('PATCH', `/transfer/api/v1/delivery/${sent.arriving.id}`, { add: [add] })
  await page.getByText('2 of 3 files uploaded').waitFor()
  const all = { add: [sent.items[1]], isComplete: true }
  await studio.call('PATCH', `/transfer/api/v1/delivery/${sent.arriving.id}`, all)
  await page.getByText('files uploaded').waitFor({ state: 'detached' })
  await page.getByText(/^3 files ·/).waitFor()

  // Offline it stays, and a press says why nothing comes.
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download all' }).click()
  await page.getByRole('alert').first().waitFor()
  await context.setOffline(false)

  // As the server answers if a file's bytes are damaged.
  await page.route(`**/transfer/api/v1/get-delivery/${sent.arriving.id}*`, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const file of body.result.files.results) file.isDamaged = file.name === name(svg)
    await route.fulfill({ response: answer, json: body })
  })
  await page.reload()
  await page.getByText('Incomplete, and left out of the download').waitFor()
  await page.getByRole('button', { name: 'Download all' }).waitFor()
  await expectAccessible(page, 'a file that is not whole')
})

test('over a connection that breaks twice, a phone’s download resumes by itself, is complete and counts once', async () => {
  const studio = await newStudio()
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-whole-'))
  const paths = ['a.raw', 'b.raw'].map((file) => join(folder, file))
  for (const path of paths) await writeFile(path, randomBytes(3_000_000))
  const items = await Promise.all(paths.map((path) => newItem(studio, path)))
  const sent = await send(studio, { items })
  const line = await layLine(inject('wingmarkUrl'))
  onTestFinished(() => line.close())
  const { page } = await newPerson(browser, phone, { baseURL: line.url })
  await page.goto(sent.path)
  await page.getByText('2 files ·').waitFor()
  line.breakAfter(2_000_000, 1_000_000)
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  const whole = await (await begun).path()
  expect(line.breaksLeft()).toBe(0)
  const zip = readZip(await readFile(whole))
  for (const path of paths) expect(zip.get(name(path))?.equals(await readFile(path)), path).toBe(true)
  await rm(whole)
  const counted = async () =>
    (await studio.call('GET', `/transfer/api/v1/delivery/${sent.id}`)).result.downloadCount
  await expect.poll(counted).toBe(1)
})

test('five thousand files are one page, and more than a hundred sent items are sorted', async () => {
  const studio = await newStudio()
  const { svg } = await makeJourneyFiles()
  const thousands = await sendThousands(studio, svg)
  const client = await newPerson(browser)
  client.allows('404 /files/preview/', '404 /files/thumbnail/')
  await client.page.goto(thousands.path)
  await client.page.getByText('5,000 files ·').waitFor()
  await client.page.getByRole('button', { name: 'Download all' }).waitFor()
  await expectAccessible(client.page, 'five thousand files')
  await client.page.getByRole('button', { name: 'Copy direct link' }).click()
  await client.page.getByText('Copied', { exact: true }).waitFor()
  const address = await client.page.evaluate(() => navigator.clipboard.readText())
  const part = await client.page.request.get(address, { headers: { range: 'bytes=4-9' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 6])

  const folders = Array.from({ length: 130 }, (_, n) =>
    studio.call('POST', '/transfer/api/v1', { type: 'FOLDER', name: `Folder ${n + 1}.` }),
  )
  const items = (await Promise.all(folders)).map(({ result }) => result._id ?? '')
  const sent = await send(studio, { items, title: 'Many folders' })
  const { page } = await enter(browser, studio, `/transfers/sent/${sent.id}`)
  const lines = page.getByRole('list', { name: 'Sent files' }).getByRole('listitem')
  const order = (from: number, to: number) =>
    lines.evaluateAll(
      (all, [first, last]) => all.slice(first, last).map((one) => one.querySelector('[title]')?.textContent),
      [from, to],
    )
  await page.getByRole('button', { name: 'Show more of 130' }).click()
  await expect.poll(() => lines.count()).toBe(130)
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  const [ninth, twelfth] = [lines.nth(108), lines.nth(111)]
  await ninth.scrollIntoViewIfNeeded()
  await expect.poll(() => order(108, 112)).toEqual([109, 110, 111, 112].map((n) => `Folder ${n}.`))
  const first = Promise.withResolvers<void>()
  await page.route(
    `**/transfer/api/v1/delivery/${sent.id}`,
    (route) => first.promise.then(() => route.continue()).catch(() => null),
    { times: 1 },
  )
  const onItsWay = page.waitForRequest((request) => request.method() === 'PATCH')
  await twelfth.dragTo(ninth, { targetPosition: { x: 60, y: 4 } })
  await expect.poll(() => order(108, 112)).toEqual([112, 109, 110, 111].map((n) => `Folder ${n}.`))
  await onItsWay
  // It waits for the first answer, and is sent anyway when the page is left.
  await page.getByRole('button', { name: 'Move Folder 111. up', exact: true }).click()
  const moved = [112, 109, 111, 110].map((n) => `Folder ${n}.`)
  await expect.poll(() => order(108, 112)).toEqual(moved)
  await page.goto('/transfers')
  first.resolve()
  await expect
    .poll(async () => {
      await page.goto(`/transfers/sent/${sent.id}`)
      await page.getByRole('button', { name: 'Show more of 130' }).click()
      await expect.poll(() => lines.count()).toBe(130)
      return order(108, 112)
    })
    .toEqual(moved)

  // Ten of them move into another by keys alone, and both steps are undone.
  await studio.call('POST', '/transfer/api/v1', { type: 'FOLDER', name: 'Target' })
  await page.goto('/transfers')
  await page.getByRole('button', { name: 'Target', exact: true }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Chosen')
  await page.keyboard.press('Enter')
  const chosen = page.getByRole('button', { name: 'Chosen', exact: true })
  await chosen.waitFor()
  for (let n = 1; n <= 10; n++) await files(page).nth(n).getByRole('checkbox').press('Space')
  await page.getByText('10 items selected').waitFor()
  await page.keyboard.press('Control+x')
  await page.getByText('10 items cut').waitFor()
  await chosen.press('Enter')
  await page.getByText('This folder is empty').waitFor()
  await page.keyboard.press('Control+v')
  await expect.poll(() => files(page).count()).toBe(10)
  await page.keyboard.press('Control+z')
  await page.getByText('This folder is empty').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'All files' }).click()
  await page.getByRole('button', { name: 'Target', exact: true }).waitFor()
})

test('anyone can try the sample, which uploads nothing', async () => {
  const { page } = await newPerson(browser)
  await page.goto('/landing/transfers')
  await page.getByText('Sample. Nothing is uploaded.').waitFor()
  await expectAccessible(page, 'sample of transfers')
  const before = await files(page).count()
  await act(page, 'Print', 'Extract here')
  await page.getByRole('button', { name: 'Posters', exact: true }).waitFor()
  await page.getByText('“Print” extracted').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Print', exact: true }).waitFor()
  await expect.poll(() => files(page).count()).toBe(before)
})

/** As when a user returns to a tab. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

/** The stored title comes with the files that a later visit asks for. */
async function isTransferKept(): Promise<boolean> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('wingmark-uploads')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error))
  })
  const all = await new Promise<unknown[]>((resolve, reject) => {
    const reading = database.transaction('sessions').objectStore('sessions').getAll()
    reading.addEventListener('success', () => resolve(reading.result))
    reading.addEventListener('error', () => reject(reading.error))
  })
  database.close()
  return JSON.stringify(all).includes('Final files for Ana')
}
