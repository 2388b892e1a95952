import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, type Person, shownAfter } from './browser.ts'
import { menuHasFocus, tabTo } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { newStudio, publishFiles } from './studio.ts'

const narrow = { width: 360, height: 740 }

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

async function signUp({ page }: Person, email: string, password: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await atDashboard(page)
}

/** A field error: appears after `act`, and disappears by itself a second later. */
async function shownThenGone(error: Locator, act: () => Promise<unknown>): Promise<void> {
  await shownAfter(act, error)
  await error.waitFor({ state: 'detached' })
}

const atDashboard = (page: Page) => page.getByRole('heading', { name: /^Good / }).waitFor()

async function signOut(page: Page, { isWaiting = false } = {}): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) <= 768
  await tabTo(page, isPhone ? 'More' : 'Account')
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: /^Sign out$/i })
  await menuHasFocus(page)
  // Its first letter selects it, wherever in the menu the focus is.
  await page.keyboard.press('s')
  await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  if (isWaiting) {
    const question = page.getByRole('dialog', { name: 'Not everything has been sent' })
    await question.getByRole('button', { name: /^Sign out$/i }).click()
  }
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth/signin')
}

async function signInByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByRole('heading', { name: /^(Welcome back|Sign in)$/ }).waitFor()
  await tabTo(page, 'Email')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Both ways in look the same. */
async function arriveForTheFirstTime(page: Page): Promise<void> {
  await page.goto('/auth/signin')
  const ways = page.getByRole('navigation', { name: 'Sign in or create an account' }).getByRole('link')
  await expect.poll(() => ways.allTextContents()).toEqual(['Sign in', 'Create an account'])
  const [one, other] = await Promise.all([ways.first().boundingBox(), ways.last().boundingBox()])
  expect(one?.width).toBe(other?.width)
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  const tooShort = page.getByText('Password must be at least 8 characters')
  await shownThenGone(tooShort, () => page.keyboard.press('Enter'))
}

const codeNeeded = 'Sign in with a code sent to your email.'
const [oldPassword, newPassword] = ['correct horse battery', 'another horse battery']

test('a person signs up, leaves, forgets the password and sets a new one, by keyboard alone', async () => {
  const person = await newPerson(browser, desktop)
  const { page } = person
  const email = `${crypto.randomUUID()}@example.com`
  await arriveForTheFirstTime(page)
  await signUp(person, email, oldPassword)
  await signOut(page)
  await signInByKeyboard(page, email, oldPassword)
  await atDashboard(page)
  await signOut(page)

  await page.goto('/auth/signin')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await tabTo(page, 'Email')
  await page.keyboard.type(email)
  await expectAccessible(page, 'sign in')
  await tabTo(page, 'Forgot your password?')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await expectAccessible(page, 'forgot password')
  await tabTo(page, 'Email')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await page.keyboard.press('Enter')
  await page.getByText(`If there’s an account for ${email}`).waitFor()

  await page.goto(await findInMail(email, /(http\S+\/auth\/reset-password\?token=[\w-]+)/))
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
  await expectAccessible(page, 'reset password')
  await tabTo(page, 'New password')
  await page.keyboard.type(newPassword)
  await tabTo(page, 'Repeat new password')
  await page.keyboard.type('something else')
  await shownAfter(() => page.keyboard.press('Enter'), page.getByText("Passwords don't match"))
  await expectAccessible(page, 'reset password, with an error')
  await page.getByText("Passwords don't match").waitFor({ state: 'detached' })
  await page.keyboard.press('Control+A')
  await page.keyboard.type(newPassword)
  await page.keyboard.press('Enter')
  await page.getByText('Password changed. Sign in with the new one.').waitFor()

  person.allows('401 /user/api/v1/login')
  await signInByKeyboard(page, email, oldPassword)
  await page.getByText('Invalid email or password.').waitFor()
  await signInByKeyboard(page, email, newPassword)
  await atDashboard(page)
  await person.context.close()
})

