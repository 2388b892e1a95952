import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { enter } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const share = (id: string, change: object) =>
  studio.call('PATCH', `/review/api/v1/change-share-access/${id}`, change)

test('the first design and its title show before any script runs', async () => {
  const { link } = await publishFiles(studio, 'Before <b>scripts</b> & "quotes"', [files.png, files.svg])
  const { page, context } = await newPerson(browser, phone, { javaScriptEnabled: false })
  await page.goto(link)
  const design = page.locator('#first-design img')
  await expect.poll(async () => (await design.boundingBox())?.width).toBeGreaterThan(200)
  await expect.poll(() => design.getAttribute('alt')).toBe('logo.png')
  await expect.poll(() => page.title()).toBe('Before <b>scripts</b> & "quotes" · Wingmark')
  const og = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect((await fetch(og ?? '')).headers.get('content-type')).toBe('image/webp')
  await expect
    .poll(() => page.locator('meta[property="og:title"]').getAttribute('content'))
    .toContain('<b>scripts</b>')
  await context.close()
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('a link with an access key asks for it, %s', async (_where, screen) => {
  const { id, link } = await publishFiles(studio, 'Locked', [files.png])
  await share(id, { accessKey: 'open sesame' })
  const { page, context, allows } = await newPerson(browser, screen)
  allows(`423 /review/api/v1/${id}`, '403 /review/api/v1/get-review')
  await page.goto(link)
  const key = page.getByLabel(/access key/i)
  await key.fill('not this one')
  await expectAccessible(page, 'access key')
  await page.keyboard.press('Enter')
  await page.getByText('This link or access key isn’t valid.').waitFor()
  await key.fill('open sesame')
  await page.keyboard.press('Enter')
  await page
    .getByRole('application')
    .getByRole('img', { name: /logo\.png/ })
    .waitFor()
  expect(page.url()).not.toContain('sesame')
  await page.reload()
  await page
    .getByRole('application')
    .getByRole('img', { name: /logo\.png/ })
    .waitFor()
  await context.close()
})

test('a link that has expired says so', async () => {
  const { id, link } = await publishFiles(studio, 'Expired', [files.png])
  await share(id, { expiresAt: '2020-01-01T00:00:00.000Z' })
  const { page, context, allows } = await newPerson(browser, phone)
  allows(`410 /review/api/v1/${id}`)
  await page.goto(link)
  await page.getByRole('heading', { name: /expired/i }).waitFor()
  await expectAccessible(page, 'expired')
  await context.close()
})

test.each(['a private review', 'a missing review'])('%s looks like nothing', async (which) => {
  const { id } = await publishFiles(studio, 'Private', [files.png])
  await studio.call('PATCH', `/review/api/v1/change-visibility/${id}`, { visibility: 'PRIVATE' })
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('404 /review/api/v1/')
  await page.goto(`/reviews/${which === 'a private review' ? id : crypto.randomUUID()}`)
  const heading = page.getByRole('heading').first()
  await heading.waitFor()
  await expect.poll(() => page.title()).not.toContain('Private')
  await expectAccessible(page, which)
  await context.close()
})

test('a link to a comment opens its file, page and thread', async () => {
  const { id, files: ids, link } = await publishFiles(studio, 'Deep link', [files.png, files.pdf])
  const marker = { page: 4, x: 0.5, y: 0.5 }
  const body = { file: ids[1], marker, message: 'On the fourth page' }
  const { result } = await studio.call('POST', '/comment/api/v1', body)
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(`${link}&comment=${result._id}`)
  await page
    .getByRole('application')
    .getByRole('img', { name: /brochure\.pdf, page 4/ })
    .waitFor()
  await page.getByRole('textbox', { name: /reply/i }).waitFor()
  await context.close()
  await studio.call('DELETE', `/review/api/v1/${id}`)
})

test('a link to a missing comment opens the review without a message', async () => {
  const { link } = await publishFiles(studio, 'No such comment', [files.png])
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('404 /comment/api/v1/')
  const asked = page.waitForResponse((answer) => answer.url().includes('/comment/api/v1/01'))
  await page.goto(`${link}&comment=01890000-0000-7000-8000-000000000000`)
  expect((await asked).status()).toBe(404)
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  // A later message stands there alone.
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No design') })
  await page.getByRole('alert').filter({ hasText: 'Selected file: notes.txt' }).waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)
  await context.close()
})

test('on a phone the search page has its field, and an unknown tab opens the reviews', async () => {
  await publishFiles(studio, 'Autumn poster', [files.png])
  const { page, context } = await enter(browser, studio, '/search?tab=nothing', phone)
  const box = page.getByRole('main').getByRole('textbox', { name: 'Search' })
  await box.fill('Autumn')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Results for “Autumn”' }).waitFor()
  await page
    .getByRole('link', { name: /Autumn poster/ })
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe('?tab=reviews&word=Autumn')
  await expect
    .poll(() => page.getByRole('tab', { name: 'Reviews' }).getAttribute('aria-selected'))
    .toBe('true')
  await expectAccessible(page, 'search on a phone')
  await context.close()
})

test('a search with an accent finds a comment, by keyboard alone, and opens it at its place', async () => {
  const review = await publishFiles(studio, 'Winter poster', [files.png, files.jpeg])
  const marker = { page: 1, x: 0.5, y: 0.5 }
  const message = 'The Crème line is too thin'
  await studio.call('POST', '/comment/api/v1', { file: review.files[0], marker, message })
  const { page, context } = await enter(browser, studio, '/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor()
  await page.getByRole('option', { name: 'Upload file' }).waitFor()
  await expectAccessible(page, 'the palette')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const place = await palette.boundingBox()
  // The page behind does not scroll, however long it is.
  await page.evaluate(() => document.body.style.setProperty('min-height', '300vh'))
  await page.keyboard.press('PageDown')
  await page.mouse.wheel(0, 400)
  await page.keyboard.type('creme')
  await page.getByRole('option', { name: /The Crème line/, selected: true }).waitFor()
  await expect.poll(() => palette.boundingBox()).toEqual(place)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  await page.getByText(message).first().waitFor()
  expect(new URL(page.url()).searchParams.get('comment')).not.toBeNull()

  // Another file of the open review opens the same way, and so does Back.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('poster.jpg')
  await page
    .getByRole('option', { name: /poster\.jpg.*Winter poster/ })
    .first()
    .click()
  await page.getByRole('application').getByRole('img', { name: 'poster.jpg' }).waitFor()
  await page.goBack()
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  await page.getByText(message).first().waitFor()
  await page.getByRole('button', { name: 'Next file' }).click()
  await page.getByRole('application').getByRole('img', { name: 'poster.jpg' }).waitFor()
  await expect
    .poll(() => page.getByRole('button', { name: 'Next file' }).getAttribute('aria-disabled'))
    .toBe('true')
  await page.getByRole('button', { name: 'Previous file' }).click()
  await page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()

  // Searches are stored, and open all results.
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'creme' }).click()
  await page.getByRole('tab', { name: 'Comments 1' }).click()
  await page.getByRole('link', { name: /The Crème line/ }).waitFor()
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['Crème'])
  await expectAccessible(page, 'what was found')

  // From every page one acts, too.
  const act = async (name: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(name)
    await page.getByRole('option', { name, exact: true, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'detached' })
  }
  await act('Theme: Dark')
  await page.locator('[data-mantine-color-scheme="dark"]').first().waitFor()
  await act('Share Winter poster')
  await page.getByRole('dialog', { name: 'Share' }).waitFor()
  await page.keyboard.press('Escape')
  await act('Send files')
  const choice = page.getByRole('dialog', { name: 'Transfer Files' })
  await choice.locator('button:focus').filter({ hasText: 'Select Files' }).waitFor()
  await choice.getByLabel('Files to transfer').setInputFiles(files.png)
  await page.getByRole('button', { name: 'Send Transfer' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { level: 1, name: 'Transfers' }).waitFor()
  await context.close()
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('a client sees who sent the review and what it is about, %s', async (_where, screen) => {
  const { id, link } = await publishFiles(studio, 'Autumn posters', [files.png])
  const description = `Three posters for the doors. ${'Look at the type first. '.repeat(20)}Thank you!`
  await studio.call('PATCH', `/review/api/v1/${id}`, { description, commentsUntil: '2099-12-04' })
  const { page, context } = await newPerson(browser, screen)
  await page.goto(link)
  const header = page.getByRole('banner')
  await header.getByRole('heading', { name: 'Autumn posters', level: 1 }).waitFor()
  const from = header.getByText('From Olga Owner', { exact: true })
  await expect.poll(() => from.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  const until = header.getByText('Due 4 Dec 2099', { exact: true })
  await expect.poll(() => until.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  const head = page.locator('meta[name="description"]')
  await expect.poll(() => head.getAttribute('content')).toMatch(/^Due 4 December 2099\. Three posters/)
  await expect.poll(() => header.innerText()).not.toContain('@')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.getByRole('application').getByRole('img').first().waitFor()
  await header.getByTitle('Show full description').click()
  await page.getByRole('dialog').getByText('Thank you!').waitFor()
  await expectAccessible(page, 'the description of a review')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const quiet = header.getByRole('link', { name: 'Get Access' })
  await expect
    .poll(() => quiet.evaluate((one) => getComputedStyle(one).backgroundColor))
    .toBe('rgba(0, 0, 0, 0)')
  await header.getByRole('button', { name: 'Navigations' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(screen.width)
  await context.close()
})

test('a client who looks around meets nothing unfinished', async () => {
  const { link } = await publishFiles(studio, 'Look around', [files.png])
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(link)
  await page.getByRole('button', { name: 'Navigations' }).click()
  const ways = page.getByRole('menuitem')
  await ways.first().waitFor()
  const paths = await ways.evaluateAll((items) => items.map((item) => item.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    await page.goto(new URL(path, link).href)
    await page.getByRole('heading').first().waitFor()
    await expect
      .poll(async () => [path, await page.getByRole('heading', { name: 'This page doesn’t exist' }).count()])
      .toEqual([path, 0])
  }
  await page.goto(new URL('/landing/review', link).href)
  await page.getByRole('img', { name: /^A review: the design/ }).waitFor()
  await page.getByRole('link', { name: 'Get Reviews' }).click()
  await page.waitForURL('**/auth/register')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('wingmark.wanted-path')))
    .toBe('/reviews')
  await context.close()
})

test('typed text survives a reload, and Esc discards it', async () => {
  const { link } = await publishFiles(studio, 'Drafts', [files.png])
  const { page, context } = await newPerson(browser, desktop)
  await page.goto(link)
  const box = await page
    .getByRole('application')
    .getByRole('img', { name: /logo\.png/ })
    .boundingBox()
  if (!box) throw new Error('the design is not on screen')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const composer = page.getByRole('textbox', { name: 'Comment on this place' })
  await composer.fill('Half a thought')
  await page.reload()
  await expect.poll(() => composer.inputValue()).toBe('Half a thought')
  await composer.press('Escape')
  await composer.waitFor({ state: 'detached' })
  await context.close()
})
