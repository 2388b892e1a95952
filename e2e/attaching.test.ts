import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { layLine } from './bad-line.ts'
import { desktop, expectAccessible, newPerson, phone } from './browser.ts'
import { makeNoise, offsetsOf } from './sent-and-stored.ts'
import { publishFiles } from './studio.ts'
import { arriveAt, choose, otherOrigin, prepareUploads, reloadThoughAsked } from './upload-steps.ts'

const megabyte = 1_048_576
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

const { browser, studio, folder, files } = await prepareUploads()

/** A visitor with the link, at a design, over a connection that can be slow. */
async function visit(screen = desktop) {
  const { link, files: published } = await publishFiles(studio, 'Poster', [files.png])
  const line = await layLine(inject('wingmarkUrl'))
  onTestFinished(line.close)
  const person = await newPerson(browser, screen)
  person.allows(...otherOrigin)
  await person.page.goto(link.replace(/^https?:\/\/[^/]+/, line.url))
  await person.page.getByRole('application').getByRole('img', { name: 'logo.png' }).waitFor()
  if (screen === phone) await person.page.getByRole('button', { name: /^Comments, / }).click()
  return { ...person, line, link, fileId: published[0] ?? '' }
}

const composer = (page: Page) => page.getByRole('group', { name: 'Comment on the whole file' })

async function write(page: Page, text: string): Promise<void> {
  await composer(page).getByRole('textbox').fill(text)
}

async function attach(page: Page, paths: readonly string[]): Promise<void> {
  await composer(page)
    .getByLabel('Files to attach')
    .setInputFiles([...paths])
}

async function send(page: Page, name?: string): Promise<void> {
  await composer(page).getByRole('button', { name: 'Comment', exact: true }).click()
  if (!name) return
  await page.getByLabel(/your name/i).fill(name)
  await page.keyboard.press('Enter')
}

/** What screen readers announce about the composer. */
const news = (page: Page, sentence: string) =>
  composer(page)
    .getByRole('status')
    .and(page.getByText(sentence, { exact: true }))
    .waitFor()

/** By their remove buttons. */
const namesAttached = (page: Page) =>
  composer(page)
    .getByRole('list', { name: 'Attached files' })
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((one) => one.ariaLabel?.replace('Remove ', '')))

const listOfComments = (page: Page) => page.getByRole('list', { name: 'List of comments' })

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
  const notice = composer(page).getByText(/^1 file was not finished/)
  await notice.waitFor()
  await expect
    .poll(() => notice.textContent())
    .toBe('1 file was not finished: draft.png. Choose it again to continue.')
  await expect.poll(() => composer(page).getByRole('textbox').inputValue()).toBe('See my draft')
  await send(page)
  await composer(page).getByText('draft.png was not finished. Choose it again, or remove it.').waitFor()
  await news(page, 'draft.png is not finished: choose it again to continue.')
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
  await expect.poll(() => composer(page).getByRole('button', { name: 'Attach a file' }).count()).toBe(0)
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

/** A pending card is replaced once the server has the comment: until then a click on it can be lost. */
async function sendUntilStored(page: Page, name?: string): Promise<{ files: { name: string }[] }> {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comment/api/v1'),
  )
  await send(page, name)
  const answer = await stored
  expect(answer.status()).toBe(201)
  return (await answer.json()).result
}

test('a send left behind says so, and waits in its place', async () => {
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
  await page.getByText('Your comment has not been sent. It is still where you wrote it.').waitFor()
  line.speed(50 * megabyte)
  await page.goto(link.replace(/^https?:\/\/[^/]+/, line.url))
  await expect.poll(() => text.inputValue()).toBe('Behind you')
})

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
  await composer(page).getByRole('button', { name: 'Attach a file' }).waitFor()
  await page.keyboard.type('By hand')
  await expect.poll(() => field.inputValue()).toBe('By hand')
})

