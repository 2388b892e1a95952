import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { enter } from './commented-review.ts'
import { newStudio, publishFiles } from './studio.ts'
import { arriveAt, prepareUploads } from './upload-steps.ts'

const { browser, studio, files } = await prepareUploads()

/** A visitor with the link, who is at the design when the connection is lost. */
async function visitAndLoseLine() {
  const { link, files: published } = await publishFiles(studio, 'Poster', [files.png])
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /')
  const open = async (tab: Page) => {
    await tab.goto(link)
    await tab.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
    await field(tab).waitFor()
  }
  await open(page)
  return {
    page,
    context,
    allows,
    open,
    fileId: published[0] ?? '',
    reviewId: new URL(link).pathname.split('/').at(-1),
  }
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Comment on the whole file' })
const comments = (page: Page) => page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Control+Enter')
}

async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel(/your name/i).fill(name)
  await page.keyboard.press('Enter')
}

const waitingCount = () =>
  Object.keys(localStorage).filter((name) => name.startsWith('wingmark.outbox.')).length

type Stored = { message: string; author: { _id: string; name: string }; files: { name: string }[] }

async function storedAt(fileId: string): Promise<Stored[]> {
  const answer: object = await studio.call('GET', `/comment/api/v1/file/${fileId}`)
  return Reflect.get(answer, 'results')
}

test('a visitor without a name comments offline, and is one guest once back online', async () => {
  const { page, context, open, fileId } = await visitAndLoseLine()
  const other = await context.newPage()
  await open(other)
  await context.setOffline(true)
  await write(page, 'First')
  await giveName(page, 'Vera Visitor')
  const first = comments(page).filter({ hasText: 'First' })
  await first.getByText('Waiting to be sent.').waitFor()
  await first.getByText('Vera Visitor').waitFor()
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true)
  // Its file waits with it, in the browser's store.
  await page.getByLabel('Files to attach').setInputFiles(files.jpeg)
  await write(page, 'Second')
  const second = comments(page).filter({ hasText: 'Second' })
  await second.getByText('Waiting to be sent.').waitFor()
  await second.getByText('1 file').waitFor()

  // Both tabs know what is pending, and both come online before anyone has the name.
  const { promise: bothBack, resolve: goOn } = Promise.withResolvers<void>()
  await context.route('**/user/api/v1/guest', async (route) => {
    await bothBack
    await route.continue()
  })
  const heardAgain = [page, other].map((tab) => tab.waitForResponse(/\/live\/api\/v1\/review\/[^/]+$/))
  await context.setOffline(false)
  await Promise.all(heardAgain)
  goOn()
  for (const tab of [page, other]) {
    for (const text of ['First', 'Second']) await comments(tab).filter({ hasText: text }).waitFor()
    await expect.poll(() => tab.getByText(/Waiting to be sent|Sending…/).count()).toBe(0)
  }
  const stored = await storedAt(fileId)
  expect(stored.map(({ message }) => message).sort()).toEqual(['First', 'Second'])
  const withFiles = stored.map(({ message, files: [file] }) => `${message}: ${file?.name}`)
  expect(withFiles.sort()).toEqual(['First: undefined', 'Second: poster.jpg'])
  expect(new Set(stored.map(({ author }) => author._id)).size).toBe(1)
  expect(stored[0]?.author.name).toBe('Vera Visitor')
})

/** Fetches a review's next answer, and delivers it on release. */
async function holdReview(page: Page, reviewId = '') {
  const read = Promise.withResolvers<void>()
  const wait = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    read.resolve()
    await wait.promise
    await route.fulfill({ response })
  }
  await page.route(`**/review/api/v1/${reviewId}`, hold, { times: 1 })
  const letGo = async () => {
    const answered = page.waitForResponse(`**/review/api/v1/${reviewId}`)
    wait.resolve()
    await (await answered).finished()
  }
  return { read: read.promise, letGo }
}

