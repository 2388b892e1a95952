import { basename } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, type Person, phone } from './browser.ts'
import { makeJourneyFiles } from './made-files.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Repeat password').fill('correct horse battery')
  await expectAccessible(page, 'register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()
}

/** Uploads and publishes; returns the link that the share dialog copies. */
async function publish(page: Page, name: string, files: string[]): Promise<string> {
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByRole('dialog', { name: 'Upload Files' }).waitFor()
  await expectAccessible(page, 'upload dialog 1')
  await page.keyboard.press('Escape')
  // An empty list asks for files at once.
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await asked).setFiles(files)
  await page.getByText(`${files.length}/${files.length} files uploaded`).waitFor()
  const field = page.getByLabel('Name your review')
  await expect.poll(() => field.inputValue()).toBe(basename(files[0] ?? '').replace(/\.\w+$/, ''))
  await field.fill('')
  await page.getByText('Name the review first.').waitFor()
  // Typing replaces the proposed name.
  await field.fill(name)
  await expectAccessible(page, 'upload dialog 2')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Review Published Successfully!').waitFor()
  // A key press means that someone is busy here: nobody is redirected while reading.
  await page.keyboard.press('Tab')
  await page.getByText('Your review has been created and is now available.').waitFor()
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  await page.getByRole('button', { name: 'Open review' }).click()
  await page.waitForURL(/\/reviews\/[0-9a-f-]{36}/)
  return page.evaluate(() => navigator.clipboard.readText())
}

async function design(page: Page, name: RegExp) {
  const picture = page.getByRole('application').getByRole('img', { name })
  await picture.waitFor()
  await page.waitForFunction(
    (label) =>
      [...document.images].some((image) => image.alt === label && image.complete && image.naturalWidth > 0),
    await picture.getAttribute('alt'),
  )
  return picture
}

/** Clicks a place of the design, given in fractions of it. */
async function clickDesign(page: Page, name: RegExp, x: number, y: number, isTouch: boolean): Promise<void> {
  const box = await (await design(page, name)).boundingBox()
  if (!box) throw new Error('the design is not on screen')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  if (isTouch) await page.touchscreen.tap(left, top)
  else await page.mouse.click(left, top)
}

/** On a phone the comments are a sheet. The name starts here: tiles of commented files contain it too. */
async function openComments(page: Page, isPhone: boolean): Promise<void> {
  if (!isPhone) return
  await page.getByRole('button', { name: /^Comments, / }).click()
  await page.locator('aside[data-sheet="open"]').waitFor()
}

/** One tab reads the user's stream and broadcasts it; none polls. */
async function expectNewsInEveryTab(owner: Person, client: Page): Promise<void> {
  const asked: string[] = []
  const second = await owner.context.newPage()
  await second.goto('/reviews')
  const tabs = [owner.page, second]
  for (const tab of tabs) {
    await tab.getByRole('button', { name: /^Notifications/ }).click()
    await tab.getByRole('link', { name: /^New comment on Spring campaign/ }).waitFor()
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Code loaded once the page rests, and a notification's thumbnail, ask for no news.
      if (!/^\/(assets|files\/thumbnail)\//.test(pathname)) asked.push(pathname)
    })
  }
  const say = async (words: string) => {
    await client.getByRole('textbox', { name: /^Comment on the whole file/ }).fill(words)
    await client.keyboard.press('Control+Enter')
  }
  const news = (tab: Page) => tab.getByRole('link', { name: /^New comment on Spring campaign/ })
  await say('Thank you!')
  for (const tab of tabs) await news(tab).nth(1).waitFor()
  expect(asked).toEqual([])
  const readers = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(async () => (await navigator.locks.query()).held?.map((lock) => lock.name)),
    ),
  )
  const ofTabs = readers.map((held) => held?.filter((name) => name?.startsWith('wingmark.live.')).length)
  expect(ofTabs).toEqual([1, 1])
  // The thread read in the room counts as read here too.
  const bell = (tab: Page, name: string) => tab.getByRole('button', { name, exact: true })
  await bell(owner.page, 'Notifications, 1 unread').waitFor()
  await expectAccessible(owner.page, 'notifications menu')
  await owner.page.getByRole('tab', { name: 'Unread' }).click()
  await expect.poll(() => news(owner.page).count()).toBe(1)
  await owner.page.getByRole('button', { name: 'Mark all as read' }).click()
  await owner.page.getByText('Nothing unread').waitFor()
  await bell(second, 'Notifications').waitFor()
  await owner.page.getByRole('button', { name: 'Undo' }).click()
  await bell(second, 'Notifications, 1 unread').waitFor()
  // The leading tab closes: another one continues.
  await owner.page.goto('about:blank')
  await say('And good night.')
  await news(second).nth(2).waitFor()
  await second.getByRole('link', { name: 'View All Notifications' }).click()
  const group = second.getByRole('button', { name: /^3 comments in “Spring campaign”/ })
  await group.focus()
  await second.keyboard.press('Enter')
  await news(second).nth(2).waitFor()
  await expectAccessible(second, 'notifications')
  await second.close()
}

