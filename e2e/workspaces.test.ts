import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, expectWholeCharacters, newPerson, phone, readOnPaper } from './browser.ts'
import { enter } from './commented-review.ts'
import { compose, menuHasFocus, sendKey, tabTo } from './keyboard.ts'
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

type Known = { _id: string; title: string; status: string }

async function tasksAtTheServer(workspace: string, by = studio): Promise<Known[]> {
  const answer = await by.call('GET', `/workspace/api/v1/task/user/${workspace}?limit=100`)
  return (answer as unknown as { results: Known[] }).results
}

async function changeAtTheServer(page: Page, name: string, change: object): Promise<void> {
  const found = (await tasksAtTheServer(idOf(page))).find(({ title }) => title === name)
  await studio.call('PATCH', `/workspace/api/v1/task/${found?._id}`, change)
}

const statusesAtTheServer = async (workspace: string, by = studio): Promise<Record<string, string>> =>
  Object.fromEntries((await tasksAtTheServer(workspace, by)).map(({ title, status }) => [title, status]))

test('a workspace is created, its tasks move over the board, one is filled in, and a colleague moves them', async () => {
  const { page, context, allows } = await newPerson(browser, desktop)
  allows(
    'net::ERR_INTERNET_DISCONNECTED /',
    '409 /workspace/api/v1/task/',
    // A name that is taken.
    '422 /workspace/api/v1/label/',
  )
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await moveOverTheBoard(page)
  await fillInTask(page)
  await workWithColleague(page)
  expect(new URL(page.url()).pathname).toBe('/workspace/tasks')
})

test('twelve comments become tasks that resolve their pins once done', async () => {
  const own = await newStudio()
  const { page, context, allows } = await newPerson(browser, desktop)
  allows('net::ERR_INTERNET_DISCONNECTED /')
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), own.token)
  const { result } = await own.call('POST', '/workspace/api/v1', { name: 'Autumn campaign' })
  await page.goto(`/workspace/tasks?workspaceId=${result._id}`)
  await finishComments(page, own)
  await renameWorkspace(page)
  expect(new URL(page.url()).pathname).toBe('/workspace/activities')
})