test('a visitor reacts by keys, gives a name for it, and takes it back offline', async () => {
  const { page, context, fileId, reviewId } = await visitAndLoseLine()
  const body = { file: fileId, type: 'GENERAL', message: 'Warmer?', files: [], mentions: [] }
  await studio.call('POST', '/comment/api/v1', body)
  const owner = await enter(browser, studio, `/reviews/${reviewId}`)
  const [there, here] = [owner.page, page].map((one) => comments(one).filter({ hasText: 'Warmer?' }))
  if (!there || !here) throw new Error('two pages')
  await there.waitFor()
  // Fetched again before the live event, and present after it.
  const late = await holdReview(owner.page, reviewId)
  await studio.call('POST', '/comment/api/v1', { ...body, message: 'Colder?' })
  await studio.call('PATCH', `/review/api/v1/${reviewId}`, { name: 'Poster for the wall' })
  await late.read
  await here.getByText('Warmer?').click()
  await page.keyboard.press('l')
  await page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name: 'Thumbs up' }).waitFor()
  await expectAccessible(page, 'reactions to choose from')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await giveName(page, 'Vera Visitor')
  await here.getByRole('button', { name: 'Heart, 1: You', exact: true, pressed: true }).waitFor()
  const heart = there.getByRole('button', { name: 'Heart, 1: Vera Visitor (guest)', exact: true })
  await heart.waitFor()
  await late.letGo()
  await owner.page.getByRole('heading', { name: 'Poster for the wall' }).waitFor()
  await heart.click()
  await there.getByRole('button', { name: 'Heart, 2: You and Vera Visitor (guest)', exact: true }).waitFor()
  await here.getByRole('button', { name: /^Heart, 2: You and / }).waitFor()
  await expectAccessible(page, 'reactions')

  await context.setOffline(true)
  await here.getByRole('button', { name: /^Heart, 2/ }).click()
  await here.getByRole('button', { name: /^Heart, 1: /, pressed: false }).waitFor()
  await context.setOffline(false)
  await there.getByRole('button', { name: 'Heart, 1: You', exact: true }).waitFor()
  await here.getByRole('button', { name: /^Heart, 1: /, pressed: false }).waitFor()
})

test('what a visitor wrote offline survives a closed tab, and is sent at the next visit', async () => {
  const { page, context, open, fileId } = await visitAndLoseLine()
  await context.setOffline(true)
  await write(page, 'From the train')
  await giveName(page, 'Vera Visitor')
  await page.getByText('Waiting to be sent.').waitFor()
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await open(next)
  await comments(next).filter({ hasText: 'From the train' }).waitFor()
  await expect
    .poll(async () => (await storedAt(fileId)).map(({ author }) => author.name))
    .toEqual(['Vera Visitor'])
})

test('what was written offline is sent whatever page the next visit begins with', async () => {
  const { page, context, fileId } = await visitAndLoseLine()
  await context.setOffline(true)
  await write(page, 'From the train')
  await giveName(page, 'Vera Visitor')
  await page.getByText('Waiting to be sent.').waitFor()
  await page.close()
  await context.setOffline(false)
  // A closed tab had opened the link, and this page is not about the review.
  const next = await context.newPage()
  await next.goto('/help')
  const messages = async () => (await storedAt(fileId)).map(({ message, author }) => [author.name, message])
  await expect.poll(messages).toEqual([['Vera Visitor', 'From the train']])
  await expect.poll(() => next.evaluate(waitingCount)).toBe(0)
})

test('the signed-in writer sends it from any page, and nobody else does', async () => {
  const { id, files: published } = await publishFiles(studio, 'Poster', [files.png])
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /')
  const signInAs = (tab: Page, token: string | null) =>
    tab.evaluate((one) => {
      localStorage.removeItem('wingmark.token')
      if (one !== null) localStorage.setItem('wingmark.token', one)
    }, token)
  await page.goto('/help')
  await signInAs(page, studio.token)
  await page.goto(`/reviews/${id}`)
  await field(page).waitFor()
  await context.setOffline(true)
  await write(page, 'Mine alone')
  await page.getByText('Waiting to be sent.').waitFor()
  await signInAs(page, (await newStudio()).token)
  await page.close()
  await context.setOffline(false)

  const stored = async () => (await storedAt(published[0] ?? '')).map(({ message }) => message)
  const next = await context.newPage()
  await next.goto('/help')
  await next.getByRole('link', { name: 'Reviews' }).first().waitFor()
  // Anything that would send it has had time to.
  await next
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .waitFor()
  await expect.poll(stored).toEqual([])
  await expect.poll(() => next.evaluate(waitingCount)).toBe(1)

  await signInAs(next, studio.token)
  await next.goto('/dashboard')
  await expect.poll(stored).toEqual(['Mine alone'])
  await expect.poll(() => next.evaluate(waitingCount)).toBe(0)
})

test('an invalid name is asked for again, and the text is kept', async () => {
  const { page, context, allows, fileId } = await visitAndLoseLine()
  allows('422 /user/api/v1/guest')
  await context.setOffline(true)
  await write(page, 'Mine')
  await giveName(page, '\u200b')
  await page.getByText('Waiting to be sent.').waitFor()
  await context.setOffline(false)
  await page.getByText('Not sent. Please enter your name').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('Mine')
  await field(page).press('Control+Enter')
  await giveName(page, 'Vera Visitor')
  await expect
    .poll(async () => (await storedAt(fileId)).map(({ author }) => author.name))
    .toEqual(['Vera Visitor'])
})

