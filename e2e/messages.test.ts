import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible, phone } from './browser.ts'
import { enter } from './commented-review.ts'
import { newStudio, type Studio } from './studio.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

type Pilot = Studio & { id: string; username: string }

async function newPilot(name: string): Promise<Pilot> {
  const studio = await newStudio()
  await studio.call('PATCH', '/user/api/v1/profile', { name })
  const { result } = await studio.call('GET', '/user/api/v1/profile')
  const { _id: id, email, username } = result.user as unknown as Record<string, string>
  const work = { location: 'Utrecht', designation: 'Designer', company: 'None', experience: 'Made up.' }
  await studio.call('POST', '/connection/api/v1/profile', {
    ...{ name, email, username, ...work },
    skills: ['Motion'],
  })
  return Object.assign(studio, { id: id ?? '', username: username ?? '' })
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
const said = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
const bubble = (page: Page, text: string) => said(page).filter({ hasText: text })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Control+Enter')
}

test('two people talk live, one loses the line and comes back, and one blocks the other', async () => {
  const [ada, ben] = [await newPilot('Ada Example'), await newPilot('Ben Example')]
  const asked = await ada.call('POST', `/connection/api/v1/user/${ben.id}`, {})
  await ben.call('PATCH', `/connection/api/v1/respond/${asked.result._id}`, { response: 'ACCEPT' })

  const { page, context, allows } = await enter(browser, ada, `/connections/${ben.username}`)
  const { page: other } = await enter(browser, ben, '/dashboard', phone)
  await other.getByRole('link', { name: 'Open messages', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByText('This is the beginning of what you and Ben Example write').waitFor()
  await expectAccessible(page, 'before the first message')
  await say(page, 'Shall we share the booth?')
  await bubble(page, 'Shall we share the booth?').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/messages\/.+/)

  await other.getByRole('link', { name: 'Open messages, 1 unread' }).waitFor()
  await expect.poll(() => other.title()).toMatch(/^\(1\) /)
  await other.getByRole('link', { name: 'Messages, 1 unread', exact: true }).click()
  await other.getByRole('link', { name: /Ada Example/ }).click()
  await bubble(other, 'Shall we share the booth?').waitFor()
  await page.getByText('Seen').waitFor()
  await other.getByRole('link', { name: 'Messages', exact: true }).waitFor()
  await expect.poll(() => other.title()).not.toMatch(/^\(/)
  await say(other, 'Gladly. How large is it?')
  await bubble(page, 'Gladly. How large is it?').waitFor()
  for (const one of [page, other]) await expectAccessible(one, 'a conversation')

  await loseLineAndComeBack(page, context, allows, other)
  await findOnPhone(other)
  await correctAndDelete(page, other)
  await keepDraft(page)

  allows('404 /message/api/v1/conversation/')
  await other.getByRole('button', { name: 'More about Ada Example' }).click()
  await other.getByRole('menuitem', { name: 'Block' }).click()
  await other.getByText('You have blocked Ada Example.').waitFor()
  expect(await field(other).count()).toBe(0)
  await page.getByText('This conversation is not here').waitFor()
  await expectAccessible(page, 'a conversation that is gone')
  await expectAccessible(other, 'a closed conversation')
})

type Entered = Awaited<ReturnType<typeof enter>>

async function loseLineAndComeBack(
  page: Page,
  context: Entered['context'],
  allows: Entered['allows'],
  other: Page,
): Promise<void> {
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  for (const text of ['Three metres', 'and two chairs']) {
    await say(page, text)
    await bubble(page, text).getByText('Waiting to be sent.').waitFor()
  }
  await say(other, 'Is there light?')
  await bubble(other, 'Is there light?').waitFor()
  await context.setOffline(false)
  await bubble(page, 'Is there light?').waitFor()
  await bubble(other, 'and two chairs').waitFor()
  await expect.poll(() => page.getByText(/Waiting to be sent|Sending…/).count(), { timeout: 15_000 }).toBe(0)
  const texts = (await said(other).locator('p:first-of-type').allTextContents()).join('|')
  expect(texts.split('Three metres')).toHaveLength(2)
  expect(texts.indexOf('Three metres')).toBeLessThan(texts.indexOf('and two chairs'))
}

/** By the button in the phone's header: what was found is in view, and has the focus. */
async function findOnPhone(other: Page): Promise<void> {
  await other.getByRole('button', { name: 'Search and commands' }).click()
  await other.getByRole('combobox', { name: 'Search and commands' }).fill('share booth')
  await other.getByRole('option').filter({ hasText: 'Shall we share the booth?' }).click()
  await expect.poll(() => new URL(other.url()).search).toMatch(/message=/)
  const found = bubble(other, 'Shall we share the booth?')
  await expect.poll(() => found.evaluate((item) => item === document.activeElement)).toBe(true)
}

async function correctAndDelete(page: Page, other: Page): Promise<void> {
  const wrong = bubble(page, 'Three metres')
  await wrong.hover()
  await wrong.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit the message' }).fill('Four metres')
  await page.keyboard.press('Control+Enter')
  await bubble(other, 'Four metres').getByText('edited').waitFor()
  const chairs = bubble(page, 'and two chairs')
  await chairs.hover()
  await chairs.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await bubble(page, 'and two chairs').waitFor()
  expect(await bubble(other, 'and two chairs').count()).toBe(1)
}

async function keepDraft(page: Page): Promise<void> {
  await field(page).fill('Not yet finished')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('Not yet finished')
  await bubble(page, 'Four metres').waitFor()
}
