import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, expectAccessible, launchBrowser, newPerson, type Person } from './browser.ts'
import { findInMail } from './mailbox.ts'

const narrow = { width: 360, height: 740 }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function signUp({ page }: Person, email: string, password: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await atDashboard(page)
}

const atDashboard = (page: Page) => page.getByRole('heading', { name: /^Good / }).waitFor()

/** Moves the focus there as a keyboard does. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const isThere = await page.evaluate((wanted) => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
      return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').includes(wanted)
    }, name)
    const isPage = await page.evaluate(() => document.activeElement === document.body)
    if (isThere && !isPage) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

async function signOut(page: Page): Promise<void> {
  await tabTo(page, 'Account')
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: /^Sign out$/i })
  await item.waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth/signin')
}

async function signInByKeyboard(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/signin')
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await tabTo(page, 'Email')
  await page.keyboard.type(email)
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

describe.each([
  ['on a narrow phone', narrow],
  ['at a desk', desktop],
])('%s', (_where, screen) => {
  const [oldPassword, newPassword] = ['correct horse battery', 'another horse battery']

  test('a person signs up, leaves, forgets the password and sets a new one, by keyboard alone', async () => {
    const person = await newPerson(browser, screen)
    const { page } = person
    const email = `${crypto.randomUUID()}@example.com`
    await signUp(person, email, oldPassword)
    await signOut(page)
    await signInByKeyboard(page, email, oldPassword)
    await atDashboard(page)
    await signOut(page)

    await page.goto('/auth/signin')
    await tabTo(page, 'Email')
    await page.keyboard.type(email)
    await expectAccessible(page, 'sign in')
    await tabTo(page, 'Forgot your password?')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await expectAccessible(page, 'forgot password')
    await tabTo(page, 'Email')
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.keyboard.press('Enter')
    await page.getByText(`If there is an account for ${email}`).waitFor()

    await page.goto(await findInMail(email, /(http\S+\/auth\/reset-password\?token=[\w-]+)/))
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await expectAccessible(page, 'reset password')
    await tabTo(page, 'New password')
    await page.keyboard.type(newPassword)
    await tabTo(page, 'Repeat the password')
    await page.keyboard.type('something else')
    await page.keyboard.press('Enter')
    await page.getByText("Passwords don't match").waitFor()
    await expectAccessible(page, 'reset password, with an error')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(newPassword)
    await page.getByText("Passwords don't match").waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('Your new password is set. Sign in with it.').waitFor()

    expect(person.troubles).toEqual([])
    await signInByKeyboard(page, email, oldPassword)
    await page.getByText('Invalid email or password.').waitFor()
    await signInByKeyboard(page, email, newPassword)
    await atDashboard(page)
    await person.context.close()
  })

  test('a code from a mail signs in when it is pasted, and leads to the page that was wanted', async () => {
    const person = await newPerson(browser, screen)
    const { page } = person
    const email = `${crypto.randomUUID()}@example.com`
    await signUp(person, email, oldPassword)
    await signOut(page)
    await page.goto('/reviews')
    await page.waitForURL((url) => url.pathname === '/')

    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByText('Invalid email address').waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await expectAccessible(page, 'code')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await page.getByText('OTP must be at least 4 characters').waitFor()
    await expectAccessible(page, 'code, with an error')

    const code = await findInMail(email, /Subject: (\d{6}) is your/)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}\n`
    await page.evaluate((text) => navigator.clipboard.writeText(text), spaced)
    await page.keyboard.press('Control+V')
    await page.waitForURL('**/reviews')
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
    expect(person.troubles).toEqual([])
    await person.context.close()
  })

  test('a link that is used up or made up says so', async () => {
    const { page, context } = await newPerson(browser, screen)
    await page.goto('/auth/reset-password?token=made-up-made-up')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Repeat the password').fill(newPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('This reset link is invalid or has expired.').waitFor()
    await context.close()
  })
})