describe.each([
  ['the owner at a desk, the client on a phone', desktop, phone],
  ['the owner on a phone, the client at a desk', phone, desktop],
])('%s', (_who, ownerScreen, clientScreen) => {
  test('a link is sent and a comment comes back, live, answered and resolved', async () => {
    const files = await makeJourneyFiles()
    const owner = await newPerson(browser, ownerScreen)
    const isPhone = { owner: ownerScreen === phone, client: clientScreen === phone }
    await register(owner.page, 'Olga Owner')
    await expectAccessible(owner.page, 'dashboard, empty')
    const order = [files.pdf, files.jpeg, files.png, files.svg, files.gif]
    const link = await publish(owner.page, 'Spring campaign', order)
    expect(link).toMatch(/\/reviews\/[0-9a-f-]{36}\?share=/)
    await design(owner.page, /brochure\.pdf/)
    await owner.page.locator('h1:focus').filter({ hasText: 'Spring campaign' }).waitFor()
    await expectAccessible(owner.page, 'review room, owner')

    const client = await newPerson(browser, clientScreen)
    await client.page.goto(link)
    await design(client.page, /brochure\.pdf, page 1 of 6/)
    await expect.poll(() => client.page.title()).toContain('Spring campaign')
    await expectAccessible(client.page, 'review room, visitor')
    await client.page
      .getByRole('button', { name: /^Next page/ })
      .first()
      .click()
    await client.page
      .getByRole('button', { name: /^Next page/ })
      .first()
      .click()
    await clickDesign(client.page, /page 3 of 6/, 0.3, 0.6, isPhone.client)
    await client.page
      .getByRole('textbox', { name: 'Comment on this place' })
      .fill('Could this line be shorter?')
    await client.page.getByRole('button', { name: 'Comment', exact: true }).click()
    await client.page.getByLabel(/your name/i).fill('Carla Client')
    await expectAccessible(client.page, 'name step')
    await client.page.keyboard.press('Enter')
    await client.page.getByLabel(/your name/i).waitFor({ state: 'detached' })
    await openComments(client.page, isPhone.client)
    await client.page.getByText('Could this line be shorter?').waitFor()

    await openComments(owner.page, isPhone.owner)
    const card = owner.page.getByRole('listitem').filter({ hasText: 'Could this line be shorter?' })
    await card.waitFor()
    await expect.poll(() => card.textContent()).toContain('Carla Client')
    await owner.page.getByRole('heading', { name: 'Page 3' }).waitFor()
    await card.getByRole('button', { name: / · Comment 1 on page 3/ }).click()
    await owner.page.getByRole('textbox', { name: /reply/i }).fill('Yes, by two words.')
    await owner.page.keyboard.press('Control+Enter')
    await owner.page.getByText('Yes, by two words.').waitFor()
    await expectAccessible(owner.page, 'thread, owner')
    await owner.page.getByRole('button', { name: 'Resolve', exact: true }).first().click()
    await owner.page.getByRole('button', { name: /^Resolved 1/ }).waitFor()

    // The client sees it at once, by the live stream.
    await client.page
      .getByRole('log')
      .getByText(/^Olga Owner resolved: Could this/)
      .waitFor()
    await client.page.getByRole('button', { name: /^Resolved 1/ }).click()
    const list = client.page.getByRole('list', { name: 'List of comments' })
    await list.getByText('Could this line be shorter?').click()
    await list.getByText('Yes, by two words.').waitFor()
    await expectAccessible(client.page, 'thread, client')

    for (const name of ['poster.jpg', 'logo.png', 'icon.svg', 'motion.gif']) {
      if (isPhone.owner) await owner.page.keyboard.press('Escape')
      await owner.page
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .click()
      const box = await (await design(owner.page, new RegExp(name))).boundingBox()
      if (name === 'poster.jpg') expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1.5, 1)
    }

    await owner.page.goto('/reviews')
    await owner.page.getByText('Spring campaign').waitFor()
    await expectAccessible(owner.page, 'reviews')
    await owner.page.goto('/dashboard')
    await owner.page.getByText('Spring campaign').first().waitFor()
    await expectAccessible(owner.page, 'dashboard')
    if (!isPhone.owner) await expectNewsInEveryTab(owner, client.page)
    await owner.context.close()
    await client.context.close()
  })
})