test('going offline while the page loads keeps the room, and the rest loads once back online', async () => {
  const { link } = await publishFiles(studio, 'Poster', [files.png])
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /', 'page error: Failed to fetch dynamically imported module')
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  await page.route('**/assets/toast-list*', async (route) => {
    await lost
    await route.abort('internetdisconnected')
  })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('toast-list'))
  await page.goto(link)
  await field(page).waitFor()
  await context.setOffline(true)
  lose()
  await failed
  await write(page, 'From the train')
  await giveName(page, 'Vera Visitor')
  await page.getByText('Waiting to be sent.').waitFor()

  await page.unroute('**/assets/toast-list*')
  await context.setOffline(false)
  await comments(page).filter({ hasText: 'From the train' }).waitFor()
  await expect.poll(() => page.getByText('Waiting to be sent.').count()).toBe(0)
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No design') })
  const toast = page.getByRole('alert').filter({ hasText: 'Selected file: notes.txt' })
  await toast.waitFor()
  // Its styles have loaded too.
  const place = toast.locator('xpath=ancestor::*[contains(@class, "mantine-Notifications-root")]')
  await expect.poll(() => place.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
})

test('offline, Share says so in the room, breaks nothing, and opens once back online', async () => {
  const { id } = await publishFiles(studio, 'Poster', [files.png])
  const { page, line, allows } = await arriveAt(browser, { as: studio, at: `/reviews/${id}` })
  allows('net::ERR_')
  await field(page).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
  line.cut()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const notice = page.getByRole('status').filter({ hasText: 'The share dialog didn’t load.' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await write(page, 'Still here')
  await comments(page).filter({ hasText: 'Still here' }).getByText('Waiting to be sent.').waitFor()
  await expect.poll(() => page.getByRole('banner').count()).toBe(1)

  line.mend()
  await page.getByRole('dialog', { name: /^Share / }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('Waiting to be sent.').count()).toBe(0)
})

test('while the server is stopped every page keeps its header and says what is wrong, and loads once it runs again', async () => {
  const { id } = await publishFiles(studio, 'Poster', [files.png])
  const { page, line, allows } = await arriveAt(browser, { as: studio })
  // Navigation bypasses the router, which warns about it.
  allows('net::ERR_', 'console: You are trying to use a blocker on a POP navigation')
  await page.getByRole('heading', { name: 'Recent reviews' }).waitFor()
  line.cut()
  const title = (name: string) => page.getByRole('main').getByRole('heading', { name, exact: true, level: 1 })
  /** Each with an element that appears once the page has loaded. */
  const pages: [string, Locator][] = [
    ['/reviews', title('Reviews')],
    [`/reviews/${id}`, page.getByRole('application').getByRole('img', { name: 'logo.png' })],
    ['/search?q=Poster', page.getByRole('main').getByRole('tab', { name: /^Reviews/ })],
    ['/notifications', title('Notifications')],
    ['/settings', title('Your Profile')],
    ['/messages', title('Messages')],
    ['/terms', title('Terms & Conditions')],
    ['/help', title('Help Center')],
  ]
  const goBehind = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  for (const [path] of pages) {
    await goBehind(path)
    await page.getByRole('main').getByRole('heading', { name: 'This page didn’t load' }).waitFor()
    await page.getByRole('main').getByText('Wingmark isn’t responding.').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Reviews' }).waitFor()
  }
  line.mend()
  await title('Help Center').waitFor()
  for (const [path, landmark] of pages) {
    await goBehind(path)
    await landmark.waitFor()
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor({ state: 'detached' })
  }
})

/** Both leave a tab without code that it can never load. */
const lost: [string, string, (route: Route) => Promise<void>][] = [
  [
    'what the browser never asks for again',
    'net::ERR_CONNECTION_RESET',
    (route) => route.abort('connectionreset'),
  ],
  ['what a newer version has replaced', '404', (route) => route.fulfill({ status: 404 })],
]

test.each(lost)(
  'a reload of the page fetches %s, and the draft is still there',
  async (_what, trouble, lose) => {
    const { id } = await publishFiles(studio, 'Poster', [files.png])
    const { page, allows } = await arriveAt(browser, { as: studio, at: `/reviews/${id}` })
    allows(`${trouble} /assets/share-dialog`)
    await field(page).fill('Half a sentence')
    // Cached, but lost before the browser reads it from there.
    const seen = new Set<string>()
    await page.route('**/assets/share-dialog*.js', (route) => {
      const isAgain = seen.has(route.request().url())
      seen.add(route.request().url())
      // A connection is lost once everything is cached; replaced files are missing from the start.
      return isAgain || trouble === '404' ? lose(route) : route.continue()
    })
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: 'The share dialog didn’t load.' })
    await notice.getByRole('button', { name: 'Reload the page' }).waitFor()
    // The draft stays.
    await expect.poll(() => field(page).inputValue()).toBe('Half a sentence')
    await page.unroute('**/assets/share-dialog*.js')
    await notice.getByRole('button', { name: 'Reload the page' }).click()
    await expect.poll(() => field(page).inputValue()).toBe('Half a sentence')
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('dialog', { name: /^Share / }).waitFor()
  },
)
