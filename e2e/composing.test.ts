import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
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
import { expectAccessible, newPerson, phone } from './browser.ts'
import { publishFiles } from './studio.ts'
import { prepareUploads } from './upload-steps.ts'

const uploads = await prepareUploads()
const { browser, studio, folder, files } = uploads
const visit = visitsOf(uploads)

test.each([60, 120])('a finger that rests %i ms on the field begins a comment', async (restMs) => {
  const { page } = await visit(phone)
  const field = composer(page).getByRole('textbox')
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
  const box = await field.boundingBox()
  if (!box) throw new Error('the field is not there')
  const touchPoints = [{ x: box.x + box.width * 0.8, y: box.y + box.height - 6 }]
  await page.evaluate(() => {
    const onTouch = () => Reflect.set(window, 'touchedAt', performance.now())
    window.addEventListener('touchstart', onTouch, { capture: true, once: true, passive: true })
  })
  const fingers = await page.context().newCDPSession(page)
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForFunction(
    (ms) => performance.now() - Number(Reflect.get(window, 'touchedAt')) >= ms,
    restMs,
  )
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await composer(page).getByRole('button', { name: 'Attach file' }).waitFor()
  await page.keyboard.type('By hand')
  await expect.poll(() => field.inputValue()).toBe('By hand')
})

test('someone who cancels the name step continues where they were', async () => {
  const { page } = await visit()
  await write(page, 'Nearly')
  const field = composer(page).getByRole('textbox', { name: 'Comment on the whole file' })
  await field.press('Control+Enter')
  await page.getByLabel(/your name/i).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type(' done')
  await expect.poll(() => field.inputValue()).toBe('Nearly done')
  await field.press('Control+Enter')
  await page.getByLabel(/your name/i).fill('Vera Visitor')
  await page.keyboard.press('Enter')
  await listOfComments(page).getByText('Nearly done').waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a guest whose name is known and whose token has ended sends once, however often the keys are pressed', async () => {
  const { page } = await visit()
  await page.evaluate(() => localStorage.setItem('wingmark.guest-name', 'Vera Visitor'))
  let guests = 0
  const { promise: pressed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/user/api/v1/guest', async (route) => {
    guests++
    await pressed
    await route.continue()
  })
  await write(page, 'Only once')
  const text = composer(page).getByRole('textbox')
  await text.press('Control+Enter')
  await text.press('Control+Enter')
  await composer(page).getByText('Sending…').first().waitFor()
  goOn()
  await listOfComments(page).getByText('Only once').waitFor()
  await page.reload()
  await listOfComments(page).getByText('Only once').waitFor()
  await expect.poll(() => listOfComments(page).getByText('Only once').count()).toBe(1)
  expect(guests).toBe(1)
})

test('each tab keeps what is written in it, and what a closed one has left goes to the next', async () => {
  const { id } = await publishFiles(studio, 'Poster', [files.png])
  const { page, context, allows } = await newPerson(browser)
  // A second tab begins with an empty page, which has no storage.
  allows("page error: Failed to read the 'localStorage'")
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  const open = async (tab: Page) => {
    await tab.goto(`/reviews/${id}`)
    await tab.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
    return tab
  }
  const text = (tab: Page) => composer(tab).getByRole('textbox')
  const here = (tab: Page) => tab.getByRole('group', { name: 'Comment on this place' }).getByRole('textbox')
  await open(page)
  await write(page, 'Long words of the first tab')
  await attach(page, [files.jpeg])
  await news(page, 'poster.jpg is attached.')

  const second = await open(await context.newPage())
  await composer(second).getByText('You have another draft here in a different tab.').waitFor()
  await composer(second).getByText('Long words of the first tab').waitFor()
  await expectAccessible(second, 'a draft in another tab')
  await expect.poll(() => text(second).inputValue()).toBe('')
  await write(second, 'Short')
  const { files: sentAlong } = await sendUntilStored(second)
  expect(sentAlong).toEqual([])
  await listOfComments(second).getByRole('listitem').filter({ hasText: 'Short' }).waitFor()
  await second.getByText('Waiting to be sent.').waitFor({ state: 'detached' })
  await write(second, 'Left behind')
  await second.close()

  await page.reload()
  await composer(page).getByText('Draft from a closed tab').waitFor()
  await composer(page).getByText('Left behind').waitFor()
  await expect.poll(() => text(page).inputValue()).toBe('Long words of the first tab')
  await composer(page).getByText('poster.jpg').waitFor()
  await expectAccessible(page, 'a draft of a closed tab')
  await composer(page).getByRole('button', { name: 'Add to draft' }).click()
  await expect.poll(() => text(page).inputValue()).toBe('Long words of the first tab\n\nLeft behind')
  await composer(page).getByText('Draft from a closed tab').waitFor({ state: 'detached' })
  await page.getByRole('application').click({ position: { x: 300, y: 300 } })
  await here(page).fill('At this place')
  const beside = await open(await context.newPage())
  await write(beside, 'Of a third tab')
  await page.close()
  await beside.close()

  // One of the two that are left is this tab's, and the other one is offered.
  const third = await open(await context.newPage())
  const left = composer(third).getByText('Draft from a closed tab')
  await left.waitFor()
  const [mine, other] = ['Long words of the first tab\n\nLeft behind', 'Of a third tab']
  await expect.poll(async () => [mine, other].includes(await text(third).inputValue())).toBe(true)
  await composer(third).getByRole('button', { name: 'Add to draft' }).click()
  await left.waitFor({ state: 'detached' })
  for (const words of [mine, other])
    await expect.poll(async () => (await text(third).inputValue()).includes(words)).toBe(true)
  await expect.poll(() => here(third).inputValue()).toBe('At this place')
  await send(third)
  await listOfComments(third).getByRole('link', { name: 'poster.jpg' }).waitFor()

  // Kept by an earlier version, which knew of no tabs.
  const slots = await third.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('@')))
  expect(slots).toHaveLength(1)
  const [earlier = ''] = slots[0]?.split('@') ?? []
  await third.evaluate((name) => {
    const marker = { page: 1, shape: 'POINT', x: 0.5, y: 0.5 }
    localStorage.setItem(name, JSON.stringify({ text: 'From before', files: [], marker }))
  }, earlier)
  const fourth = await open(await context.newPage())
  await expect.poll(() => here(fourth).inputValue()).toBe('From before')
})