/** By keyboard, mouse and menu, and back by undo. */
async function moveOverTheBoard(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  await page.getByRole('heading', { name: 'A place for the work behind the reviews' }).waitFor()
  await expectAccessible(page, 'workspaces, none')
  await page.getByLabel('Workspace name').fill('Autumn campaign')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Autumn campaign' }).waitFor()

  await page.getByRole('button', { name: 'New task in To do' }).click()
  for (const title of ['Larger logo', 'Second typeface', 'Order proofs']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await column(page, 'To do').getByText('#3').waitFor()
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Order proofs', 'Second typeface', 'Larger logo'])
  await column(page, 'To do').getByRole('link', { name: 'Larger logo' }).press('2')
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Larger logo': 'IN_PROGRESS' })

  await column(page, 'To do')
    .getByText('Order proofs')
    .dragTo(column(page, 'In progress'), { targetPosition: { x: 90, y: 60 } })
  await page.getByText('#3 moved to In progress').waitFor()
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Second typeface'])
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Order proofs': 'IN_PROGRESS' })
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Order proofs': 'TODO' })

  // Offline it waits, and goes when back online.
  await page.context().setOffline(true)
  await column(page, 'To do').getByRole('button', { name: 'Actions for #2' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  const waiting = page.getByRole('list', { name: 'Not sent yet' })
  await waiting.getByText('#2 moved to Done. Waiting to be sent.').waitFor()
  await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Second typeface'])
  // A task created meanwhile can be changed before the server has it.
  await page.getByRole('button', { name: 'New task in To do' }).click()
  await page.keyboard.type('Call the printer')
  await page.keyboard.press('Enter')
  await waiting.getByText('“Call the printer” created. Waiting to be sent.').waitFor()
  await page.keyboard.press('Escape')
  await column(page, 'To do').getByRole('link', { name: 'Call the printer' }).press('2')
  await waiting.getByText('“Call the printer” moved to In progress. Waiting to be sent.').waitFor()
  await expect.poll(() => titlesIn(page, 'In progress')).toContain('Call the printer')
  // Text waits too; if someone else changed it meanwhile, both show.
  const task = (await tasksAtTheServer(idOf(page))).find(({ title }) => title === 'Order proofs')
  await column(page, 'To do').getByRole('link', { name: 'Order proofs' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByLabel('Title').fill('Order ten proofs')
  await panel.getByLabel('Description').fill('On thick paper.')
  await panel.getByLabel('Title').focus()
  await waiting.getByText('The description of #3 changed. Waiting to be sent.').waitFor()
  await panel.getByRole('button', { name: 'Close task' }).click()
  // So does a move, which asks if someone moved it elsewhere meanwhile; two of them go as one.
  await column(page, 'In progress').getByRole('link', { name: 'Larger logo' }).press('3')
  await column(page, 'In review').getByRole('link', { name: 'Larger logo' }).press('4')
  await waiting.getByText('#1 moved to Done. Waiting to be sent.').waitFor()
  await studio.call('PATCH', `/workspace/api/v1/task/${task?._id}`, { title: 'Order two proofs' })
  const logo = (await tasksAtTheServer(idOf(page))).find(({ title }) => title === 'Larger logo')
  const moveLogo = (status: string) =>
    studio.call('PATCH', `/workspace/api/v1/task/change-status/${logo?._id}`, { status })
  await moveLogo('CANCELLED')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Leave in Cancelled' }).waitFor()
  await page.getByRole('button', { name: 'Move to Done' }).click()
  await expect.poll(() => statusesAtTheServer(idOf(page))).toMatchObject({ 'Larger logo': 'DONE' })
  await moveLogo('IN_PROGRESS')
  await page.getByText('Someone else has changed the title of #3').waitFor()
  await expectAccessible(page, 'words that came late')
  await page.getByRole('definition').filter({ hasText: 'Order two proofs' }).waitFor()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await waiting.waitFor({ state: 'detached' })
  await expect
    .poll(() => statusesAtTheServer(idOf(page)))
    .toMatchObject({
      'Second typeface': 'DONE',
      'Call the printer': 'IN_PROGRESS',
      'Order ten proofs': 'TODO',
    })
  await page.reload()
  await expect.poll(() => titlesIn(page, 'Done')).toEqual(['Second typeface'])
}

async function fillInTask(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Larger logo' }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  await task.getByLabel('Description').fill('Twice as large.')
  await task.getByLabel('New subtask').fill('Ask for the vector file')
  await page.keyboard.press('Enter')
  await task.getByText('Subtasks 0/1').waitFor()
  await task.getByRole('checkbox', { name: 'Ask for the vector file, done' }).click()
  await task.getByText('Subtasks 1/1').waitFor()
  // A task's event while a new one is sent takes it neither off the list nor out of the hand.
  const answer = Promise.withResolvers<void>()
  await page.route('**/workspace/api/v1/task', (route) => answer.promise.then(() => route.continue()), {
    times: 1,
  })
  await task.getByLabel('New subtask').fill('Trace it again')
  await page.keyboard.press('Enter')
  await task.getByRole('link', { name: 'Trace it again' }).focus()
  await page.keyboard.press('m')
  await changeAtTheServer(page, 'Larger logo', { description: 'Three times as large.' })
  await changeAtTheServer(page, 'Call the printer', { title: 'Call the printers' })
  await column(page, 'In progress').getByRole('link', { name: 'Call the printers' }).waitFor()
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key)
  await page.getByText('Dropped.').waitFor()
  const parts = task.getByRole('region', { name: 'Subtasks' }).locator('li a')
  const inOrder = ['Trace it again', 'Ask for the vector file']
  await expect.poll(() => parts.allTextContents()).toEqual(inOrder)
  answer.resolve()
  await task
    .getByRole('listitem')
    .filter({ hasText: /^Trace it again#\d/ })
    .waitFor()
  await expect.poll(() => parts.allTextContents()).toEqual(inOrder)
  const open = page.url()
  await task.getByRole('link', { name: 'Show on board' }).click()
  await column(page, 'Done').getByRole('link', { name: 'Ask for the vector file' }).waitFor()
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Trace it again'])
  await page.getByRole('button', { name: 'Subtasks of #1: show all tasks' }).click()
  await column(page, 'In progress').getByRole('link', { name: 'Larger logo' }).waitFor()
  await page.goto(open)
  await task.getByText('Subtasks 1/2').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('due in a')
  await page.getByRole('group', { name: 'Task #1' }).getByRole('option', { name: 'Due in a week' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('#1 changed').last().waitFor()
  await task.getByLabel('Due').fill('2031-03-01')
  await task.getByRole('textbox', { name: 'Write something' }).fill('Is the vector file there?')
  await page.keyboard.press('Control+Enter')
  await task.getByRole('listitem').getByText('Is the vector file there?').waitFor()
  await task.getByRole('button', { name: 'Edit comment' }).click()
  await task.getByRole('textbox', { name: 'Edit message' }).fill('Where is the vector file?')
  await page.keyboard.press('Control+Enter')
  await task
    .getByRole('listitem')
    .filter({ hasText: 'edited' })
    .getByText('Where is the vector file?')
    .waitFor()
  await task.getByText('set the due date to 1 Mar 2031').waitFor()
  await task.getByText('1 Mar 2031', { exact: true }).waitFor()
  await labelTask(page, task)
  await expectAccessible(page, 'task')
  await task.getByRole('button', { name: 'Close task' }).click()
  await column(page, 'In progress').getByText('1 Mar 2031').waitFor()
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('region', { name: 'In progress' }).getByRole('link', { name: 'Larger logo' }).waitFor()
  await page.getByRole('button', { name: 'Status of #1: In progress' }).waitFor()
  await page.getByRole('button', { name: 'Assign #1' }).click()
  await page.getByRole('menu').getByRole('menuitem').nth(1).click()
  await page.getByText('#1 changed').last().waitFor()
  await expectAccessible(page, 'list')
}

/** A label is created, set offline, deleted, and restored by Undo; so is a priority. */
async function labelTask(page: Page, task: Locator): Promise<void> {
  await task.getByRole('button', { name: 'Labels: none' }).click()
  await page.getByRole('menuitem', { name: 'Create labels…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByLabel('Name of the new label').fill('Print')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name of the label Print').waitFor()
  await dialog.getByLabel('Name of the new label').fill('print')
  await page.keyboard.press('Enter')
  await dialog.getByText('There’s already a label with this name.').waitFor()
  await expectAccessible(page, 'labels')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.context().setOffline(true)
  await task.getByLabel('Priority').selectOption('Urgent')
  await task.getByRole('button', { name: 'Labels: none' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Print' }).click()
  await page.keyboard.press('Escape')
  const waiting = page.getByRole('list', { name: 'Not sent yet' })
  await waiting.getByText('#1 changed. Waiting to be sent.').nth(1).waitFor()
  const card = page.locator('[data-task]').filter({ has: page.getByRole('link', { name: 'Larger logo' }) })
  await card.getByText('Print').waitFor()
  await page.context().setOffline(false)
  await waiting.waitFor({ state: 'detached' })
  await task.getByText('added the label Print').waitFor()
  await task.getByText('set the priority to Urgent').waitFor()

  await task.getByRole('button', { name: 'Labels: Print' }).click()
  await page.getByRole('menuitem', { name: 'Edit labels…' }).click()
  await dialog.getByRole('button', { name: 'Delete the label Print' }).click()
  await page.keyboard.press('Escape')
  await card.getByText('Print').waitFor({ state: 'detached' })
  const deleted = page.getByRole('alert').filter({ hasText: /Label .+ deleted/ })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await card.getByText('Print').waitFor()
  await page.getByLabel('Label', { exact: true }).selectOption('Print')
  await expect.poll(() => titlesIn(page, 'To do')).toEqual([])
  await card.getByText('Urgent').waitFor()
  await page.getByLabel('Label', { exact: true }).selectOption('Any label')
}

/** Invited by email, a colleague joins, and their moves show at once. */
async function workWithColleague(page: Page): Promise<void> {
  const colleague = await newStudio()
  const address = (await colleague.call('GET', '/user/api/v1/profile')).result as unknown as {
    user: { email: string }
  }
  const { email } = address.user
  await page.getByRole('button', { name: 'People and invitations' }).click()
  const dialog = page.getByRole('dialog', { name: 'People in “Autumn campaign”' })
  await dialog.getByLabel('Invite by email').fill(email)
  await dialog.getByLabel('Role', { exact: true }).selectOption('EDITOR')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByText('invited just now by').waitFor()
  await expectAccessible(page, 'people of a workspace')
  await dialog.getByLabel('Invite by email').press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  const path = await findInMail(email, /(\/invite\/workspace\?token=[\w-]+)/)
  const { page: theirs } = await enter(browser, colleague, path)
  await theirs.getByRole('heading', { name: 'You’re invited to a workspace' }).waitFor()
  await expectAccessible(theirs, 'invitation to a workspace')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByRole('heading', { name: 'Autumn campaign' }).waitFor()
  await page.getByText('2 here').waitFor()

  const links = theirs.getByRole('navigation', { name: 'Workspace' })
  await links.getByRole('link', { name: 'Tasks' }).click()
  await column(theirs, 'In progress').getByRole('link', { name: 'Larger logo' }).focus()
  // What others move glides, unless the user wants less motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByText('Board', { exact: true }).click()
  await column(page, 'In progress').getByRole('link', { name: 'Larger logo' }).waitFor()
  await page.evaluate(recordMotion)
  for (const key of ['m', 'ArrowRight', 'Enter']) await theirs.keyboard.press(key)
  await column(page, 'In review').getByRole('link', { name: 'Larger logo' }).waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('motion'))).toBe('150')
  await theirs.context().close()
  await connectAgain(page, colleague)
}

/** In the page: the longest animation by a script. */
function recordMotion() {
  const { animate } = Element.prototype
  Element.prototype.animate = function (frames, how) {
    sessionStorage.setItem('motion', String(typeof how === 'object' ? how.duration : how))
    return animate.call(this, frames, how)
  }
}

/** The creator of a comment's task left the review: another member connects the two, and undoes that. */
async function connectAgain(page: Page, colleague: Studio): Promise<void> {
  const workspace = idOf(page)
  const { png } = await makeJourneyFiles()
  const { id, files } = await publishFiles(studio, 'Autumn flyer', [png])
  const link = { name: 'Colleagues', access: 'COMMENT' }
  const { shareCode } = (await studio.call('POST', `/review/api/v1/share-link/${id}`, link)).result
  await colleague.call('PATCH', '/review/api/v1/join-review', { shareCode })
  const words = { file: files[0], type: 'GENERAL', message: 'Fold it once' }
  const { result: comment } = await colleague.call('POST', '/comment/api/v1', words)
  const { result: task } = await colleague.call('POST', '/workspace/api/v1/task', {
    workspace,
    comment: comment._id,
  })
  const { result: me } = await colleague.call('GET', '/user/api/v1/profile')
  const { _id: memberId } = me.user as unknown as { _id: string }
  await studio.call('DELETE', `/review/api/v1/members/${id}/${memberId}`)
  await studio.call('PATCH', `/workspace/api/v1/task/change-status/${task._id}`, { status: 'DONE' })

  const statusOf = async () => (await studio.call('GET', `/comment/api/v1/${comment._id}`)).result.status
  await page.goto(`/workspace/tasks?workspaceId=${workspace}&task=${task._id}`)
  const apart = page.getByRole('region', { name: 'From the review' }).getByText('No longer connected')
  await apart.waitFor()
  await page.getByRole('button', { name: 'Reconnect' }).click()
  await apart.waitFor({ state: 'detached' })
  await expect.poll(statusOf).toBe('RESOLVED')
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await apart.waitFor()
  await expect.poll(statusOf).toBe('OPEN')
}

/** Three of a poster's twelve comments become tasks by key, the others from the board. Done tasks resolve their pins. */
async function finishComments(page: Page, own: Studio): Promise<void> {
  const board = page.url()
  const { png } = await makeJourneyFiles()
  const review = await publishFiles(own, 'Autumn poster', [png])
  const byKey = ['Logo too small', 'Warmer red', 'Move the date up']
  const said = [...byKey, ...Array.from({ length: 9 }, (_, n) => `Wish ${n + 1}`)]
  for (const [i, message] of said.entries()) {
    const marker = { page: 1, shape: 'POINT', x: 0.2 + (i % 4) * 0.2, y: 0.2 + Math.floor(i / 4) * 0.3 }
    await own.call('POST', '/comment/api/v1', { file: review.files[0], type: 'MARKED', marker, message })
  }
  const { page: client } = await newPerson(browser, phone)
  await client.goto(review.link)
  await client.getByRole('button', { name: /^Comments, / }).click()
  await client.getByRole('button', { name: /^Open 12/ }).waitFor()
  await page.goto(`/reviews/${review.id}`)
  await makeTasksByKey(page, byKey)

  await page.goto(board)
  await page.getByRole('button', { name: 'From a review…' }).click()
  await page.getByRole('button', { name: /^Autumn poster/ }).waitFor()
  await expectWholeCharacters(page, 'reviews to make tasks of')
  await page.getByRole('button', { name: /^Autumn poster/ }).click()
  await page.getByText('Already task #1').waitFor()
  await page.getByRole('checkbox', { name: 'Select all 9' }).check()
  await expectAccessible(page, 'from a review')
  await page.getByRole('button', { name: 'Create 9 tasks' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => statusesAtTheServer(idOf(page), own)).toMatchObject({ 'Wish 9': 'TODO' })

  await page.goto(board)
  await column(page, 'To do').getByRole('link', { name: 'Wish 1' }).press('x')
  await column(page, 'To do').getByRole('link', { name: 'Wish 9' }).press('Shift+X')
  await page.getByText('9 tasks selected').waitFor()
  // The key for 4 on a French layout.
  await sendKey(page, { key: "'", code: 'Digit4' })
  await page.getByText('9 tasks moved to Done').waitFor()
  // The client sees it at once, by the live stream.
  await client.getByRole('button', { name: /^Resolved 9/ }).waitFor()
  await client.getByRole('button', { name: /^Open 3/ }).waitFor()
  await page.keyboard.press('Escape')
  // A page that closes before its changes are sent loses none: the next one sends them.
  await page.route('**/workspace/api/v1/task/change-status/*', () => {}, { times: 1 })
  for (const title of byKey) {
    await column(page, 'To do').getByRole('link', { name: title }).press('4')
    await column(page, 'Done').getByRole('link', { name: title }).waitFor()
  }
  await page.goto(`/reviews/${review.id}`)
  await page.getByText('All comments are resolved').waitFor()
  await client.getByText('All comments are resolved').waitFor()
  await client.getByRole('button', { name: /^Resolved 12/ }).waitFor()
  await client.context().close()
  await page.goto(board)
}

async function makeTasksByKey(page: Page, titles: readonly string[]): Promise<void> {
  const comments = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
  const dialog = page.getByRole('dialog', { name: 'Create task' })
  for (const [n, title] of titles.entries()) {
    await comments.getByRole('button', { name: new RegExp(` · Comment ${n + 1} `) }).click()
    // The key works once the room knows that its owner may resolve the comment.
    await page
      .locator('li[data-selected="true"]')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Resolve' })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('t')
    await dialog.waitFor()
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe(title)
    if (n === 0) {
      await expectAccessible(page, 'create a task')
      // Offline it waits below its comment.
      await page.context().setOffline(true)
    }
    await dialog.getByLabel('Title').press('Enter')
    if (n === 0) {
      await comments.getByText(`Task created on this device: ${title}.`).waitFor()
      await page.context().setOffline(false)
    }
    await dialog.waitFor({ state: 'detached' })
    await comments.getByRole('link', { name: `#${n + 1} To do` }).waitFor()
  }
}

async function renameWorkspace(page: Page): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Workspace' })
  await links.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Winter campaign')
  await page.keyboard.press('Enter')
  await page.getByText('Workspace name updated successfully').waitFor()
  await page.getByRole('heading', { name: 'Winter campaign' }).waitFor()
  await expectAccessible(page, 'details')
  await links.getByRole('link', { name: 'Activities' }).click()
  await page.getByText('renamed the workspace to “Winter campaign”').waitFor()
  await page.getByTitle('Link to this activity').last().click()
  await page.locator('[data-linked]').waitFor()
}

test('a day’s work takes only the keyboard', async () => {
  const own = await newStudio()
  const { page } = await newPerson(browser, desktop)
  await page.addInitScript(countPresses)
  await page.addInitScript((token) => localStorage.setItem('wingmark.token', token), own.token)
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await goTo(page, 'workspaces')
  await page.getByRole('heading', { name: 'A place for the work behind the reviews' }).waitFor()
  await tabTo(page, 'Workspace name')
  await page.keyboard.type('Winter fair')
  await page.keyboard.press('Enter')
  await page.locator('h1:focus').filter({ hasText: 'Winter fair' }).waitFor()
  const workspace = idOf(page)

  await page.getByRole('button', { name: 'New task in To do' }).waitFor()
  await sendKey(page, { key: 'с', code: 'KeyC' })
  await newTaskHasFocus(page)
  await compose(page, 'ねこ', 'Enter')
  await page.keyboard.press('Control+a')
  for (const title of ['Order proofs', 'Second typeface', 'Larger logo']) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Larger logo', 'Second typeface', 'Order proofs'])
  await column(page, 'To do').getByText('#3').waitFor()
  await page.locator('[data-new]:focus').waitFor()
  await expectAccessible(page, 'board')
  await liftAndLayDown(page, workspace, own)
  await changeSeveral(page, workspace, own)

  await onCard(page, 'Larger logo').waitFor()
  await page.keyboard.press('d')
  await page.locator('[aria-label="Due"] input:focus').waitFor()
  await page.keyboard.type('03012031')
  await page.keyboard.press('Enter')
  await column(page, 'In progress').getByText('1 Mar 2031').waitFor()
  await onCard(page, 'Larger logo').waitFor()
  await page.keyboard.press('a')
  await menuHasFocus(page)
  // Its first letter selects it, wherever in the menu the focus is.
  await page.keyboard.press('o')
  await page.keyboard.press('Enter')
  await column(page, 'In progress').getByText('Assigned to Olga Owner').waitFor()

  await onCard(page, 'Larger logo').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('aside[aria-label="Task"]:focus').waitFor()
  const task = page.getByRole('complementary', { name: 'Task' })
  for (const name of ['Title', 'Description', 'New subtask', 'Write something']) {
    await task.getByRole('textbox', { name }).focus()
    await compose(page, 'ねこ', 'Escape')
  }
  await task.getByRole('textbox', { name: 'Title' }).focus()
  await tabTo(page, 'Description')
  await page.keyboard.type('Twice as large.')
  await tabTo(page, 'New subtask')
  await page.keyboard.type('Ask for the vector file')
  await page.keyboard.press('Enter')
  await task.getByText('Subtasks 0/1').waitFor()
  await page.keyboard.press('Escape')
  await task.waitFor({ state: 'detached' })
  await onCard(page, 'Larger logo').waitFor()
  await page.keyboard.press('4')
  await page.getByText('Complete 1 subtask too').waitFor()

  await goTo(page, 'open notes')
  await page.getByText('Only you can see this').waitFor()
  for (const name of ['Notes', 'Tick box', 'Note']) await tabTo(page, name)
  await page.keyboard.type('Ask Bo about the budget')
  await page.getByText('Saved', { exact: true }).waitFor()
  await goTo(page, 'new task')
  await newTaskHasFocus(page)
  await page.keyboard.type('Fold the flyers')
  await page.keyboard.press('Enter')
  await column(page, 'To do').getByRole('link', { name: 'Fold the flyers' }).waitFor()
  // On the same page, too; of several workspaces the last one is offered, else one chooses.
  await own.call('POST', '/workspace/api/v1', { name: 'Spring market' })
  await page.evaluate(() => localStorage.removeItem('wingmark.task-workspace'))
  await page.reload()
  await page.getByRole('button', { name: 'New task in To do' }).waitFor()
  await goTo(page, 'new task in winter')
  await newTaskHasFocus(page)
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  await page.evaluate(() => localStorage.removeItem('wingmark.task-workspace'))
  await goTo(page, 'new task', 'New task…')
  await page.getByRole('option', { name: 'New task in Winter fair' }).waitFor()
  await page.getByRole('option', { name: 'New task in Spring market', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Spring market' }).waitFor()
  await newTaskHasFocus(page)
  await goTo(page, 'larger logo', '#3 larger logo')
  await task.getByText('Larger logo').waitFor()
  await expect.poll(() => statusesAtTheServer(workspace, own)).toMatchObject({ 'Larger logo': 'DONE' })
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('presses'))).toBe(null)
})

/** The field of a note, left a moment ago, is a text area too. */
const newTaskHasFocus = (page: Page) =>
  page.locator('textarea[aria-label^="Title of the new task"]:focus').waitFor()

/** In the page: whether anything but a key was used, including on former pages. */
function countPresses() {
  window.addEventListener('pointerdown', () => sessionStorage.setItem('presses', 'some'), true)
}

const onCard = (page: Page, title: string) => page.locator('[data-task] a:focus').filter({ hasText: title })

/** By the palette's first offer. */
async function goTo(page: Page, words: string, name = words): Promise<void> {
  // On a Greek layout.
  await sendKey(page, { key: 'κ', code: 'KeyK', ctrlKey: true })
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.focus()
  await compose(page, 'ねこ', 'Escape')
  await field.fill(words)
  const first = page.locator('[role="option"][aria-selected="true"]')
  await first.filter({ hasText: new RegExp(`^${name}`, 'i') }).waitFor()
  await page.keyboard.press('Enter')
}

/** Presses keys without a frame between them. */
async function pressInOneFrame(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const key of all) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(press)
      await Promise.resolve()
    }
  }, keys)
}

async function liftAndLayDown(page: Page, workspace: string, by: Studio): Promise<void> {
  // From anywhere on the page.
  await page.keyboard.press('j')
  await onCard(page, 'Larger logo').waitFor()
  for (const key of ['j', 'ArrowDown']) await page.keyboard.press(key)
  await onCard(page, 'Order proofs').waitFor()
  for (const key of ['k', 'ArrowUp']) await page.keyboard.press(key)
  await onCard(page, 'Larger logo').waitFor()
  // Lifted again before the frame that would drop it.
  await pressInOneFrame(page, ['m', 'ArrowDown', 'Enter', 'm'])
  for (const key of ['ArrowRight', 'ArrowRight', 'Escape']) await page.keyboard.press(key)
  await page.getByText('Move cancelled.').waitFor()
  await onCard(page, 'Larger logo').waitFor()
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Second typeface', 'Larger logo', 'Order proofs'])
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.getByText('Dropped in In progress.').waitFor()
  await expect.poll(() => titlesIn(page, 'In progress')).toEqual(['Larger logo'])
  await expect.poll(() => statusesAtTheServer(workspace, by)).toMatchObject({ 'Larger logo': 'IN_PROGRESS' })
}

/** Selected by key, changed and undone together. */
async function changeSeveral(page: Page, workspace: string, by: Studio): Promise<void> {
  await onCard(page, 'Larger logo').waitFor()
  await page.keyboard.press('ArrowLeft')
  await onCard(page, 'Second typeface').waitFor()
  for (const key of ['x', 'ArrowDown', 'Shift+X']) await page.keyboard.press(key)
  await page.getByText('2 tasks selected').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'In review' }).waitFor()
  await expectAccessible(page, 'tasks selected, their status asked')
  await page.keyboard.press('3')
  await page.getByText('2 tasks moved to In review').waitFor()
  await expect.poll(() => titlesIn(page, 'In review')).toEqual(['Second typeface', 'Order proofs'])
  // With CapsLock, on a Russian layout.
  await sendKey(page, { key: 'Я', code: 'KeyZ', ctrlKey: true })
  await expect
    .poll(() => statusesAtTheServer(workspace, by))
    .toMatchObject({ 'Second typeface': 'TODO', 'Order proofs': 'TODO' })
  await expect.poll(() => titlesIn(page, 'To do')).toEqual(['Second typeface', 'Order proofs'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Go from task to task').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
}

test('someone new is invited, works by touch, changes forty at once, and keeps their notes after leaving', async () => {
  const workspace = (await studio.call('POST', '/workspace/api/v1', { name: 'Spring fair' })).result._id ?? ''
  for (let n = 1; n <= 40; n++)
    await studio.call('POST', '/workspace/api/v1/task', { workspace, title: `Sign ${n}` })
  const email = `${crypto.randomUUID()}@example.com`
  await studio.call('PATCH', `/workspace/api/v1/sent-invitation/${workspace}`, { email, role: 'EDITOR' })
  const small = { width: 360, height: 740 }
  const theirs = await newPerson(browser, small)
  theirs.allows(
    '404 /workspace/api/v1/looked/',
    `404 /workspace/api/v1/${workspace}`,
    `404 /live/api/v1/workspace/${workspace}`,
  )
  await signUpAndAccept(theirs.page, email)
  const board = `/workspace/tasks?workspaceId=${workspace}`
  await theirs.page.goto(board)
  // A long column renders only near cards, and each says its position.
  const places = (name: string) =>
    theirs.page.locator('[data-task]').filter({ has: theirs.page.getByRole('link', { name, exact: true }) })
  await places('Sign 2').waitFor()
  await expect.poll(() => theirs.page.locator('[data-task]').count()).toBeLessThan(40)
  await expect.poll(() => places('Sign 2').getAttribute('aria-posinset')).toBe('2')
  await expect.poll(() => places('Sign 2').getAttribute('aria-setsize')).toBe('40')
  const paper = await readOnPaper(theirs.page)
  expect(paper.match(/Sign \d+/g)).toEqual(Array.from({ length: 40 }, (_, n) => `Sign ${n + 1}`))
  expect(paper).toMatch(/^Spring fair\s+To do \(40\)/)
  // The next column's visible part is enough. The browser itself starts the drag by a long press.
  await places('Sign 2').dragTo(column(theirs.page, 'In progress'), { targetPosition: { x: 12, y: 60 } })
  await column(theirs.page, 'In progress').getByRole('link', { name: 'Sign 2' }).tap()
  const panel = theirs.page.getByRole('complementary', { name: 'Task' })
  await panel.getByLabel('New subtask').fill('Measure the wall')
  await panel.getByLabel('New subtask').press('Enter')
  await panel.getByRole('checkbox', { name: 'Measure the wall, done' }).tap()
  await panel.getByText('Subtasks 1/1').waitFor()
  await expectAccessible(theirs.page, 'task at 360 px')

  const { page } = await enter(browser, studio, '/workspaces')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Spring fair' })
    .getByRole('link', { name: /new$/ })
    .waitFor()
  await expectAccessible(page, 'workspaces, one with news')
  await page.goto(board)
  await scrollColumn(page)
  await undoFortyButOne(page, theirs.page, workspace)
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Spring fair' })
  await card.getByText('Owner · updated').waitFor()
  await expect.poll(() => card.getByRole('link', { name: /new$/ }).count()).toBe(0)

  await theirs.page.goto(`/workspace/notes?workspaceId=${workspace}`)
  await theirs.page.getByRole('textbox', { name: 'Note', exact: true }).fill('What I learnt here')
  await theirs.page.getByText('Saved', { exact: true }).waitFor()
  await theirs.page.getByRole('button', { name: 'Actions for this workspace' }).tap()
  await theirs.page.getByRole('menuitem', { name: 'Leave workspace' }).tap()
  await theirs.page.getByRole('heading', { name: 'Your notes' }).waitFor()
  await expect
    .poll(() => theirs.page.getByRole('textbox', { name: 'Note', exact: true }).inputValue())
    .toBe('What I learnt here')
  await expectAccessible(theirs.page, 'notes of a workspace that was left')
})

async function signUpAndAccept(page: Page, email: string): Promise<void> {
  await page.goto(await findInMail(email, /(\/invite\/workspace\?token=[\w-]+)/))
  await page.getByRole('link', { name: 'Create an account' }).tap()
  await page.getByLabel('Name').fill('Nina New')
  for (const label of ['Password', 'Repeat password'])
    await page.getByLabel(label, { exact: true }).fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Accept' }).tap()
  await page.getByRole('heading', { name: 'Spring fair' }).waitFor()
}

/** Its heading and the field of a new task stay in sight; the open task lies over the board. */
async function scrollColumn(page: Page): Promise<void> {
  const toDo = column(page, 'To do')
  await toDo.getByRole('link', { name: 'Sign 1', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await onCard(page, 'Sign 1').waitFor()
  const width = () => toDo.evaluate((element) => element.getBoundingClientRect().width)
  const before = await width()
  await page.keyboard.press('Enter')
  await page.locator('aside[aria-label="Task"]:focus').waitFor()
  await expect.poll(async () => Math.abs((await width()) - before)).toBeLessThan(4)
  await page.keyboard.press('Escape')
  await onCard(page, 'Sign 1').waitFor()
  for (let n = 0; n < 20; n++) await page.keyboard.press('j')
  await onCard(page, 'Sign 22').waitFor()
  await expect.poll(() => isInView(toDo.getByRole('heading'))).toBe(true)
  await page.keyboard.press('c')
  await expect.poll(() => isInView(page.locator('textarea:focus'))).toBe(true)
  await page.keyboard.press('Escape')
}

const isInView = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

/** Someone else has changed one of them meanwhile: it stays. */
async function undoFortyButOne(page: Page, others: Page, workspace: string): Promise<void> {
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('link', { name: 'Sign 1', exact: true }).press('x')
  await page.getByText('1 task selected').waitFor()
  await page.getByRole('link', { name: 'Sign 2', exact: true }).press('Shift+X')
  await page.getByText('40 tasks selected').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await page.getByText('40 tasks moved to Done').waitFor()
  const status = others.getByRole('complementary', { name: 'Task' }).getByLabel('Status')
  await expect.poll(() => status.inputValue()).toBe('DONE')
  await status.selectOption({ label: 'In review' })
  await expect.poll(() => statusesAtTheServer(workspace)).toMatchObject({ 'Sign 2': 'IN_REVIEW' })
  await page.keyboard.press('Control+z')
  await page
    .getByText('Changed since by Nina New: #2 (now In review). What others have changed stays.')
    .waitFor()
  await expect
    .poll(
      async () => Object.values(await statusesAtTheServer(workspace)).filter((one) => one === 'TODO').length,
    )
    .toBe(39)
}
