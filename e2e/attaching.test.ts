import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  attach,
  composer,
  listOfComments,
  namesAttached,
  news,
  send,
  sendUntilStored,
  visitsOf,
  write,
} from './attach-steps.ts'
import { desktop, expectAccessible, phone } from './browser.ts'
import { makeNoise, offsetsOf } from './sent-and-stored.ts'
import { publishFiles } from './studio.ts'
import { arriveAt, choose, prepareUploads, reloadThoughAsked } from './upload-steps.ts'

const megabyte = 1_048_576
const uploads = await prepareUploads()
const { browser, studio, folder, files } = uploads
const visit = visitsOf(uploads)

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('a visitor whose page reloads reads which file to choose again, and it goes on, %s', async (_, screen) => {
  // More than socket buffers hold, whose bytes arrive even after the page is left.
  const big = await makeNoise(folder, 'draft.png', 30)
  const { page, line } = await visit(screen)
  const offsets = offsetsOf(page)
  await write(page, 'First words')
  await send(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()

  line.speed(2 * megabyte)
  await write(page, 'See my draft')
  await attach(page, [big])
  await expect.poll(() => line.arrivedBytes()).toBeGreaterThan(5 * megabyte)
  // The old page keeps sending until the new one has loaded.
  line.speed(megabyte / 2)
  await reloadThoughAsked(page)
  if (screen === phone) await page.getByRole('button', { name: /^Comments, / }).click()
  const notice = composer(page).getByText(/^1 file didn’t finish uploading/)
  await notice.waitFor()
  await expect
    .poll(() => notice.textContent())
    .toBe('1 file didn’t finish uploading: draft.png. Choose it again to continue.')
  await expect.poll(() => composer(page).getByRole('textbox').inputValue()).toBe('See my draft')
  await send(page)
  await composer(page)
    .getByText('draft.png didn’t finish uploading. Choose it again, or remove it.')
    .waitFor()
  await news(page, 'draft.png didn’t finish uploading: choose it again to continue.')
  await expectAccessible(page, 'an attachment to choose again')

  line.speed(30 * megabyte)
  offsets.length = 0
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    composer(page).getByRole('button', { name: 'Choose again' }).click(),
  ])
  await chooser.setFiles([big])
  await notice.waitFor({ state: 'detached' })
  await send(page)
  await listOfComments(page).getByRole('link', { name: 'draft.png' }).waitFor({ timeout: 60_000 })
  expect(offsets[0]).toBeGreaterThan(0)
  const href = await listOfComments(page).getByRole('link', { name: 'draft.png' }).getAttribute('href')
  const answer = await fetch(new URL(href ?? '', line.url))
  expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(big))).toBe(true)
})

test('a message stays as it is while it is sent, and its writer can stop and go on writing', async () => {
  const big = await makeNoise(folder, 'late.png', 12)
  const { page, line } = await visit()
  await write(page, 'First words')
  await send(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()

  line.speed(megabyte)
  await write(page, 'See the late one')
  await attach(page, [big])
  const text = composer(page).getByRole('textbox')
  await text.press('Control+Enter')
  await composer(page).getByText('Sending… 1 file to go').first().waitFor()
  await news(page, 'Sending… 1 file to go')
  await text.press('x')
  await expect.poll(() => text.inputValue()).toBe('See the late one')
  await expect.poll(() => composer(page).getByRole('button', { name: 'Attach file' }).count()).toBe(0)
  await expect
    .poll(() => composer(page).getByRole('button', { name: 'Remove late.png' }).isDisabled())
    .toBe(true)
  await attach(page, [files.svg])
  await expectAccessible(page, 'a comment that is being sent')

  await composer(page).getByRole('button', { name: 'Keep writing' }).click()
  await page.keyboard.type(', please')
  await attach(page, [files.jpeg])
  // Announced before the other one is there, which gets the next sentence.
  await news(page, 'poster.jpg is attached.')
  // Files chosen while sending would have come before.
  await expect.poll(() => namesAttached(page)).toEqual(['late.png', 'poster.jpg'])
  line.speed(50 * megabyte)
  await text.press('Control+Enter')
  const comment = listOfComments(page).getByRole('listitem').filter({ hasText: 'See the late one, please' })
  await comment.getByRole('link', { name: 'late.png' }).waitFor({ timeout: 60_000 })
  await comment.getByRole('link', { name: 'poster.jpg' }).waitFor()
  await expect.poll(() => text.inputValue()).toBe('')
  await expect.poll(() => listOfComments(page).getByText('See the late one').count()).toBe(1)

  // Pictures open inside the room, and return the focus.
  const picture = comment.getByRole('link', { name: 'late.png' })
  for (const name of ['late.png', 'poster.jpg'])
    await comment.getByRole('link', { name }).getByRole('img').waitFor({ timeout: 60_000 })
  await picture.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('application', { name: /^late\.png/ })
    .waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'poster.jpg' }).getByText('2 of 2').waitFor()
  await expectAccessible(page, 'an attachment in the room')
  await page.keyboard.press('Escape')
  await expect.poll(() => picture.evaluate((link) => link === document.activeElement)).toBe(true)
})

test('a send that is left behind says so, and waits where it was written', async () => {
  const big = await makeNoise(folder, 'behind.png', 12)
  const { page, line, link } = await visit()
  await write(page, 'First words')
  await sendUntilStored(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()
  line.speed(megabyte)
  const text = page.getByRole('textbox', { name: 'Comment on this place' })
  await page.getByRole('application').click({ position: { x: 400, y: 400 } })
  await text.fill('Behind you')
  const composerHere = page.getByRole('group', { name: 'Comment on this place' })
  await composerHere.getByLabel('Files to attach').setInputFiles([big])
  await text.press('Control+Enter')
  await composerHere.getByText('Sending… 1 file to go').first().waitFor()
  await page.getByText('First words').click()
  await page.getByText('Your comment wasn’t sent. Your draft is still there.').waitFor()
  line.speed(50 * megabyte)
  await page.goto(link.replace(/^https?:\/\/[^/]+/, line.url))
  await expect.poll(() => text.inputValue()).toBe('Behind you')
})

test('files that are added to the review do not cut off an attachment on the same page', async () => {
  const big = await makeNoise(folder, 'whole.png', 12)
  const { id } = await publishFiles(studio, 'Poster', [files.png])
  const { page, line } = await arriveAt(browser, { as: studio, at: `/reviews/${id}` })
  line.speed(megabyte)
  await write(page, 'All of it')
  await attach(page, [big])
  await page.evaluate(() => Reflect.set(window, 'isTheSamePage', true))
  await choose(page, [files.jpeg])
  await page.getByText('1/1 files uploaded').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Files added to the review').waitFor()
  await page.getByRole('navigation', { name: 'Files' }).getByText('poster.jpg').waitFor()
  line.speed(50 * megabyte)
  await send(page)
  await listOfComments(page).getByRole('link', { name: 'whole.png' }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isTheSamePage'))).toBe(true)
})
