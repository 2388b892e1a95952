import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frontPages } from '../packages/contract/src/front-pages.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { enter } from './commented-review.ts'
import { tabTo } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import { newStudio, publishFiles } from './studio.ts'
import { choose, publish } from './upload-steps.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

test.each([phone, desktop, { width: 768, height: 1024 }])(
  'text and picture of a front page stay in place before and after scripts, at $width',
  async (screen) => {
    const { page, allows } = await newPerson(browser, screen)
    allows('net::ERR_FAILED /assets/')
    for (const path of ['/', '/landing/review', '/landing/connection'] as const) {
      await page.goto(path)
      const before = await beforeScripts(path)
      await page.locator('main h1').waitFor()
      await page.locator('#first-front').waitFor({ state: 'detached' })
      await expect.poll(() => openingOf(page, 'main', path)).toEqual(before)
    }

    /** As the server sends it. */
    async function beforeScripts(path: FrontPath) {
      const still = await page.context().newPage()
      await still.route('**/*.js', (route) => route.abort())
      await still.goto(path)
      const found = await openingOf(still, '#first-front', path)
      await still.close()
      return found
    }
  },
)

test('English pages fetch the letters of one file, others as they occur, and nothing moves when they come', async () => {
  const owner = await newStudio()
  await owner.call('PATCH', '/user/api/v1/profile', { name: 'Łucja Ångström' })
  const { page, context } = await newPerson(browser, desktop)
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /inter-[a-z-]+-wght/.exec(name) ?? []),
    )
  const isSet = () =>
    page.evaluate(() => document.fonts.status === 'loaded' && document.fonts.check('1em "Inter Variable"'))
  const shifted = () => page.evaluate(() => Number(Reflect.get(window, 'shifted')))
  const shifts: [string, number][] = []
  for (const path of ['/', '/landing/review', '/pricing', '/help', '/auth/signin']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await expect.poll(isSet).toBe(true)
    await expect.poll(fetched).toEqual(['inter-latin-wght'])
    shifts.push([path, await shifted()])
  }
  expect(shifts.filter(([, shift]) => shift >= 0.02)).toEqual([])
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), owner.token)
  await page.goto('/settings')
  await expect
    .poll(async () => (await fetched()).toSorted())
    .toEqual(['inter-latin-ext-wght', 'inter-latin-wght'])

  const letters = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .find((path) => path.includes('inter-latin-wght')) ?? '',
  )
  const answer = await page.request.get(letters)
  expect((await answer.body()).length).toBeLessThan(60_000)
  expect(answer.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(answer.headers()['content-encoding']).toBeUndefined()
  expect(await (await page.request.get('/service-worker.js')).text()).toContain(letters)
  expect(await (await page.request.get('/inter-license.txt')).text()).toContain('SIL OPEN FONT LICENSE')
})

test('a front page that is left before its code has come leaves nothing behind', async () => {
  const { page } = await newPerson(browser, desktop)
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/assets/home-page-*.js', async (route) => {
    await left
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Get Access' }).click()
  await page.waitForURL('**/auth/**')
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  await page.locator('#first-front').waitFor({ state: 'detached' })
  const late = page.waitForResponse('**/assets/home-page-*.js')
  leave()
  await (await late).finished()
  await expect.poll(() => page.locator('#first-front').count()).toBe(0)
})

test('an unknown address below a page without the signed-in header has none either', async () => {
  const { page, context } = await enter(browser, await newStudio(), '/dashboard', desktop)
  const header = page.getByRole('navigation', { name: 'Main', exact: true })
  await header.waitFor()
  for (const path of ['/auth/nothing', '/landing/nothing', '/editor', '/editor/no/thing']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'This page doesn’t exist' }).waitFor()
    await expect.poll(async () => [path, await header.count()]).toEqual([path, 0])
  }
  await context.close()
})

type FrontPath = '/' | '/landing/review' | '/landing/connection'

/** Positions of heading, text and picture to the pixel, and its buttons' styles. */
const openingOf = (page: Page, root: string, path: FrontPath) =>
  page.locator(root).evaluate((element, labels) => {
    const boxOf = (one: Element | null | undefined) => {
      const { x, y, width, height } = one?.getBoundingClientRect() ?? new DOMRect()
      return [x, y, width, height].map(Math.round)
    }
    const buttons = labels.map((label) => {
      const button = [...element.querySelectorAll('a, button, span')].find((one) => one.textContent === label)
      const { backgroundColor, borderColor } = getComputedStyle(button ?? element)
      const [, y, , height] = boxOf(button)
      return [label, backgroundColor, borderColor, y, height]
    })
    return [['h1', 'p', 'picture img'].map((one) => boxOf(element.querySelector(one))), buttons]
  }, frontPages[path].opening.actions)

