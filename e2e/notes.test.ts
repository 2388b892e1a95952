import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { newStudio, type Studio } from './studio.ts'

let browser: Browser
beforeAll(async () => void (browser = await launchChromium()))
afterAll(() => browser.close())

const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })

async function openNotes(own: Studio) {
  const person = await newPerson(browser, desktop)
  // A second tab begins with an empty page, which has no storage.
  person.allows("page error: Failed to read the 'localStorage'")
  await person.context.addInitScript((token) => localStorage.setItem('wingmark.token', token), own.token)
  const { result } = await own.call('POST', '/workspace/api/v1', { name: 'Autumn campaign' })
  const address = `/workspace/notes?workspaceId=${result._id}`
  await person.page.goto(address)
  return { ...person, address }
}

test('notes save automatically, and sync to another tab at once', async () => {
  const { page } = await openNotes(await newStudio())
  await page.getByText('Only you can see this').waitFor()
  await noteOf(page).fill('Ask Bo about the budget')
  await page.getByText('Saved', { exact: true }).waitFor()
  const note = noteOf(page)
  await note.pressSequentially(', today')
  await page.getByRole('button', { name: 'Tick box' }).click()
  await note.press('Enter')
  await note.pressSequentially('Read https://example.test/prices')
  await page.getByRole('link', { name: 'https://example.test/prices' }).waitFor()
  await page.getByRole('checkbox', { name: 'Ask Bo about the budget, today' }).click()
  await page.getByRole('checkbox', { name: 'Ask Bo about the budget, today', checked: true }).waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expectAccessible(page, 'notes')
  // Another tab has it at once, and finds it by a word.
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await tab.getByRole('button', { name: 'New note' }).click()
  await noteOf(tab).fill('A lamp for the studio')
  await page.getByRole('button', { name: /A lamp for the studio/ }).waitFor()
  await tab.getByLabel('Search your notes').fill('budg')
  await tab.getByRole('button', { name: /Ask Bo about the budget/ }).click()
  await tab.getByRole('button', { name: /A lamp/ }).waitFor({ state: 'detached' })
  await note.press('Control+End')
  await note.pressSequentially(', twice')
  await expect.poll(() => noteOf(tab).inputValue()).toContain('prices, twice')
  await tab.close()
  await note.press('Control+End')
  for (let n = 0; n < ', twice'.length; n++) await note.press('Backspace')
  await page.getByText('Saved', { exact: true }).waitFor()
  // A character deleted at once is announced, too.
  await note.press('!')
  await note.press('Backspace')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.reload()
  await expect
    .poll(() => noteOf(page).inputValue())
    .toBe('- [x] Ask Bo about the budget, today\n- [ ] Read https://example.test/prices')
})

test('a note changed in two tabs keeps both texts until one is chosen, across reloads and pages', async () => {
  const { page, context, address, allows } = await openNotes(await newStudio())
  allows('409 /workspace/api/v1/private-note/')
  await noteOf(page).fill('Start')
  await page.getByText('Saved', { exact: true }).waitFor()
  const tab = await context.newPage()
  await tab.goto(address)
  await expect.poll(() => noteOf(tab).inputValue()).toBe('Start')
  const changeBoth = async (mine: string, theirs: string) => {
    let send = () => {}
    const isHeld = new Promise<void>((done) => (send = done))
    await page.route('**/private-note/*', async (route) => {
      await isHeld
      await route.continue()
    })
    await noteOf(page).fill(mine)
    await noteOf(tab).fill(theirs)
    await tab.getByText('Saved', { exact: true }).waitFor()
    send()
    await conflict.waitFor()
    await page.unroute('**/private-note/*')
  }
  const conflict = page.getByText('This note was changed elsewhere')
  await changeBoth('Mine', 'Theirs')
  await page.reload()
  await conflict.waitFor()
  await expect.poll(() => noteOf(page).inputValue()).toBe('Mine')
  const links = page.getByRole('navigation', { name: 'Workspace' })
  await links.getByRole('link', { name: 'Tasks' }).click()
  await noteOf(page).waitFor({ state: 'detached' })
  await links.getByRole('link', { name: 'Notes' }).click()
  await conflict.waitFor()
  // Even if another note is newer, the unsaved one comes first, marked in the list.
  await page.getByRole('button', { name: 'New note' }).click()
  await noteOf(page).fill('A second one')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Theirs Not saved' }).waitFor()
  await page.reload()
  await conflict.waitFor()
  await expect.poll(() => noteOf(page).inputValue()).toBe('Mine')
  await expectAccessible(page, 'a note that was changed elsewhere')
  await page.getByRole('button', { name: 'Show other version' }).click()
  await page.getByRole('button', { name: 'Keep both' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => noteOf(tab).inputValue()).toBe('Theirs\n\nMine')

  await changeBoth('Mine again', 'Theirs again')
  await page.getByRole('button', { name: 'Show other version' }).click()
  await page.getByRole('button', { name: 'Use other version' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => noteOf(page).inputValue()).toBe('Theirs again')
})

test('a new unsaved note comes first after a reload', async () => {
  const { page, allows } = await openNotes(await newStudio())
  allows('net::ERR_FAILED /workspace/api/v1/private-note')
  await noteOf(page).fill('Saved once')
  await page.getByRole('button', { name: 'Saved once' }).waitFor()
  await page.route('**/private-note', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'New note' }).click()
  await noteOf(page).fill('Not yet')
  await page.getByText('Not saved. Your text is kept on this device.').waitFor()
  await page.getByRole('button', { name: 'Saved once' }).click()
  await page.getByRole('button', { name: 'Not yet Not saved' }).waitFor()
  await page.reload()
  await expect.poll(() => noteOf(page).inputValue()).toBe('Not yet')
  // The reload itself tries once more.
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/private-note')
  await again.click()
  await page.getByText('Saved', { exact: true }).waitFor()
})
