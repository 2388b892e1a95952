import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

const password = 'correct horse battery'

let browser: Browser
let studio: Studio
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const field = (page: Page) => page.getByRole('textbox', { name: 'Comment on the whole file' })
const kept = (page: Page) => page.getByRole('region', { name: 'Not sent' })
const design = (page: Page) => page.getByRole('application').getByRole('img', { name: 'logo.png' })

async function openComments(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Comments, / })
  if (await opener.isVisible()) await opener.click()
}

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('wingmark.draft.')).length)

/** Returns to the page repeatedly, like a waiting user. */
async function comeBackUntil(page: Page, there: Locator): Promise<void> {
  const look = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return there.count()
  }
  await expect.poll(look, { interval: 500, timeout: 60_000 }).toBe(1)
}

/** A signed-in user on this device, at `path`. */
async function enterAs(person: Studio, path: string, screen = desktop) {
  const entered = await newPerson(browser, screen)
  for (const status of [401, 404]) entered.allows(`${status} /`)
  await entered.page.goto('/help')
  await entered.page.evaluate((token) => localStorage.setItem('wingmark.token', token), person.token)
  await entered.page.goto(path)
  return entered
}

async function signInAgain(page: Page, { email }: Studio): Promise<void> {
  await page.getByText('You were signed out.').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}

test('a writer whose review is deleted or whose link is switched off reads why, and keeps the words', async () => {
  for (const screen of [desktop, phone]) {
    const deleted = await publishFiles(studio, 'Poster', [files.png])
    const closed = await publishFiles(studio, 'Leaflet', [files.png])
    const { page, allows } = await newPerson(browser, screen)
    allows('404 /')
    const writeIn = async (link: string, text: string) => {
      await page.goto(link)
      await design(page).waitFor()
      await openComments(page)
      await field(page).fill(text)
    }
    await writeIn(deleted.link, 'Half a thou')
    await studio.call('DELETE', `/review/api/v1/${deleted.id}`)
    await page.getByRole('heading', { name: 'This review was deleted' }).waitFor()
    await kept(page).getByText('Half a thou').waitFor()
    await kept(page).getByRole('button', { name: 'Copy' }).waitFor()
    await expectAccessible(page, 'a review that was deleted')
    await page.reload()
    await page.getByRole('heading', { name: 'This review was deleted' }).waitFor()
    await kept(page).getByRole('button', { name: 'Discard' }).click()
    await kept(page).waitFor({ state: 'detached' })

    await writeIn(closed.link, 'Warmer, I thi')
    await studio.call('PATCH', `/review/api/v1/change-share-access/${closed.id}`, { access: 'NONE' })
    await page.getByRole('heading', { name: 'You no longer have access' }).waitFor()
    await kept(page).getByText('Warmer, I thi').waitFor()
    // A waiting user gets in again without a reload.
    await studio.call('PATCH', `/review/api/v1/change-share-access/${closed.id}`, { access: 'COMMENT' })
    await comeBackUntil(page, design(page))
    await openComments(page)
    await expect.poll(() => field(page).inputValue()).toBe('Warmer, I thi')
    await page.context().close()
  }
})