test('pasting a code from an email signs in, and opens the page first wanted', async () => {
  const person = await newPerson(browser, narrow)
  const { page } = person
  const email = `${crypto.randomUUID()}@example.com`
  await signUp(person, email, oldPassword)
  await signOut(page)
  await page.goto('/reviews')
  await page.waitForURL((url) => url.pathname === '/')

  await page.goto('/landing')
  await page.getByRole('link', { name: 'Get Access' }).waitFor()
  await page.goto('/auth')
  await page.waitForURL('**/auth/signin')
  const invalid = page.getByText('Invalid email address')
  await shownThenGone(invalid, () => page.getByRole('button', { name: 'Email me a code' }).click())
  await page.getByLabel('Email').fill(email)
  await refusedAfterManyGuesses(person, email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  await expectAccessible(page, 'code')
  await page.keyboard.type('12')
  await shownAfter(() => page.keyboard.press('Enter'), page.getByText('OTP must be at least 4 characters'))
  await expectAccessible(page, 'code, with an error')
  await page.getByText('OTP must be at least 4 characters').waitFor({ state: 'detached' })

  const code = await findInMail(email, /Subject: (\d{6}) is your/)
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}\n`
  await page.evaluate((text) => navigator.clipboard.writeText(text), spaced)
  await page.keyboard.press('Control+V')
  await page.waitForURL('**/reviews')
  await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
  await page.goto('/auth')
  await page.waitForURL('**/dashboard')
  const usage = page.waitForResponse('**/user/api/v1/usage-limit/user')
  await page.goto('/landing/review')
  await page.getByRole('link', { name: 'Dashboard' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Get Access' }).count()).toBe(0)
  expect((await usage).status()).toBe(200)
  await person.context.close()
})

/** Answers as a server that sends email, after many guesses: then the form has only a code. */
async function refusedAfterManyGuesses({ page, allows }: Person, email: string): Promise<void> {
  allows('403 /user/api/v1/login')
  const refused = { success: false, code: 'CODE_NEEDED', message: codeNeeded, requestId: 'r' }
  await page.route('**/user/api/v1/login', (route) => route.fulfill({ status: 403, json: refused }), {
    times: 1,
  })
  const [password, askForCode] = [
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: 'Email me a code' }),
  ]
  await password.fill(oldPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText(codeNeeded).waitFor()
  await password.waitFor({ state: 'detached' })
  await expect.poll(() => askForCode.evaluate((button) => button === document.activeElement)).toBe(true)
  await expectAccessible(page, 'sign in, by code alone')
  await page.getByLabel('Email').fill('somebody.else@example.com')
  await password.waitFor()
  await page.getByLabel('Email').fill(email)
}

test('a person changes everything in their profile, exports their data and deletes the account', async () => {
  const files = await makeJourneyFiles()
  const [first, second] = ['correct horse battery', 'another horse battery']
  const person = await newPerson(browser, desktop)
  person.allows('422 /user/api/v1', '401 /user/api/v1/login')
  const { page } = person
  const email = `${crypto.randomUUID()}@example.com`
  await signUp(person, email, first)
  await page.getByRole('button', { name: 'AL Account' }).click()
  await page.getByRole('menuitem', { name: 'Your profile' }).click()
  await page.getByRole('heading', { name: 'Your Profile' }).waitFor()
  await page.getByText('This device').waitFor()
  await expectAccessible(page, 'settings')

  await page.locator('input[type=file]').first().setInputFiles(files.pdf)
  await page.getByText('Choose a picture you uploaded.').waitFor()
  await page.locator('input[type=file]').first().setInputFiles(files.jpeg)
  await page.getByText('Picture saved').waitFor()
  const face = page.locator('main img[src*="/files/avatar/"]')
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.getByLabel('Name', { exact: true }).fill('A')
  await page.getByLabel('Username').fill('Not a name!')
  await shownThenGone(page.getByText('First name is required'), async () => {
    const other = page.getByText(/^A username can have letters/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await other
    await expectAccessible(page, 'settings, with errors')
  })
  await page.getByLabel('Name', { exact: true }).fill('Ada King')
  const username = `ada.${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Username').fill(username.toUpperCase())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Profile saved').waitFor()
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(username)

  await page.getByRole('radio', { name: 'Every day' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('radio', { name: 'Every day', checked: true }).waitFor()

  const other = await newPerson(browser, narrow)
  // Signed out from elsewhere.
  other.allows('401 /')
  await signInByKeyboard(other.page, email, first)
  await atDashboard(other.page)
  await page.getByLabel('Current password').fill(first)
  await page.getByLabel('New password', { exact: true }).fill(second)
  await page.getByLabel('Repeat new password').fill(second)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. Other devices are signed out.').waitFor()
  await other.page.reload()
  await other.page.waitForURL('**/auth/signin')
  await other.page.getByText('You were signed out.').waitFor()
  await signInByKeyboard(other.page, email, second)
  await other.page.getByRole('heading', { name: /^Good |^Reviews|^Your Profile/ }).waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^wingmark-.*\.zip$/)

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/auth/signin')
  await other.page.reload()
  await other.page.waitForURL('**/auth/signin')
  await other.page.getByText('You were signed out.').waitFor()
  await other.context.close()

  await signInByKeyboard(page, email, second)
  await atDashboard(page)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectAccessible(page, 'delete account')
  await dialog.getByLabel('Your password').fill(second)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await signInByKeyboard(page, email, second)
  await page.getByText('Invalid email or password.').waitFor()
  await person.context.close()
})

test('a code changes an address, and the former one takes the account back', async () => {
  const studio = await newStudio()
  const { page, allows } = await newPerson(browser, narrow)
  // Taking the account back ends this session.
  allows('401 /')
  await page.goto('/help')
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Change email' }).click()
  const next = `${crypto.randomUUID()}@example.com`
  await page.getByLabel('New email').fill(next)
  await page.getByLabel('Your password').fill('correct horse battery')
  await expectAccessible(page, 'settings, asking for another address')
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByLabel(`Code from the email to ${next}`)
  await code.fill(await findInMail(next, /Subject: (\d{6}) confirms your/))
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByText(`Your address is now ${next}.`).waitFor()
  await page.getByText(next, { exact: true }).waitFor()

  const theirs = await newPerson(browser, narrow)
  await theirs.page.goto(await findInMail(studio.email, /(\/auth\/take-back\?token=[\w-]+)/))
  await theirs.page.getByText(studio.email).waitFor()
  await expectAccessible(theirs.page, 'take an account back')
  await theirs.page.getByRole('button', { name: 'Recover my account' }).click()
  await theirs.page.getByRole('link', { name: 'Set new password' }).click()
  await theirs.page.getByRole('button', { name: /link/ }).waitFor()
  await expect.poll(() => theirs.page.getByLabel('Email').inputValue()).toBe(studio.email)
})

test('a change in flight arrives even if its page is left', async () => {
  const studio = await newStudio()
  const { page, context, allows } = await newPerson(browser, desktop)
  // An empty page has no storage.
  allows("page error: Failed to read the 'localStorage'")
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto('/settings')
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/user/api/v1/profile', async (route) => {
    await left
    // The browser may have cancelled it by then.
    await route.continue().catch(() => null)
  })
  const onItsWay = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('radio', { name: 'Every day' }).click()
  await onItsWay
  await page.goto('about:blank')
  leave()
  await expect
    .poll(async () => JSON.stringify(await studio.call('GET', '/user/api/v1/profile')))
    .toContain('DAILY')
})