test('without a way to tell tabs apart a draft waits as ever', async () => {
  const { page, context, link } = await visit()
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await page.goto(link)
  await write(page, 'Still here')
  await page.close()
  const next = await context.newPage()
  await next.goto(link)
  await expect.poll(() => composer(next).getByRole('textbox').inputValue()).toBe('Still here')
})

test('copied words are pasted as words, and their picture is offered', async () => {
  const { page } = await visit()
  const text = composer(page).getByRole('textbox')
  const paste = async (words: Record<string, string>) => {
    await page.evaluate(async (given) => {
      const canvas = document.createElement('canvas')
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done))
      const parts = Object.entries(given).map(([type, part]) => [type, new Blob([part], { type })])
      const item = new ClipboardItem({ 'image/png': picture ?? '', ...Object.fromEntries(parts) })
      await navigator.clipboard.write([item])
    }, words)
    await text.press('Control+v')
  }
  const offer = composer(page).getByRole('button', { name: 'Attach image' })
  const attached = composer(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const table = '<table><tr><td>Width</td><td>40</td></tr></table>'
  await paste({ 'text/plain': 'Width\t40', 'text/html': table })
  await expect.poll(() => text.inputValue()).toBe('Width\t40')
  await offer.waitFor()
  await expectAccessible(page, 'a picture of pasted words')
  await expect.poll(() => attached.count()).toBe(0)
  await offer.click()
  await attached.getByText('image.png').waitFor()
  await paste({ 'text/plain': '', 'text/html': '<img src="https://example.com/a.png">' })
  await expect.poll(() => attached.count()).toBe(2)
  await expect.poll(() => text.inputValue()).toBe('Width\t40')
  await offer.waitFor({ state: 'detached' })

  // As a file that was copied comes, with its name.
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4'], 'Price list.pdf', { type: 'application/pdf' }))
    clipboardData.setData('text/plain', '/Users/vera/Price list.pdf')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => namesAttached(page)).toEqual(['image.png', 'image.png', 'Price list.pdf'])

  // Nothing is cut from what is too long: how much that is is said, and it is not sent.
  await text.fill('')
  await page.evaluate((words) => navigator.clipboard.writeText(words), 'word '.repeat(2_100))
  await text.press('Control+v')
  await expect.poll(async () => (await text.inputValue()).length).toBe(10_500)
  await composer(page).getByText('499 characters too many. At most 10,000 can be saved.').waitFor()
  await expectAccessible(page, 'a comment that is too long')
  await text.press('Control+Enter')
  await composer(page).getByText('A comment can have at most 10000 characters.').waitFor()
})

test('Escape answers the question about the files, and leaves the comment alone', async () => {
  const notes = join(folder, 'words.txt')
  await writeFile(notes, 'x')
  const { page } = await visit()
  await page.getByRole('application').click({ position: { x: 400, y: 400 } })
  const here = page.getByRole('group', { name: 'Comment on this place' })
  const text = here.getByRole('textbox')
  await text.fill('Move this')
  await here.getByLabel('Files to attach').setInputFiles([notes, files.jpeg])
  const question = here.getByRole('alertdialog')
  await question.waitFor()
  const described = await question.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(described).toBe('1 of 2 files can’t be attached. Attach the other one anyway?')
  await page.keyboard.press('Control+Enter')
  await here.getByText('First choose what to do with the selected files.').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => text.inputValue()).toBe('Move this')
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => here.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Escape')
  await here.waitFor({ state: 'detached' })
  await page.getByText('Comment discarded').waitFor()
})

test('a comment that was refused comes back to be edited, after what was begun meanwhile', async () => {
  const { page, allows } = await visit()
  allows('403 /comment/api/v1')
  await write(page, 'First words')
  await sendUntilStored(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()
  await page.route('**/comment/api/v1', (route) => route.fulfill({ status: 403 }))
  await write(page, 'Refused words')
  await send(page)
  await page.getByText(/^Not sent\./).waitFor()
  await write(page, 'Another thought')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByText(/^Not sent\./).waitFor({ state: 'detached' })
  const text = composer(page).getByRole('textbox')
  await expect.poll(() => text.inputValue()).toBe('Another thought\n\nRefused words')
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.unroute('**/comment/api/v1')
  await page.reload()
  await expect.poll(() => text.inputValue()).toBe('Another thought\n\nRefused words')
  await text.press('Control+Enter')
  await listOfComments(page).getByText('Refused words').waitFor()
})