test('a visitor publishes a first review from the landing page, reads forty comments at once, and says what they think', async () => {
  const { jpeg } = await makeJourneyFiles()
  const visitor = await newPerson(browser, phone)
  const begun = Date.now()
  await visitor.page.goto('/landing/review')
  await visitor.page.getByRole('link', { name: 'Get Reviews' }).first().click()
  await visitor.page.getByLabel('Name').fill('Vera Visitor')
  await visitor.page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`)
  await visitor.page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await visitor.page.getByLabel('Repeat password').fill('correct horse battery')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.waitForURL('**/reviews')
  await choose(visitor.page, [jpeg])
  await visitor.page.getByText('1/1 files uploaded').waitFor()
  const review = await publish(visitor.page, 'My first poster')
  // Under two minutes, including the machine's share.
  expect(Date.now() - begun).toBeLessThan(120_000)
  const token = await visitor.page.evaluate(() => localStorage.getItem('wingmark.token'))
  await visitor.context.close()

  const owner = await newStudio()
  owner.token = token ?? ''
  const { result } = await owner.call('GET', `/review/api/v1/${review}`)
  const page1 = result as unknown as { review: { share: { shareUrl: string } }; files: { _id: string }[] }
  const share = new URL(page1.review.share.shareUrl).searchParams.get('share') ?? ''
  const colleague = await newStudio()
  const headers = { 'x-share-token': share }
  const marker = { page: 1, x: 0.5, y: 0.5 }
  const words = { file: page1.files[0]?._id, marker, message: 'A first thought' }
  const comment = (await colleague.call('POST', '/comment/api/v1', words, headers)).result._id
  for (let n = 1; n < 40; n++)
    await colleague.call('POST', '/comment/api/v1/reply', { comment, message: `Thought ${n}` }, headers)

  const { page, context } = await newPerson(browser, desktop)
  await context.addInitScript((kept) => localStorage.setItem('wingmark.token', kept ?? ''), token)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notifications.* 40 unread$/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell
    .getByRole('link', { name: /My first poster/ })
    .first()
    .click()
  await page.getByRole('application').getByRole('img', { name: 'poster.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await page.goto('/settings')
  const opinion = `It does what it says, number ${crypto.randomUUID()}.`
  await page.getByRole('radio', { name: '4 of 5 stars' }).press('Space')
  await page.getByLabel('What you think of Wingmark').fill(opinion)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Customer review published').waitFor()
  for (const path of ['/', '/landing/reviews']) {
    await page.goto(path)
    await page.getByText(opinion).waitFor()
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: /of 5 stars/ }) })
    await expect.poll(() => cards.first().innerText()).toContain(opinion)
    await expectAccessible(page, `customer reviews at ${path}`)
  }
})

test('a day of notifications is one expandable line, marked as read and undone, by keyboard alone', async () => {
  const { jpeg } = await makeJourneyFiles()
  const owner = await newStudio()
  const { files, link } = await publishFiles(owner, 'Quiet poster', [jpeg])
  const colleague = await newStudio()
  const name = '\u05e0\u05e2\u05de\u05d4'
  await colleague.call('PATCH', '/user/api/v1/profile', { name })
  const share = { 'x-share-token': new URL(link).searchParams.get('share') ?? '' }
  for (const n of [1, 2, 3]) {
    const marker = { page: 1, x: n / 5, y: 0.5 }
    const words = { file: files[0], marker, message: `Thought ${n}` }
    await colleague.call('POST', '/comment/api/v1', words, share)
  }
  const { page, allows } = await enter(browser, owner, '/notifications')
  const group = page.getByRole('button', { name: /^3 comments in “Quiet poster” .*3 unread$/ })
  await group.waitFor()
  await tabTo(page, '3 comments in “Quiet poster”')
  await page.keyboard.press('Enter')
  const items = page.getByRole('main').getByRole('link', { name: /Thought/ })
  await expect.poll(() => items.count()).toBe(3)
  await items.first().locator('bdi', { hasText: name }).first().waitFor()
  await expectAccessible(page, 'an open group of notifications')

  await page.getByRole('tab', { name: 'All', exact: true }).focus()
  await tabTo(page, 'Mark all as read')
  await page.keyboard.press('Enter')
  await page.getByText('3 notifications marked as read').waitFor()
  await page.getByRole('button', { name: /^3 comments in “Quiet poster”(?!.* unread)/ }).waitFor()
  await page.keyboard.press('Control+z')
  await group.waitFor()

  // A failed load is not shown as an empty list.
  allows('500 /notification/api/v1/user')
  const asked = '**/notification/api/v1/user?*'
  await page.route(asked, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByText('Notifications couldn’t be loaded.').waitFor()
  await expectAccessible(page, 'notifications that could not be loaded')
  await page.unroute(asked)
  await bell.getByRole('button', { name: 'Try again' }).click()
  await bell
    .getByRole('link', { name: /Thought/ })
    .first()
    .waitFor()

  await tabTo(page, 'Thought 3')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/reviews\//)
  await page.getByRole('application').getByRole('img', { name: 'poster.jpg' }).waitFor()
})