test('only its writer sends what could not be sent before signing out', async () => {
  const files = await makeJourneyFiles()
  const studio = await newStudio()
  const { link } = await publishFiles(studio, 'Poster', [files.png])
  const person = await newPerson(browser, desktop)
  const { page, context } = person
  const [email, password] = [`${crypto.randomUUID()}@example.com`, 'correct horse battery']
  const list = page.getByRole('list', { name: 'List of comments' })
  await signUp(person, email, password)
  await page.goto(link)
  await page.getByRole('button', { name: /Account$/ }).waitFor()
  person.allows('503 /comment/api/v1')
  await page.route('**/comment/api/v1', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('From Ada')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Waiting to be sent.').waitFor()
  await signOut(page, { isWaiting: true })

  await page.unroute('**/comment/api/v1')
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('From the studio')
  await page.keyboard.press('Control+Enter')
  await list.getByText('From the studio').waitFor()
  // Signing out would ask about pending messages.
  await expect.poll(() => page.getByText('Sending…').count()).toBe(0)
  await page.reload()
  await list.getByText('From the studio').waitFor()
  // Whose messages wait here is looked up once the user is known.
  await page.getByRole('button', { name: /Account$/ }).waitFor()
  await expect.poll(() => page.getByText('From Ada').count()).toBe(0)

  await signOut(page)
  await signInByKeyboard(page, email, password)
  await atDashboard(page)
  await page.goto(link)
  await list.getByText('From Ada').waitFor()
  await expect.poll(() => page.getByText('Waiting to be sent.').count()).toBe(0)
  await page.reload()
  await list.getByRole('listitem').filter({ hasText: 'From Ada' }).waitFor()
  await context.close()
})

test('a message written before its writer is known waits for that, and is theirs alone', async () => {
  const files = await makeJourneyFiles()
  const studio = await newStudio()
  const { id } = await publishFiles(studio, 'Poster', [files.png])
  const { result } = await studio.call('GET', '/user/api/v1/profile')
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('503 /comment/api/v1')
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  const { promise: known, resolve: tell } = Promise.withResolvers<void>()
  await page.route('**/user/api/v1/profile', async (route) => {
    await known
    await route.continue()
  })
  await page.route('**/comment/api/v1', (route) => route.fulfill({ status: 503 }))
  await page.goto(`/reviews/${id}`)
  await page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('Too early')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sending…').first().waitFor()
  const writers = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('wingmark.outbox.'))
        .map(([, item]): unknown => JSON.parse(item).writer),
    )
  await expect.poll(writers).toEqual([])
  tell()
  await page.getByText('Waiting to be sent.').waitFor()
  await expect.poll(writers).toEqual([Reflect.get(Object(result.user), '_id')])
  // It is retried automatically.
  await page.unroute('**/comment/api/v1')
  await expect.poll(() => page.getByText('Waiting to be sent.').count(), { timeout: 60_000 }).toBe(0)
  await page.getByRole('list', { name: 'List of comments' }).getByText('Too early').waitFor()
  await context.close()
})