test('turning back from the question for a name leads on writing in the same place', async () => {
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

test('a known guest with an expired token sends once, however often the keys are pressed', async () => {
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

test('files added to the review do not cut off an attachment on the same page', async () => {
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
  await page.getByText('The files are in the review.').waitFor()
  await page.getByRole('navigation', { name: 'Files' }).getByText('poster.jpg').waitFor()
  line.speed(50 * megabyte)
  await send(page)
  await listOfComments(page).getByRole('link', { name: 'whole.png' }).waitFor()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'isTheSamePage'))).toBe(true)
})

test('a picture is requested once rendered, and until then says that it is being rendered', async () => {
  const { page, allows, fileId } = await visit()
  allows('net::ERR_INTERNET_DISCONNECTED /')
  let asked = 0
  await page.route('**/files/thumbnail/**', (route) => {
    asked++
    return route.continue()
  })
  const before = asked
  // As for slow renderings: no event arrives.
  await page.route('**/live/api/v1/review/**', () => new Promise(() => {}))
  await page.route('**/comment/api/v1', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const file of body.result.files) file.state = 'PROCESSING'
    return route.fulfill({ response: answer, json: body })
  })
  await attach(page, [files.jpeg])
  await send(page, 'Vera Visitor')
  const link = listOfComments(page).getByRole('link', { name: 'poster.jpg' })
  await link.getByText('Preparing preview…').waitFor()
  await expectAccessible(page, 'an attachment that is being drawn')

  // On a busy server it waits for its turn, however long.
  const statesOfFiles = async () => {
    const answer: object = await studio.call('GET', `/comment/api/v1/file/${fileId}`)
    const comments: { files: { state: string }[] }[] = Reflect.get(answer, 'results')
    return comments.flatMap((one) => one.files.map(({ state }) => state))
  }
  await expect.poll(statesOfFiles, { timeout: 120_000 }).toEqual(['READY'])
  expect(asked).toBe(before)
  await page.unrouteAll()
  // Fetched again once back online.
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.context().setOffline(false)
  const picture = link.getByRole('img', { name: 'poster.jpg' })
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  // Transparent parts are visible in either theme.
  await expect
    .poll(() => picture.evaluate((image) => getComputedStyle(image).backgroundImage))
    .toContain('conic-gradient')
})

test('a picture that cannot be rendered says so, requests nothing, and opens anyway', async () => {
  const torn = join(folder, 'torn.png')
  await writeFile(torn, (await readFile(files.png)).subarray(0, 400))
  const { page, line } = await visit()
  await attach(page, [torn])
  await send(page, 'Vera Visitor')
  const link = listOfComments(page).getByRole('link', { name: 'torn.png' })
  await link.getByText('No preview').waitFor()
  await expectAccessible(page, 'an attachment without a preview')
  const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', line.url))
  expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(torn))).toBe(true)
})

test('a chosen file leaves the memory once its comment is discarded for good', async () => {
  const { page } = await visit()
  await page.getByRole('application').click({ position: { x: 400, y: 400 } })
  const here = page.getByRole('group', { name: 'Comment on this place' })
  await here.getByRole('textbox').fill('Never mind')
  // Like a pasted screenshot: only the page has it.
  await here.getByRole('textbox').evaluate((text) => {
    const file = new File([new Uint8Array(1_000_000)], 'screen.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await here.getByText('screen.png').waitFor()
  const isHeld = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const prototype = await session.send('Runtime.evaluate', { expression: 'File.prototype' })
    const prototypeObjectId = prototype.result.objectId ?? ''
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId })
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.filter((file) => file.name === "screen.png").length }',
      returnByValue: true,
    })
    await session.detach()
    return result.value
  }
  await expect.poll(isHeld).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  // Under the pointer the text would stay.
  await page.mouse.move(5, 5)
  await here.getByText('screen.png').waitFor()
  await here.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  await page.getByText('Comment discarded').waitFor()
  await page.getByText('Comment discarded').waitFor({ state: 'detached' })
  await expect.poll(isHeld).toBe(0)
})