test('a writer who may no longer comment reads why there, and keeps the words', async () => {
  const setAccess = (id: string, access: string) =>
    studio.call('PATCH', `/review/api/v1/change-share-access/${id}`, { access })
  const noLonger = (page: Page) => page.getByText('You can no longer comment in this review.')
  for (const screen of [phone, desktop]) {
    const { id, link } = await publishFiles(studio, 'Poster', [files.png])
    const { page, allows } = await newPerson(browser, screen)
    // Addresses of pictures end as well, and new ones arrive.
    allows('403 /comment/api/v1', '404 /files/', 'net::ERR_CONNECTION_RESET /files/')
    await page.goto(link)
    await design(page).waitFor()
    await page.getByRole('application').click()
    const place = page.getByRole('textbox', { name: 'Comment on this place' })
    await place.fill('Half a thou')
    await setAccess(id, 'VIEW')
    await noLonger(page).waitFor()
    await expectAccessible(page, 'a composer that was closed')
    await expect.poll(() => place.inputValue()).toBe('Half a thou')
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    // With access restored, it continues.
    await setAccess(id, 'COMMENT')
    await noLonger(page).waitFor({ state: 'detached' })

    // Sent before the room knows of it, it returns to its composer.
    await page.route('**/review/api/v1/*', (route) => route.abort())
    await page.route('**/live/api/v1/**', (route) => route.abort())
    allows('net::ERR_FAILED /')
    await setAccess(id, 'VIEW')
    await place.press('Control+Enter')
    await page.getByLabel('What’s your name?').fill('Gina Guest')
    await page.keyboard.press('Enter')
    await expect.poll(() => place.inputValue()).toBe('Half a thou')
    await page.unroute('**/review/api/v1/*')
    await page.unroute('**/live/api/v1/**')
    await noLonger(page).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await place.waitFor({ state: 'detached' })

    await openComments(page)
    await field(page).waitFor({ state: 'detached' })
    await page.context().close()
  }
})

test('a writer whose session ends elsewhere gets back to the draft by signing in', async () => {
  const ada = await newStudio()
  const { id } = await publishFiles(ada, 'Private', [files.png])
  await ada.call('PATCH', `/review/api/v1/change-visibility/${id}`, { visibility: 'PRIVATE' })
  const { page, context } = await enterAs(ada, `/reviews/${id}`)
  await design(page).waitFor()
  await field(page).fill('In the middle of a')
  await ada.call('PATCH', '/user/api/v1/logout', {})
  await page.getByRole('heading', { name: 'You were signed out' }).waitFor()
  await kept(page).getByText('In the middle of a').waitFor()
  await expectAccessible(page, 'signed out while writing')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signInAgain(page, ada)
  await design(page).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('In the middle of a')

  // From a workspace, too.
  const token = await page.evaluate(() => localStorage.getItem('wingmark.token') ?? '')
  ada.token = token
  const { result } = await ada.call('POST', '/workspace/api/v1', { name: 'Studio' })
  await page.goto(`/workspace/activities?workspaceId=${result._id}`)
  await page.getByRole('textbox', { name: 'Write something' }).fill('Half a wor')
  await ada.call('PATCH', '/user/api/v1/logout', {})
  await page.reload()
  await signInAgain(page, ada)
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Write something' }).inputValue())
    .toBe('Half a wor')

  ada.token = await page.evaluate(() => localStorage.getItem('wingmark.token') ?? '')
  await ada.call('DELETE', `/workspace/api/v1/${result._id}`)
  await page.getByRole('heading', { name: 'This workspace was deleted' }).waitFor()
  await kept(page).getByText('Half a wor').waitFor()
  await ada.call('POST', `/workspace/api/v1/restore/${result._id}`)
  await comeBackUntil(page, page.getByRole('textbox', { name: 'Write something' }))
  await context.close()
})

test('pending items for a deleted comment or file end: changes are reported, text is shown', async () => {
  const { id, files: published } = await publishFiles(studio, 'Signs', [files.png, files.jpeg])
  const said = await studio.call('POST', '/comment/api/v1', {
    ...{ file: published[0], type: 'GENERAL', message: 'Resolve me', files: [], mentions: [] },
  })
  const { page, context, allows } = await enterAs(studio, `/reviews/${id}`)
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await page.getByRole('button', { name: /Account$/ }).waitFor()
  await design(page).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Resolve me' })
  await card.waitFor()
  await context.setOffline(true)
  await card.getByRole('button', { name: 'Resolve', exact: true }).click()
  await field(page).fill('On a file that goes')
  await field(page).press('Control+Enter')
  await page.getByText('Waiting to be sent.').first().waitFor()
  await studio.call('DELETE', `/comment/api/v1/${said.result._id}`)
  await studio.call('DELETE', `/file/api/v1/${published[0]}`)
  await context.setOffline(false)
  const toast = page.getByText('The comment you resolved is gone: its file was removed.')
  await toast.waitFor()
  await kept(page).getByText('On a file that goes').waitFor()
  await kept(page).getByText('The file you commented on has been removed.').waitFor()
  await expectAccessible(page, 'words for a file that is gone')
  const left = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((name) => name.startsWith('wingmark.outbox.')).length,
    )
  await expect.poll(left).toBe(1)
  // Signing out does not ask, and the text is there again afterwards.
  await page.reload()
  await kept(page).getByText('On a file that goes').waitFor()
  await kept(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(left).toBe(0)
  await expect.poll(() => drafts(page)).toBe(0)
  await context.close()
})

