import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible, newPerson, phone, shownAfter } from './browser.ts'
import { enter } from './commented-review.ts'
import { tabTo } from './keyboard.ts'
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

test('a designer builds a profile, finds someone and asks; the two talk live, one goes offline, one blocks the other', async () => {
  const [ada, ben] = [await newStudio(), await newPilot('Ben Example')]
  await ada.call('PATCH', '/user/api/v1/profile', { name: 'Ada Example' })
  const { page, context, allows } = await enter(browser, ada, `/connections/${ben.username}`)
  await page.getByRole('button', { name: 'Build profile to connect' }).waitFor()
  await page.goto('/pricing')
  const { page: other } = await enter(browser, ben, '/dashboard', phone)
  await other.getByRole('link', { name: 'Open messages', exact: true }).waitFor()
  allows('500 /connection/api/v1/profile')
  await buildProfileByKeyboard(page)
  await askByKeyboard(page)
  const { page: beside, allows: allowsBeside } = await enter(browser, ada, `/connections/${ben.username}`)
  await beside.getByRole('button', { name: 'Withdraw request to Ben Example' }).waitFor()
  await acceptOnPhone(other)
  await beside.getByRole('button', { name: 'Connected', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Message Ben Example' }).waitFor()
  await tabTo(page, 'Ben Example')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ben Example' }).waitFor()
  await expectAccessible(page, 'the page of a connection')
  // An icon shows its name, by mouse and by keyboard.
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.hover()
  await page.getByRole('tooltip').filter({ hasText: 'Notifications' }).waitFor()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await tabTo(page, 'Notifications')
  await page.getByRole('tooltip').filter({ hasText: 'Notifications' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByText('This is the start of your conversation with Ben Example').waitFor()
  await expectAccessible(page, 'before the first message')
  await say(page, 'Shall we share the booth?')
  await bubble(page, 'Shall we share the booth?').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/messages\/.+/)

  await other.getByRole('link', { name: 'Open messages, 1 unread' }).waitFor()
  await expect.poll(() => other.title()).toMatch(/^\(1\) /)
  await other.getByRole('button', { name: 'More', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Messages, 1 unread' }).click()
  await other.getByRole('link', { name: /Ada Example/ }).click()
  await bubble(other, 'Shall we share the booth?').waitFor()
  await page.getByText('Seen').waitFor()
  await expect.poll(() => other.title()).not.toMatch(/^\(/)
  await say(other, 'Gladly. How large is it?')
  await bubble(page, 'Gladly. How large is it?').waitFor()
  for (const one of [page, other]) await expectAccessible(one, 'a conversation')

  await loseLineAndComeBack(page, context, allows, other)
  await findOnPhone(other)
  await correctAndDelete(page, other)
  await keepDraft(page)

  allows('404 /message/api/v1/conversation/')
  allowsBeside('404 /connection/api/v1/user/')
  await other.getByRole('button', { name: 'Actions for Ada Example' }).click()
  await other.getByRole('menuitem', { name: 'Block' }).click()
  await other.getByText('You’ve blocked Ada Example.').waitFor()
  await field(other).waitFor({ state: 'detached' })
  await page.getByText('Conversation not found').waitFor()
  await beside.getByRole('heading', { name: 'Profile not found' }).waitFor()
  const { page: settings } = await enter(browser, ben, '/settings', phone)
  await settings.getByRole('button', { name: 'Unblock Ada Example' }).click()
  await settings.getByRole('button', { name: 'Unblock Ada Example' }).waitFor({ state: 'detached' })
  await expectAccessible(page, 'a conversation that is gone')
  await expectAccessible(other, 'a closed conversation')
})

async function buildProfileByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'See benefits' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Connections', exact: true }).count()).toBe(0)
  await tabTo(page, 'See benefits')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Benefits of Pilot Profile' }).waitFor()
  // This server has no AI: nothing promises it.
  await page.getByText('Connect with top talent').waitFor()
  await expect.poll(() => page.getByText('AI content generation').count()).toBe(0)
  await expectAccessible(page, 'benefits')
  await tabTo(page, 'Build Connection Profile')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Organize your Connection Profile' })
  await form.getByLabel('Username').waitFor()
  for (const label of ['Location', 'Designation', 'Company', 'Experience']) {
    await tabTo(page, label)
    await page.keyboard.type(`Made up ${label.toLowerCase()}`)
  }
  await tabTo(page, 'Submit Now')
  await shownAfter(() => page.keyboard.press('Enter'), form.getByText('Skills is required'))
  await tabTo(page, 'Skills')
  for (const skill of ['Motion', ' motion ', 'Lettering']) {
    await page.keyboard.type(skill)
    await page.keyboard.press('Enter')
  }
  await expectAccessible(page, 'the form of a profile')
  await page.route('**/connection/api/v1/profile', async (route) => {
    await form.getByRole('button', { name: 'Submitting...' }).waitFor()
    await route.fulfill({ status: 500, json: {} })
  })
  await tabTo(page, 'Submit Now')
  await shownAfter(() => page.keyboard.press('Enter'), page.getByText('Failed to create connection profile'))
  await page.unroute('**/connection/api/v1/profile')
  await tabTo(page, 'Submit Now')
  await page.keyboard.press('Enter')
  const unlocked = page.getByRole('dialog', { name: 'Pilot Profile Unlock Successful' })
  await unlocked.getByText('Connection profile created successfully').waitFor()
  await unlocked.getByText('Fly high as a Commander to connect more').waitFor()
  await expectAccessible(page, 'Pilot unlocked')
  await tabTo(page, 'Explore Connections')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/connections')
  await page.getByRole('link', { name: 'Connections', exact: true }).first().waitFor()
}

async function askByKeyboard(page: Page): Promise<void> {
  await tabTo(page, 'Skills')
  await page.keyboard.type('mot')
  await page.getByRole('option', { name: 'Motion' }).waitFor()
  await expectAccessible(page, 'skills that are proposed')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Ben Example' }).waitFor()
  await tabTo(page, 'Connect with Ben Example')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Withdraw request to Ben Example' }).waitFor()
  await expectAccessible(page, 'Discover')
  await page.getByRole('tab', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'Withdraw request to Ben Example' }).waitFor()
  await expectAccessible(page, 'Requests')
  await page.getByRole('tab', { name: 'Connected' }).click()
  await page.getByText('No connections yet').waitFor()
  await expectAccessible(page, 'Connected, without any')
}

/** From the notification, which arrived live. */
async function acceptOnPhone(other: Page): Promise<void> {
  await other.getByRole('button', { name: /^Notifications, .*1 unread$/ }).click()
  await other.getByRole('link', { name: /Ada Example would like to connect/ }).click()
  await other.getByRole('heading', { level: 1, name: 'Ada Example' }).waitFor()
  await other.getByRole('button', { name: 'Accept Ada Example' }).click()
  await other.getByRole('button', { name: 'Connected', exact: true }).waitFor()
  await expectAccessible(other, 'a connection on a phone')
  await other.goto('/dashboard')
  await other.getByRole('link', { name: 'Open messages', exact: true }).waitFor()
}

test('someone who asks and writes too much meets each limit, and reads why', async () => {
  const [sam, tess, uma] = [
    await newPilot('Sam Example'),
    await newPilot('Tess Example'),
    await newPilot('Uma Example'),
  ]
  const asked = await sam.call('POST', `/connection/api/v1/user/${tess.id}`, {})
  await tess.call('PATCH', `/connection/api/v1/respond/${asked.result._id}`, { response: 'ACCEPT' })
  for (const one of [tess, await newPilot('Vera Example')])
    await one.call('POST', `/connection/api/v1/user/${uma.id}`, {})
  for (let n = 0; n < 4; n++)
    await sam.call('POST', `/connection/api/v1/user/${(await newPilot(`Other ${n}`)).id}`, {})
  const { page, allows } = await enter(browser, sam, '/connections')
  await page.getByText('As a Pilot you can send 50 connection requests.').waitFor()
  await page.goto(`/connections/${uma.username}`)
  allows('429 /connection/api/v1/user/', '429 /message/api/v1')
  await page.getByRole('button', { name: 'Connect with Uma Example' }).click()
  await page.getByLabel('A note (optional)').fill('We met at the fair.')
  await expectAccessible(page, 'asking with a note')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('You can send 5 requests a day. Confirm your email address to send more.').waitFor()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByText('Your first message is a request: one message, without files').waitFor()
  await say(page, 'A first message, see https://example.com')
  await page
    .getByText('Your first message is a request. You can write more once Uma Example answers.')
    .waitFor()
  await field(page).waitFor({ state: 'detached' })
  const { page: stranger } = await enter(browser, uma, '/dashboard', phone)
  await stranger.getByRole('button', { name: /^Notifications, / }).click()
  await stranger.getByRole('link', { name: /Sam Example wants to message you/ }).click()
  await bubble(stranger, 'A first message').waitFor()
  await stranger.getByRole('group', { name: 'Sam Example wants to message you' }).waitFor()
  await expect.poll(() => bubble(stranger, 'A first message').getByRole('link').count()).toBe(0)
  await expectAccessible(stranger, 'a request on a phone')

  for (let n = 2; n <= 7; n++)
    await sam.call('POST', '/message/api/v1', { to: tess.id, message: `Message ${n}` })
  await page.goto(`/messages?with=${tess.id}`)
  await page.getByText(/^3 messages left today\. Your limit resets at /).waitFor()
  for (const [text, left] of [
    ['Message 8', '2 messages left today'],
    ['Message 9', '1 message left today'],
    ['Message 10', 'You’ve reached today’s limit of 10 messages.'],
  ] as const) {
    await say(page, text)
    await page.getByText(left).waitFor()
  }
  await bubble(page, 'Message 10').waitFor()
  await expectAccessible(page, 'the day’s messages are used up')
  const refused = page.waitForResponse((answer) => answer.status() === 429)
  await say(page, 'One too many')
  await refused
  await bubble(page, 'One too many').waitFor({ state: 'detached' })
  await expect.poll(() => field(page).inputValue()).toBe('One too many')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('One too many')

  await reportAndDecline(stranger)
  await stranger.goto(`/connections/${uma.username}`)
  await stranger.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await sendHomeFrom(`/connections/${uma.username}`)
  await tess.call('PATCH', `/connection/api/v1/profile/${tess.id}`, { isOpenToMessages: false })
  await page.goto(`/connections/${tess.username}`)
  await page.getByRole('button', { name: 'Actions for Tess Example' }).click()
  await page.getByRole('menuitem', { name: 'Remove connection' }).click()
  await page.getByRole('button', { name: 'Connected', exact: true }).waitFor({ state: 'detached' })
  await page.goto(`/messages?with=${tess.id}`)
  await page.getByText('Only connections can message this person.').waitFor()
})

/** A protected page: a visitor returns to it after signing in. */
async function sendHomeFrom(path: string): Promise<void> {
  const { page, allows } = await newPerson(browser)
  allows('401 /connection/api/v1/user/')
  await page.goto(path)
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('wingmark.wanted-path'))).toBe(path)
}

async function reportAndDecline(stranger: Page): Promise<void> {
  await stranger.getByRole('button', { name: 'Actions for Sam Example' }).click()
  await stranger.getByRole('menuitem', { name: 'Report spam…' }).click()
  const report = stranger.getByRole('dialog', { name: 'Report spam' })
  await report.getByLabel('What happened? (optional)').fill('We have never met.')
  await expectAccessible(stranger, 'a report')
  await report.getByRole('button', { name: 'Send report' }).click()
  await stranger.getByText('Thank you. The person who runs this server will look at it.').waitFor()
  await stranger.goto('/connections?tab=requests')
  await stranger.getByRole('button', { name: 'Accept Vera Example' }).click()
  const received = stranger.getByRole('region', { name: 'Received' })
  await received.getByRole('link', { name: 'Message Vera Example' }).waitFor()
  await stranger.getByRole('button', { name: 'Decline Tess Example' }).click()
  await stranger.getByText('Tess Example').waitFor({ state: 'detached' })
  await stranger.reload()
  await stranger.getByText('Connection requests appear here').waitFor()
}

type Entered = Awaited<ReturnType<typeof enter>>

async function loseLineAndComeBack(
  page: Page,
  context: Entered['context'],
  allows: Entered['allows'],
  other: Page,
): Promise<void> {
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await context.setOffline(true)
  await page.getByText('You’re offline.').waitFor()
  for (const text of ['Three metres', 'and two chairs']) {
    await say(page, text)
    await bubble(page, text).getByText('Waiting to be sent.').waitFor()
  }
  await say(other, 'Is there light?')
  await bubble(other, 'Is there light?').waitFor()
  await context.setOffline(false)
  await bubble(page, 'Is there light?').waitFor()
  await bubble(other, 'and two chairs').waitFor()
  await expect.poll(() => page.getByText(/Waiting to be sent|Sending…/).count()).toBe(0)
  const texts = (await said(other).locator('p:first-of-type').allTextContents()).join('|')
  expect(texts.split('Three metres')).toHaveLength(2)
  expect(texts.indexOf('Three metres')).toBeLessThan(texts.indexOf('and two chairs'))
}

/** By the button in the phone's header: the result is in view, and focused. */
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
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Four metres')
  await page.keyboard.press('Control+Enter')
  await bubble(other, 'Four metres').getByText('edited').waitFor()
  const chairs = bubble(page, 'and two chairs')
  await chairs.hover()
  await chairs.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await bubble(page, 'and two chairs').waitFor()
  await expect.poll(() => bubble(other, 'and two chairs').count()).toBe(1)
}

async function keepDraft(page: Page): Promise<void> {
  await field(page).fill('Not yet finished')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('Not yet finished')
  await bubble(page, 'Four metres').waitFor()
}
