import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { enter } from './commented-review.ts'
import { findInMail } from './mailbox.ts'
import { newStudio, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
})
afterAll(() => browser.close())

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titlesIn = (page: Page, name: string) => column(page, name).locator('[data-task] a').allTextContents()
const idOf = (page: Page) => new URL(page.url()).searchParams.get('workspaceId') ?? ''

async function statusesAtTheServer(workspace: string): Promise<Record<string, string>> {
  const answer = await studio.call('GET', `/workspace/api/v1/task/user/${workspace}`)
  const { results } = answer as unknown as { results: { title: string; status: string }[] }
  return Object.fromEntries(results.map(({ title, status }) => [title, status]))
}

test('a workspace is made, its tasks go over the board, one is filled in, and notes keep themselves', async () => {
  const { page, context } = await newPerson(browser, desktop)
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await moveOverTheBoard(page)
  await fillInTask(page)
  await workWithColleague(page)
  await renameAndWriteNotes(page)
  expect(new URL(page.url()).pathname).toBe('/workspace/notes')
})

/** By keyboard, mouse and menu, and back by undo. */
async function moveOverTheBoard(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Workspaces' }).click()
  await page.getByRole('heading', { name: 'A place for the work behind the reviews' }).waitFor()
  await expectAccessible(page, 'workspaces, none')
  await page.getByLabel('Name of the workspace').fill('Autumn campaign')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Autumn campaign' }).waitFor()

  await page.getByRole('button', { name: 'New task in To do' }).click()
  for (const title of ['Larger logo', 'Second typeface', 'Order proofs']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Larger logo', 'Second typeface', 'Order proofs'])
  await column(page, 'To do').getByText('#3').waitFor()
  await expectAccessible(page, 'board')

  await column(page, 'To do').getByRole('link', { name: 'Larger logo' }).focus()
  for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Second typeface', 'Larger logo', 'Order proofs'])
  for (const key of ['m', 'ArrowRight', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
  await page.getByText('Put back.').waitFor()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.getByText('Laid down in In progress.').waitFor()
  expect(await titlesIn(page, 'In progress')).toEqual(['Larger logo'])
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Larger logo': 'IN_PROGRESS' })

  await column(page, 'To do')
    .getByText('Order proofs')
    .dragTo(column(page, 'In progress'), { targetPosition: { x: 90, y: 60 } })
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Order proofs': 'IN_PROGRESS' })
  expect(await titlesIn(page, 'To do')).toEqual(['Second typeface'])
  await page.getByText('#3 moved to In progress.').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Order proofs': 'TODO' })

  await column(page, 'To do').getByRole('button', { name: 'More about #2' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Second typeface'])
  await page.reload()
  await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Second typeface'])
}

async function fillInTask(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Larger logo' }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  await task.getByLabel('Description').fill('Twice as large.')
  await task.getByLabel('Due').fill('2031-03-01')
  await task.getByLabel('New subtask').fill('Ask for the vector file')
  await page.keyboard.press('Enter')
  await task.getByText('Subtasks 0/1').waitFor()
  await task.getByRole('checkbox', { name: 'Ask for the vector file, done' }).click()
  await task.getByText('Subtasks 1/1').waitFor()
  await task.getByRole('textbox', { name: 'Write something' }).fill('Is the vector file there?')
  await page.keyboard.press('Control+Enter')
  await task.getByRole('listitem').getByText('Is the vector file there?').waitFor()
  await task.getByText('made it due on 1 Mar 2031').waitFor()
  await expectAccessible(page, 'task')
  await task.getByRole('button', { name: 'Close the task' }).click()
  await column(page, 'In progress').getByText('1 Mar 2031').waitFor()
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('region', { name: 'In progress' }).getByRole('link', { name: 'Larger logo' }).waitFor()
  await expectAccessible(page, 'list')
}

/** Invited by mail, comes in, and what they move is seen at once. */
async function workWithColleague(page: Page): Promise<void> {
  const colleague = await newStudio()
  const address = (await colleague.call('GET', '/user/api/v1/profile')).result as unknown as {
    user: { email: string }
  }
  const { email } = address.user
  await page.getByRole('button', { name: 'People and invitations' }).click()
  const dialog = page.getByRole('dialog', { name: 'People in “Autumn campaign”' })
  await dialog.getByLabel('Invite by email').fill(email)
  await dialog.getByLabel('As', { exact: true }).selectOption('EDITOR')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByText('invited just now by').waitFor()
  await expectAccessible(page, 'people of a workspace')
  await dialog.getByLabel('Invite by email').press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  const path = await findInMail(email, /(\/invite\/workspace\?token=[\w-]+)/)
  const { page: theirs } = await enter(browser, colleague, path)
  await theirs.getByRole('heading', { name: 'You are invited to a workspace' }).waitFor()
  await expectAccessible(theirs, 'invitation to a workspace')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('heading', { name: 'Autumn campaign' }).waitFor()
  await page.getByText('2 here').waitFor()

  const links = theirs.getByRole('navigation', { name: 'Workspace' })
  await links.getByRole('link', { name: 'Tasks' }).click()
  await column(theirs, 'In progress').getByRole('link', { name: 'Larger logo' }).focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await theirs.keyboard.press(key)
  await page.getByRole('region', { name: 'In review' }).getByRole('link', { name: 'Larger logo' }).waitFor()
}

async function renameAndWriteNotes(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Workspace' })
  await links.getByRole('link', { name: 'Details' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Winter campaign')
  await page.keyboard.press('Enter')
  await page.getByText('Workspace name updated successfully').waitFor()
  await page.getByRole('heading', { name: 'Winter campaign' }).waitFor()
  await expectAccessible(page, 'details')
  await links.getByRole('link', { name: 'Activities' }).click()
  await page.getByText('renamed the workspace to “Winter campaign”').waitFor()
  await links.getByRole('link', { name: 'Notes' }).click()
  await page.getByText('Only you can see this').waitFor()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask Bo about the budget')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially(', today')
  await page.getByText('Saved', { exact: true }).waitFor()
  await expectAccessible(page, 'notes')
  await page.reload()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue())
    .toBe('Ask Bo about the budget, today')
}