test('an assignee who cannot open the task’s review asks for access, and the owner grants it', async () => {
  const [ada, ida] = [await newStudio(), await newStudio()]
  await ida.call('PATCH', '/user/api/v1/profile', { name: 'Ida Illustrator' })
  const { id, files: published } = await publishFiles(ada, 'Typography', [files.png])
  await ada.call('PATCH', `/review/api/v1/change-visibility/${id}`, { visibility: 'PRIVATE' })
  const words = { file: published[0], type: 'GENERAL', message: 'Set it larger', files: [], mentions: [] }
  await ada.call('POST', '/comment/api/v1', words)
  const workspace = (await ada.call('POST', '/workspace/api/v1', { name: 'Studio' })).result._id ?? ''
  const invited = { email: ida.email, role: 'EDITOR' }
  await ada.call('PATCH', `/workspace/api/v1/sent-invitation/${workspace}`, invited)
  const token = await findInMail(ida.email, /\/invite\/workspace\?token=([\w-]+)/)
  await ida.call('PATCH', '/workspace/api/v1/respond-invitation', { token, response: 'ACCEPT' })

  const { page } = await enterAs(ada, `/reviews/${id}`)
  await page.getByRole('listitem').filter({ hasText: 'Set it larger' }).click()
  await page.locator('li[data-selected="true"]').getByRole('button', { name: 'Resolve' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByLabel('Assignee').selectOption('Ida Illustrator')
  await page.getByRole('button', { name: 'Create task', exact: true }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'can’t open the review' })
  await toast.getByRole('button', { name: 'Add as Commenter' }).waitFor()

  const theirs = await enterAs(ida, `/workspace/tasks?workspaceId=${workspace}`)
  await theirs.page.getByRole('link', { name: 'Set it larger' }).click()
  const panel = theirs.page.getByRole('complementary', { name: 'Task' })
  await panel.getByText('From a review that you can’t open').waitFor()
  await expectAccessible(theirs.page, 'a task of a review that one cannot open')
  await panel.getByRole('button', { name: 'Request access' }).click()
  await panel.getByText('You’ve requested access.').waitFor()

  await page.goto(`/workspace/tasks?workspaceId=${workspace}`)
  await page.getByRole('link', { name: 'Set it larger' }).click()
  const own = page.getByRole('complementary', { name: 'Task' })
  await own.getByText('can’t open the review').waitFor()
  await own.getByRole('button', { name: 'Add as Commenter' }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('link', { name: /requested access to “Typography”/ }).click()
  const people = page.getByRole('dialog', { name: /Typography/ })
  await people.getByRole('button', { name: 'Add as Commenter: Ida Illustrator' }).waitFor()
  await expectAccessible(page, 'somebody asks for access')
  await people.getByRole('button', { name: 'Add as Commenter: Ida Illustrator' }).click()
  await people.getByRole('combobox', { name: 'Role of Ida Illustrator' }).waitFor()

  await comeBackUntil(theirs.page, panel.getByRole('link', { name: 'Open in review', exact: true }))
  await theirs.context.close()
  await page.context().close()
})
