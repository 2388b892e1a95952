import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ReadPage, readPdf } from '../apps/server/test/read-pdf.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible, newPerson } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { readCsv, readWorkbook } from './read-tables.ts'
import { newStudio, type Studio } from './studio.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

/** File ids in the light table's order. */
const table = (page: Page) =>
  page.locator('[data-file]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-file')))
/** File names in the order of a room's strip. */
const strip = (page: Page) =>
  page.locator('[data-tile]').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('title')))

test('40 files are sorted by keyboard while a client watches', async () => {
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

  // From a tile's menu to the light table.
  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await page.locator('[data-tile]').first().focus()
  await page.getByRole('button', { name: 'Actions for logo.png' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Arrange all files' }).click()
  await page.locator('[data-file]').first().focus()

  // Moves the last two to the front, selected together.
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await page.getByText('2 files selected').waitFor()
  await page.getByRole('button', { name: 'Move to start' }).press('Enter')
  const [last, lastButOne] = [order[39], order[38]]
  await expect.poll(() => table(page)).toEqual([lastButOne, last, ...order.slice(0, 38)])
  // Moves only the first file to the second place of the rest, with its focus.
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
  await changeByMenu(page, client.page, id)
})

/** The actions of a tile's menu, as seen by the owner and a watching client. */
async function changeByMenu(page: Page, client: Page, id: string): Promise<void> {
  // The people looking at it are named beside its name.
  const firstTwo = async () => (await strip(client)).slice(0, 2).map((title) => title?.split(',')[0])
  const choose = async (file: string, item: string) => {
    await page.locator('[data-tile]', { hasText: file }).hover()
    await page.getByRole('button', { name: `Actions for ${file}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await page.goto(`/reviews/${id}`)
  await choose('page-39.jpg', 'Rename…')
  await page.getByRole('textbox', { name: 'Name' }).fill('front.jpg')
  await page.keyboard.press('Enter')
  await expect.poll(firstTwo).toEqual(['front.jpg', 'page-40.jpg'])
  await choose('front.jpg', 'Move later')
  await expect.poll(firstTwo).toEqual(['page-40.jpg', 'front.jpg'])
  await choose('front.jpg', 'Move earlier')
  await expect.poll(firstTwo).toEqual(['front.jpg', 'page-40.jpg'])
  await choose('page-40.jpg', 'Use as cover')
  await page.getByText('page-40.jpg is now the cover').waitFor()
  await choose('page-40.jpg', 'Remove')
  await page.getByText('page-40.jpg removed').waitFor()
  await expect.poll(() => strip(page)).toHaveLength(39)
  await page.keyboard.press('Control+z')
  await expect.poll(() => strip(page)).toHaveLength(40)
  await expect.poll(() => strip(client)).toHaveLength(40)
  // It is the cover already.
  await page.locator('[data-tile]', { hasText: 'page-40.jpg' }).hover()
  await page.getByRole('button', { name: 'Actions for page-40.jpg' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Use as cover' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await choose('page-40.jpg', 'Send final files…')
  const dialog = page.getByRole('dialog', { name: 'Send final files' })
  await dialog.getByText('page-40.jpg from this review').waitFor()
  await expectAccessible(page, 'send one file of a review')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('The link is ready.').waitFor()
  await page.goto(await dialog.getByLabel('Link', { exact: true }).inputValue())
  await page.getByAltText('page-40.jpg').first().waitFor()
}

test('two editors who move files at once end with one order on both screens', async () => {
  const { studio, id, files: first } = await newCommentedReview([files.png, files.jpeg], [])
  const copies: string[] = []
  for (let n = 3; n <= 8; n++)
    copies.push((await studio.call('POST', `/file/api/v1/duplicate/${first[0]}`)).result._id ?? '')
  const order = [...first, ...copies]
  await studio.call('PATCH', `/review/api/v1/${id}`, { files: order })
  const other = await newStudio()
  const editor = { email: other.email, role: 'EDITOR' }
  await studio.call('PATCH', `/review/api/v1/sent-invitation/${id}`, editor)
  const token = await findInMail(other.email, /\/invite\/review\?token=([\w-]+)/)
  await other.call('PATCH', '/review/api/v1/respond-invitation', { token, response: 'ACCEPT' })
  const pages = [
    (await enter(browser, studio, `/editor/${id}`)).page,
    (await enter(browser, other, `/editor/${id}`)).page,
  ] as const
  for (const page of pages) await expect.poll(() => table(page)).toEqual(order)
  // Each moves a different file several times while the other does.
  await Promise.all(
    pages.map(async (page, n) => {
      await page.locator(`[data-file="${order[n === 0 ? 0 : 7]}"]`).focus()
      for (let step = 0; step < 5; step++)
        await page.keyboard.press(n === 0 ? 'Alt+ArrowRight' : 'Alt+ArrowLeft')
    }),
  )
  const stored = async () => {
    const { result } = await studio.call('GET', `/review/api/v1/${id}`)
    return z.object({ review: z.object({ files: z.array(z.string()) }) }).parse(result).review.files
  }
  await expect
    .poll(async () => {
      const orders = [await table(pages[0]), await table(pages[1]), await stored()].map((one) => one.join())
      return new Set(orders).size
    })
    .toBe(1)
  const now = await stored()
  expect(now.toSorted()).toEqual(order.toSorted())
  expect(now).not.toEqual(order)
  // Unmoved files kept their order.
  expect(now.filter((one) => order.slice(1, 7).includes(one))).toEqual(order.slice(1, 7))

  // An answer older than a live event does not stay.
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    const response = await route.fetch()
    answered.resolve()
    await released.promise
    await route.fulfill({ response })
  }
  await pages[0].route('**/move-files/*', hold, { times: 1 })
  await pages[0].locator(`[data-file="${now[0]}"]`).focus()
  await pages[0].keyboard.press('Alt+ArrowRight')
  await answered.promise
  await other.call('PATCH', `/review/api/v1/move-files/${id}`, { files: [now[7]], before: now[3] })
  await expect.poll(async () => table(pages[0])).toEqual(await stored())
  const readAgain = pages[0].waitForResponse((one) => one.url().endsWith(`/review/api/v1/${id}`))
  released.resolve()
  await (await readAgain).finished()
  await expect.poll(() => table(pages[0])).toEqual(await stored())
})

/** Downloads an export by its menu item. */
async function takeExport(page: Page, item: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Check and export' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return readFile(await (await downloading).path())
}

/** Each comment as the list shows it. */
const onScreen = (page: Page) =>
  page.locator('li[data-status]').evaluateAll((cards) =>
    cards.map((card) => {
      const badge = card.querySelector('[data-kind]')
      const author = card.querySelector('[title]:not(button)')
      return {
        number: Number(badge?.textContent),
        color: badge && getComputedStyle(badge).backgroundColor,
        author: author?.textContent ?? '',
        words: card.querySelector('[data-cut]')?.textContent ?? '',
      }
    }),
  )

const partsOf = (color: string | null) => (color?.match(/\d+/g) ?? []).map(Number)

/** Which of the colours is drawn there, allowing for changes by printing. */
const colorAt = (data: Uint8Array, at: number, colors: readonly (string | null)[]) =>
  colors.find((color) => partsOf(color).every((part, i) => Math.abs(part - (data[at + i] ?? 0)) < 24)) ?? null

/** The colours in a column of a page, top to bottom; `x` in points. */
function colorsDown(sheet: ReadPage | undefined, x: number, colors: readonly (string | null)[]) {
  const found: (string | null)[] = []
  let last: string | null = null
  for (let y = 0; sheet && y < sheet.height; y++) {
    const color = colorAt(sheet.data, (y * sheet.width + Math.round(2 * x)) * 4, colors)
    if (color !== null && color !== last) found.push(color)
    last = color
  }
  return found
}

/** Adds a guest's comment, whose pin has another colour. */
async function anotherGuest(studio: Studio) {
  const { result } = await studio.call('POST', '/user/api/v1/guest', { name: 'Gus "the" Guest' })
  return { authorization: `Bearer ${GuestMade.parse(result).accessToken}` }
}
const GuestMade = z.object({ accessToken: z.string() })

test('every export, opened by another program, matches the screen', async () => {
  const places = [
    { x: 0.25, y: 0.25 },
    { x: 0.25, y: 0.75 },
  ]
  const { studio, id, files: ids, link, comments } = await newCommentedReview([files.jpeg, files.pdf], places)
  await studio.call('PATCH', `/comment/api/v1/${comments[1]}`, {
    message: '=1+2, "said" <she> & “left”\nnow',
  })
  const guest = await anotherGuest(studio)
  const share = new URL(link).searchParams.get('share') ?? ''
  for (const [file, marker, message] of [
    [ids[0], { page: 1, x: 0.5, y: 0.5, width: 0.25, height: 0.25, shape: 'RECTANGLE' }, 'Round these'],
    [ids[1], { page: 3, x: 0.5, y: 0.5 }, 'On the third page'],
  ])
    await studio.call(
      'POST',
      '/comment/api/v1',
      { file, marker, message },
      { ...guest, 'x-share-token': share },
    )

  const { page } = await enter(browser, studio, `/reviews/${id}`)
  await page.getByTitle('Which comments are listed').click()
  await page.getByRole('menuitemradio', { name: 'Whole review' }).click()
  await expect.poll(async () => (await onScreen(page)).length).toBe(4)
  const fromTop = await onScreen(page)
  expect(fromTop.map(({ number }) => number)).toEqual([1, 3, 2, 1])
  // Exported, they are in the order of their numbers.
  const shown = [0, 2, 1, 3].flatMap((place) => fromTop[place] ?? [])
  const colors = shown.map(({ color }) => color)
  const rows = shown.map(({ number, author, words }) => [number, author, words])

  const [titles = [], ...table] = readCsv((await takeExport(page, 'Table (.csv)')).toString())
  const pick = (row: readonly (string | number)[]) =>
    ['Number', 'Author', 'Message'].map((title) => row[titles.indexOf(title)])
  expect(table.map(pick)).toEqual(
    rows.map(([number, ...rest]) => [String(number), ...rest.map((one) => String(one).replace(/^=/, "'="))]),
  )
  const [head, ...sheet] = await readWorkbook(page, await takeExport(page, 'Excel (.xlsx)'))
  expect(head).toEqual(titles)
  expect(sheet.map(pick)).toEqual(rows)

  const { first: list, total } = JSON.parse((await takeExport(page, 'Web Annotations (.json)')).toString())
  expect(total).toBe(rows.length)
  const items: { creator: { name: string }; body: { value: string }[] }[] = list.items
  expect(items.map(({ creator, body }) => [creator.name, body[0]?.value])).toEqual(
    rows.map(([, ...rest]) => rest),
  )

  const paper = await readPdf(await takeExport(page, 'PDF with the pages (.pdf)'))
  expect(paper).toHaveLength(2)
  for (const [i, { words, author, number }] of shown.entries()) {
    const sheetOf = paper[i < 3 ? 0 : 1]?.words ?? ''
    expect(sheetOf).toContain(words.replaceAll(/\s+/g, ' '))
    expect(sheetOf).toMatch(new RegExp(`${number} ${author}`))
  }
  const whole = await takeExport(page, 'Picture (.png)')
  const { data, info } = await sharp(whole).raw().toBuffer({ resolveWithObject: true })
  // Beside each pin's number.
  const pins = [...places, { x: 0.5, y: 0.5 }].map(({ x, y }) => {
    const across = Math.round(info.width * x) - Math.round((9 * info.width) / 1200)
    return colorAt(data, (Math.round(info.height * y) * info.width + across) * info.channels, colors)
  })
  expect(pins).toEqual(colors.slice(0, 3))
  // On paper: left of the numbers in the picture, which is 515 points wide, and in the list below.
  const [mine, theirs] = [colors[0], colors[2]]
  const columns = [40 + 515 * 0.25 - 5.5, 40 + 515 * 0.5 - 5.5, 44].map((x) =>
    colorsDown(paper[0], x, colors),
  )
  expect(columns).toEqual([[mine, mine], [theirs], [mine, mine, theirs]])
  expect(colorsDown(paper[1], 44, colors)).toEqual([theirs])

  await page.getByRole('button', { name: 'Check and export' }).click()
  await page.getByRole('menuitem', { name: 'Print…' }).click()
  await page.getByRole('heading', { level: 1, name: 'Spring campaign' }).waitFor()
  const printed = page.locator('figure')
  await expect.poll(() => printed.count()).toBe(2)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const pinsOf = (figure: Locator) =>
    figure
      .locator('span')
      .evaluateAll((all) => all.map((pin) => [pin.textContent, getComputedStyle(pin).backgroundColor]))
  const both = [...(await pinsOf(printed.nth(0))), ...(await pinsOf(printed.nth(1)))]
  expect(both).toEqual(shown.map(({ number, color }) => [String(number), color]))
  const all = page.getByRole('listitem')
  for (const [i, { words, author }] of shown.entries()) {
    const printed = await all.nth(i).innerText()
    expect([printed.includes(words), printed.includes(author)]).toEqual([true, true])
  }
})

test('moving, adding a version and exporting while the connection is cut succeeds or reports a failure, and can be retried', async () => {
  const paths = [files.png, files.jpeg, files.svg]
  const { studio, id, files: ids, link } = await newCommentedReview(paths, [])
  const { page, context, allows } = await enter(browser, studio, `/editor/${id}`)
  // At the end files are deleted one by one, some while being fetched.
  allows('net::ERR_INTERNET_DISCONNECTED /', '404 /files/preview/')
  const [logo, poster, icon] = ids
  const storedOrder = async () =>
    JSON.stringify((await studio.call('GET', `/review/api/v1/${id}`)).result.review)
  await page.locator('[data-file]').first().focus()
  // The page has it, too.
  const answered = page.waitForResponse((answer) => answer.url().includes('/move-files/'))
  await page.keyboard.press('Alt+ArrowRight')
  await (await answered).finished()
  await expect.poll(storedOrder).toContain(JSON.stringify([poster, logo, icon]))
  await context.setOffline(true)
  await page.keyboard.press('Alt+ArrowRight')
  await page
    .getByRole('alert')
    .getByText(/^logo\.png couldn’t be moved\./)
    .waitFor()
  await expect.poll(() => table(page)).toEqual([poster, logo, icon])
  await page.getByRole('alert').filter({ hasText: 'logo.png moved' }).waitFor({ state: 'detached' })
  await context.setOffline(false)
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(storedOrder).toContain(JSON.stringify([poster, icon, logo]))
  await expect.poll(() => table(page)).toEqual([poster, icon, logo])

  await page.getByRole('button', { name: 'Actions for logo.png' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload new version…' }).click()
  const chooser = await choosing
  const lose = async (route: Route) => {
    await context.setOffline(true)
    await route.continue()
  }
  await page.route(/\/tus\b/, lose, { times: 1 })
  await chooser.setFiles(files.gif)
  await page.getByText('Waiting for the connection...').waitFor()
  // Online until the file has arrived, and offline again before it becomes a version.
  await page.route('**/file/api/v1/version/*', lose, { times: 1 })
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/version/'))
  await context.setOffline(false)
  await refused
  await page.getByRole('alert').getByText('Network error').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Show files' }).click()
  await page.getByRole('button', { name: 'Retry motion.gif' }).click()
  await page.getByText('Version 2 of logo.gif added').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const left = await table(page)

  await page.goto(`/reviews/${id}`)
  await page.getByRole('application').getByRole('img').first().waitFor()
  const take = async () => {
    await page.getByRole('button', { name: 'Check and export' }).click()
    await page.getByRole('menuitem', { name: 'Table (.csv)' }).click()
  }
  await context.setOffline(true)
  await take()
  await page.getByRole('alert').getByText('Network error').waitFor()
  await context.setOffline(false)
  // The address still arrives, but its target does not.
  const cutBehind = async (route: Route) => {
    const response = await route.fetch()
    await context.setOffline(true)
    await route.fulfill({ response })
  }
  await page.route('**/comment/api/v1/export/*', cutBehind, { times: 1 })
  await take()
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await page.getByRole('button', { name: 'Check and export', disabled: false }).waitFor()
  await context.setOffline(false)
  const csv = await takeExport(page, 'Table (.csv)')
  expect(csv.toString()).toContain('File,Page,Number')

  // Without files there is one action, in the room and on the light table; guests have none.
  allows('404 /comment/api/v1/file/')
  // Last one first: the file shown next would be deleted while it loads.
  for (const file of left.toReversed()) await studio.call('DELETE', `/file/api/v1/${file}`)
  await page.getByText('Add files first, then say what you think of them.').waitFor()
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  for (const name of [/^Check and export$/, /^Zoom/, /^Open/])
    await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0)
  await expectAccessible(page, 'a review without files')
  const guest = await newPerson(browser)
  await guest.page.goto(link)
  await guest.page.getByText('There is nothing to comment on yet.').waitFor()
  await expect.poll(() => guest.page.getByRole('button', { name: 'Add files' }).count()).toBe(0)
  await page.goto(`/editor/${id}`)
  await page.getByRole('button', { name: 'Add files' }).click()
  await page
    .getByRole('dialog', { name: 'Upload Files' })
    .getByLabel('Files to upload')
    .setInputFiles(files.png)
  await guest.page.getByRole('application').getByRole('img').first().waitFor()
})