test('each tab keeps its own draft, and a closed tab’s goes to the next', async () => {
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
  await composer(second).getByText('You are also writing here in another tab.').waitFor()
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
  await composer(page).getByText('Left by a closed tab').waitFor()
  await composer(page).getByText('Left behind').waitFor()
  await expect.poll(() => text(page).inputValue()).toBe('Long words of the first tab')
  await composer(page).getByText('poster.jpg').waitFor()
  await expectAccessible(page, 'a draft of a closed tab')
  await composer(page).getByRole('button', { name: 'Add to this' }).click()
  await expect.poll(() => text(page).inputValue()).toBe('Long words of the first tab\n\nLeft behind')
  await composer(page).getByText('Left by a closed tab').waitFor({ state: 'detached' })
  await page.getByRole('application').click({ position: { x: 300, y: 300 } })
  await here(page).fill('At this place')
  const beside = await open(await context.newPage())
  await write(beside, 'Of a third tab')
  await page.close()
  await beside.close()

  // One of the two remaining is this tab's, and the other one is offered.
  const third = await open(await context.newPage())
  const left = composer(third).getByText('Left by a closed tab')
  await left.waitFor()
  const [mine, other] = ['Long words of the first tab\n\nLeft behind', 'Of a third tab']
  await expect.poll(async () => [mine, other].includes(await text(third).inputValue())).toBe(true)
  await composer(third).getByRole('button', { name: 'Add to this' }).click()
  await left.waitFor({ state: 'detached' })
  for (const words of [mine, other])
    await expect.poll(async () => (await text(third).inputValue()).includes(words)).toBe(true)
  await expect.poll(() => here(third).inputValue()).toBe('At this place')
  await send(third)
  await listOfComments(third).getByRole('link', { name: 'poster.jpg' }).waitFor()

  // Stored by an earlier version, without tabs.
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

test('without tab detection a draft waits as before', async () => {
  const { page, context, link } = await visit()
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await page.goto(link)
  await write(page, 'Still here')
  await page.close()
  const next = await context.newPage()
  await next.goto(link)
  await expect.poll(() => composer(next).getByRole('textbox').inputValue()).toBe('Still here')
})

test('copied text is pasted as text, and its picture is offered', async () => {
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
  const offer = composer(page).getByRole('button', { name: 'Attach the picture' })
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

  // Like a copied file, with its name.
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4'], 'Price list.pdf', { type: 'application/pdf' }))
    clipboardData.setData('text/plain', '/Users/vera/Price list.pdf')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => namesAttached(page)).toEqual(['image.png', 'image.png', 'Price list.pdf'])

  // Too long a text is not cut: the excess shows, and it is not sent.
  await text.fill('')
  await page.evaluate((words) => navigator.clipboard.writeText(words), 'word '.repeat(2_100))
  await text.press('Control+v')
  await expect.poll(async () => (await text.inputValue()).length).toBe(10_500)
  await composer(page).getByText('499 characters too many. At most 10,000 can be saved.').waitFor()
  await expectAccessible(page, 'a comment that is too long')
  await text.press('Control+Enter')
  await composer(page).getByText('A comment can have at most 10000 characters.').waitFor()
})

test('Escape closes the question about the files, and keeps the comment', async () => {
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
  expect(described).toBe('1 of 2 files cannot be attached. Attach the other one anyway?')
  await page.keyboard.press('Control+Enter')
  await here.getByText('Please decide first what to do with the selected files.').waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => text.inputValue()).toBe('Move this')
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => here.getByRole('alert').count()).toBe(0)
  await page.keyboard.press('Escape')
  await here.waitFor({ state: 'detached' })
  await page.getByText('Comment discarded').waitFor()
})

