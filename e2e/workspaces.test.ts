import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { enter } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { findInMail } from './mailbox.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

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
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await moveOverTheBoard(page)
  await fillInTask(page)
  await workWithColleague(page)
  await finishComments(page)
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

  await changeSeveral(page)

  // Without a line it waits, and goes when there is one again.
  await page.context().setOffline(true)
  await column(page, 'To do').getByRole('button', { name: 'More about #2' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  const waiting = page.getByRole('list', { name: 'Not sent yet' })
  await waiting.getByText('#2 moved to Done. Waiting to be sent.').waitFor()
  expect(await titlesIn(page, 'Done')).toEqual(['Second typeface'])
  await page.context().setOffline(false)
  await waiting.waitFor({ state: 'detached' })
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Second typeface': 'DONE' })
  await page.reload()
  await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Second typeface'])
}

/** Chosen by a key, changed and taken back together. */
async function changeSeveral(page: Page): Promise<void> {
  await column(page, 'To do').getByRole('link', { name: 'Second typeface' }).focus()
  for (const key of ['x', 'ArrowDown', 'Shift+X']) await page.keyboard.press(key)
  await page.getByText('2 tasks chosen').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'In review' }).waitFor()
  await expectAccessible(page, 'tasks chosen, their status asked')
  await page.keyboard.press('3')
  await page.getByText('2 tasks moved to In review.').waitFor()
  await expect.poll(() => titlesIn(page, 'In review')).toEqual(['Second typeface', 'Order proofs'])
  await page.keyboard.press('Control+z')
  await expect
    .poll(() => statusesAtTheServer(idOf(page)))
    .toMatchObject({ 'Second typeface': 'TODO', 'Order proofs': 'TODO' })
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Second typeface', 'Order proofs'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go from task to task').waitFor()
  await page.keyboard.press('Escape')
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
  await page.getByRole('button', { name: 'Status of #1: In progress' }).waitFor()
  await page.getByRole('button', { name: 'Assign #1' }).click()
  await page.getByRole('menu').getByRole('menuitem').nth(1).click()
  await page.getByText('#1 changed.').waitFor()
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

/** One comment by its key, the others from the board; done, their pins are resolved. */
async function finishComments(page: Page): Promise<void> {
  const board = page.url()
  const { png } = await makeJourneyFiles()
  const review = await publishFiles(studio, 'Autumn poster', [png])
  for (const [i, message] of ['Logo too small', 'Warmer red', 'Move the date up'].entries()) {
    const marker = { page: 1, shape: 'POINT', x: 0.2 + i * 0.2, y: 0.4 }
    await studio.call('POST', '/comment/api/v1', { file: review.files[0], type: 'MARKED', marker, message })
  }
  await page.goto(`/reviews/${review.id}`)
  const comments = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
  await comments
    .filter({ hasText: 'Logo too small' })
    .getByRole('button', { name: /^Comment 1/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Make a task' })
  // The key is heard once the room knows that its owner may resolve the comment.
  const askForTask = async () => {
    await page.keyboard.press('t')
    return dialog.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(askForTask, { timeout: 60_000 }).toBe(true)
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Logo too small')
  await expectAccessible(page, 'make a task')
  // Without a line it waits below its comment.
  await page.context().setOffline(true)
  await dialog.getByLabel('Title').press('Enter')
  await comments.getByText('Made a task here: Logo too small.').waitFor()
  await page.context().setOffline(false)
  await comments.getByRole('link', { name: '#5 To do' }).waitFor()

  await page.goto(board)
  await page.getByRole('button', { name: 'From a review…' }).click()
  await page.getByRole('button', { name: /^Autumn poster/ }).click()
  await page.getByText('Task #5 already').waitFor()
  await page.getByRole('checkbox', { name: 'Choose all 2' }).check()
  await expectAccessible(page, 'from a review')
  await page.getByRole('button', { name: 'Make 2 tasks' }).click()
  const made = ['Logo too small', 'Warmer red', 'Move the date up']
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Move the date up': 'TODO' })

  await page.goto(board.replace('&view=list', ''))
  for (const title of made) {
    await column(page, 'To do').getByRole('link', { name: title }).press('4')
    await column(page, 'Done').getByRole('link', { name: title }).waitFor()
  }
  await page.goto(`/reviews/${review.id}`)
  await page.getByText('All comments are resolved').waitFor()
  await page.goto(board)
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