test('a theme that is chosen is there before any script, on the device and with the account', async () => {
  const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  const choose = async (page: Page, menu: RegExp, theme: string) => {
    await page.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
    await page.getByRole('menuitemradio', { name: theme, checked: true }).waitFor()
    await page.keyboard.press('Escape')
  }
  const visitor = await newPerson(browser, desktop)
  visitor.allows('net::ERR_FAILED /assets/')
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await choose(page, /^Navigations/, 'Dark')
  await expect.poll(() => schemeOf(page)).toBe('dark')
  const before = await visitor.context.newPage()
  await before.emulateMedia({ colorScheme: 'light' })
  await before.route('**/assets/*.js', (route) => route.abort())
  await before.goto('/')
  const looks = await before.locator('#first-front').evaluate((element) => ({
    ground: getComputedStyle(element).backgroundColor,
    picture: element.querySelector('img')?.currentSrc.replace(/.*(room-[a-z]+).*/, '$1'),
    edge: document.querySelector('meta[name=theme-color]')?.getAttribute('content'),
  }))
  expect(looks).toEqual({ ground: 'rgb(23, 24, 27)', picture: 'room-dark', edge: '#17181b' })

  const owner = await newStudio()
  const enterAs = async () => {
    const { page: own, context } = await newPerson(browser, desktop)
    await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), owner.token)
    await own.emulateMedia({ colorScheme: 'dark' })
    await own.goto('/dashboard')
    await atDashboard(own)
    return own
  }
  const [first, second] = [await enterAs(), await enterAs()]
  await expect.poll(() => schemeOf(first)).toBe('dark')
  await choose(first, /Account$/, 'Light')
  await expect.poll(() => schemeOf(first)).toBe('light')
  await expectAccessible(first, 'the dashboard, light by choice')
  await second.reload()
  await expect.poll(() => schemeOf(second)).toBe('light')
  await choose(second, /Account$/, 'Follow system')
  await expect.poll(() => schemeOf(second)).toBe('dark')
})