test('an attachment that fails keeps its name, and its reason is announced too', async () => {
  const { page, allows } = await visit()
  allows('415 /file/api/v1/tus')
  await write(page, 'First words')
  await send(page, 'Vera Visitor')
  await listOfComments(page).getByText('First words').waitFor()
  const disguised = join(folder, 'not-a-picture.png')
  await writeFile(disguised, 'words, and no picture')
  await attach(page, [disguised])
  const entry = composer(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await entry.getByRole('button', { name: 'Upload not-a-picture.png again' }).waitFor()
  const words = () => entry.innerText()
  await expect.poll(words).toMatch(/^not-a-picture\.png\s+\S.*Selected file: not-a-picture\.png/s)
  const reason = (await words()).split('\n').at(1)?.trim() ?? ''
  await news(page, `not-a-picture.png could not be attached. ${reason}`)
  await expectAccessible(page, 'an attachment that failed')
})

test('a refused comment returns for editing, after the new draft', async () => {
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

test('what cannot be attached says why and stops the selection; large files are asked about', async () => {
  const notes = join(folder, 'notes.txt')
  const film = join(folder, 'film.mp4')
  await writeFile(notes, 'x')
  await writeFile(film, 'x')
  await truncate(film, 101 * megabyte)
  const { page } = await visit()
  await attach(page, [notes])
  const types = 'JPEG, JPG, PNG, GIF, WEBP, SVG, PDF, MP4, MPEG, MPG, MOV, AVI, WEBM and OGG'
  await page.getByText(`Only ${types} files are allowed. Selected file: notes.txt`).waitFor()
  // Nothing else is shown beside it.
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)

  await attach(page, [notes, files.jpeg])
  await page.getByText('1 of 2 files cannot be attached. Attach the other one anyway?').waitFor()
  await expect.poll(() => composer(page).getByText('poster.jpg').count()).toBe(0)
  await expectAccessible(page, 'a stopped attachment')
  await page.getByRole('button', { name: 'Attach the other one' }).click()
  await composer(page).getByText('poster.jpg').waitFor()

  await attach(page, [film])
  await page
    .getByText('Large file detected: "film.mp4" (101.00MB). This may take a while to upload.')
    .waitFor()
  await page.getByText('Continue with upload?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Files chosen now come after it.
  await attach(page, [files.svg])
  await expect.poll(() => namesAttached(page)).toEqual(['poster.jpg', 'icon.svg'])
  const { files: sentAlong } = await sendUntilStored(page, 'Vera Visitor')
  expect(sentAlong.map((one) => one.name)).toEqual(['poster.jpg', 'icon.svg'])
})

test('an unplayable video is downloaded, byte for byte', async () => {
  const path = join(folder, 'clip.avi')
  const bytes = Buffer.concat([Buffer.from('RIFF\xff\x01\0\0AVI LIST', 'latin1'), Buffer.alloc(500, 7)])
  await writeFile(path, bytes)
  const { page } = await visit()
  await attach(page, [path])
  await send(page, 'Vera Visitor')
  const comment = listOfComments(page)
  // Without a frame the browser provides one, and finds out by itself.
  const link = comment.getByRole('link', { name: 'Download clip.avi' })
  await comment
    .getByRole('button', { name: /^Play clip\.avi/ })
    .or(link)
    .waitFor()
  const play = comment.getByRole('button', { name: /^Play clip\.avi/ })
  if (await play.count()) await play.click().catch(() => undefined)
  await link.waitFor()
  await expectAccessible(page, 'a video to download')
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect((await readFile(await download.path())).equals(bytes)).toBe(true)
})

test.runIf(hasFfmpeg).each([
  ['at a desk', desktop, 'webm'],
  ['on a phone', phone, 'mp4'],
])('a video shows its frame and length, and plays where it is, %s', async (_, screen, extension) => {
  const path = join(folder, `walk.${extension}`)
  const source = 'testsrc=size=320x180:rate=25:duration=5'
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-y', path])
  const { page } = await visit(screen)
  await write(page, 'As in this recording')
  await attach(page, [path])
  await send(page, 'Vera Visitor')
  const play = listOfComments(page).getByRole('button', { name: `Play walk.${extension}, 0:05` })
  await play.waitFor()
  await expect
    .poll(() => play.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0)
  await expectAccessible(page, 'a video in a comment')
  await play.click()
  const video = listOfComments(page).locator('video')
  const seconds = () => video.evaluate((element) => Number(Reflect.get(element, 'currentTime')))
  await expect.poll(seconds).toBeGreaterThan(0.5)
  await video.evaluate((element) => Reflect.set(element, 'currentTime', 4))
  await expect.poll(seconds).toBeGreaterThan(3.9)
})
