import { openAsBlob } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { personColors } from '@wingmark/contract/person-colors'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { designPdf } from '../apps/server/test/design-pdf.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone, shownAfter } from './browser.ts'
import { enter } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { pixelsOf } from './pixels.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let studio: Studio
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  studio = await newStudio()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

type Marked = { message: string; marker: { shape: string; x: number; y: number; points?: number[][] } }

const marksOf = async (file: string | undefined): Promise<Marked[]> => {
  const answer: object = await studio.call('GET', `/comment/api/v1/file/${file}`)
  return 'results' in answer && Array.isArray(answer.results) ? answer.results : []
}

const checkOf = async (file: string | undefined): Promise<string> =>
  JSON.stringify((await studio.call('GET', `/ai/api/v1/check/${file}`)).result)

/** How many open findings the server has, neither published nor dismissed. */
const openFindings = async (file: string | undefined): Promise<number> =>
  (await checkOf(file)).split('"state":"OPEN"').length - 1

/** The newest check’s id, once it is done. */
const doneCheck = async (file: string): Promise<string | undefined> =>
  /"run":\{"_id":"([^"]+)"[^{}]*"state":"DONE"/.exec(await checkOf(file))?.[1]

const designBox = async (page: Page) => {
  const box = await page.getByRole('application').getByRole('img').first().boundingBox()
  if (!box) throw new Error('the design is not on screen')
  return box
}

test('arrows and lines are drawn by mouse and by keys, undone, and saved; measures go into the comment', async () => {
  const review = await publishFiles(studio, 'Marks at a desk', [files.jpeg])
  const { page } = await newPerson(browser, desktop)
  await page.goto(review.link)
  const marks = page.getByRole('group', { name: 'Marks' })
  await page.getByRole('application').getByRole('img').first().waitFor()
  const box = await designBox(page)
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y]
  const drag = async (...places: [number, number][]) => {
    for (const [i, [x, y]] of places.entries()) {
      await page.mouse.move(...at(x, y), { steps: 6 })
      if (i === 0) await page.mouse.down()
    }
    await page.mouse.up()
  }

  await marks.getByRole('button', { name: 'Arrow' }).click()
  await drag([0.2, 0.3], [0.6, 0.5])
  const arrow = page.getByRole('textbox', { name: 'Comment on this arrow' })
  await arrow.waitFor()
  // Drawn again before it is sent; the first one can be restored.
  await drag([0.3, 0.7], [0.7, 0.8])
  await page.getByRole('button', { name: 'Undo' }).click()
  await arrow.fill('Move this over there')
  await arrow.press('Control+Enter')
  await page.getByRole('textbox', { name: 'What’s your name?' }).fill('Gina Guest')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'List of comments' })
  await list.getByText('Move this over there').waitFor()
  await expect
    .poll(() => marks.getByRole('button', { name: 'Point' }).getAttribute('aria-pressed'))
    .toBe('true')

  // A line around something ends where it began.
  await page.keyboard.press('d')
  await drag([0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6], [0.4, 0.4])
  const drawing = page.getByRole('textbox', { name: 'Comment on this drawing' })
  await drawing.fill('All of this is too dark')
  await drawing.press('Control+Enter')
  await list.getByText('All of this is too dark').waitFor()

  await page.getByRole('application').focus()
  await page.keyboard.press('a')
  for (let n = 0; n < 4; n++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await arrow.fill('By keys')
  await arrow.press('Control+Enter')
  await list.getByText('By keys').waitFor()
  await expectAccessible(page, 'a room with drawings')

  // Seen as others see it: another design below the same pins.
  const look = async () => {
    const [x, y] = at(0.2, 0.3)
    const pin = await pixelsOf(page, { x: x - 20, y: y - 30, width: 40, height: 40 })
    const [dx, dy] = at(0.7, 0.4)
    const [design] = await pixelsOf(page, { x: dx, y: dy, width: 1, height: 1 })
    return { design, pin: pin.filter((one) => personColors.some((color) => color === one)).length }
  }
  const plain = await look()
  expect(plain.pin).toBeGreaterThan(50)
  const said = page.getByRole('log')
  await page.keyboard.press('v')
  await said.getByText('Simulating: Protanopia (red-blind).').waitFor()
  await page.getByText('Protanopia (red-blind)', { exact: true }).waitFor()
  await expect.poll(look).toEqual({ design: expect.not.stringMatching(plain.design ?? ''), pin: plain.pin })
  for (let n = 0; n < 5; n++) await page.keyboard.press('v')
  await said.getByText('Normal vision.').waitFor()
  await expect.poll(look).toEqual(plain)

  // Measurements are inserted into the comment.
  await page.getByRole('application').focus()
  await page.keyboard.press('i')
  await page.mouse.click(...at(0.7, 0.4))
  await page.getByText(/^#d[0-9a-f]{5}, now the colour behind it$/).waitFor()
  await expectAccessible(page, 'colours that are read')
  await page.mouse.click(...at(0.97, 0.03))
  const measured = page.getByRole('textbox', { name: 'Comment on this place' })
  await expect
    .poll(() => measured.inputValue())
    .toMatch(/^#d[0-9a-f]{5} on #f[0-9a-f]{5}: contrast 3\.\d:1 \(AA for large text only\)$/)
  await marks.getByRole('button', { name: 'Measure' }).click()
  await page.getByRole('menuitem', { name: /Distance and size/ }).click()
  await drag([0.1, 0.75], [0.3, 0.9])
  await expect.poll(() => measured.inputValue()).toMatch(/\n2(39|40|41) × 1(19|20|21) px, 26\d/)

  // Drafts begun in two places are sent at once.
  await page.getByRole('textbox', { name: 'Comment on the whole file' }).fill('Good all in all')
  await page.getByRole('button', { name: 'Send all' }).click()
  await list.getByText('Good all in all').waitFor()
  await list.getByText('contrast 3.').waitFor()
  await measured.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send all' }).waitFor({ state: 'detached' })

  // A user's own mark follows a drag of its end, and Undo returns it.
  const endOfFirst = async () => (await marksOf(review.files[0])).at(0)?.marker.points?.at(-1)
  await list.getByText('Move this over there').click()
  await drag([0.6, 0.5], [0.8, 0.6])
  await expect.poll(endOfFirst).toEqual([expect.closeTo(0.8, 2), expect.closeTo(0.6, 2)])
  await page.getByRole('application').focus()
  await page.keyboard.press('w')
  await page.getByRole('application').getByText('Alt moves its end').waitFor()
  for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'Escape']) await page.keyboard.press(key)
  await page.keyboard.press('Control+z')
  await expect.poll(endOfFirst).toEqual([expect.closeTo(0.6, 2), expect.closeTo(0.5, 2)])

  const [first, second, third] = await marksOf(review.files[0])
  expect(first?.marker.shape).toBe('ARROW')
  const near = (value: number) => expect.closeTo(value, 2)
  expect(first?.marker.points).toEqual([
    [near(0.2), near(0.3)],
    [near(0.6), near(0.5)],
  ])
  expect(second?.marker.shape).toBe('FREEHAND')
  expect(second?.marker.points?.length).toBeLessThan(12)
  expect(second?.marker.points?.at(-1)).toEqual([near(0.4), near(0.4)])
  expect(third?.marker).toMatchObject({ shape: 'ARROW', x: near(0.5), y: near(0.5) })
})

test('a click that begins while a comment is sent, and ends once stored, selects it; a reply stays in place', async () => {
  const review = await publishFiles(studio, 'Quick hands', [files.jpeg])
  const { page } = await enter(browser, studio, `/reviews/${review.id}`)
  const field = page.getByRole('textbox', { name: 'Comment on the whole file' })
  const cards = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
  const hold = async (address: string) => {
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(address, (route) => isSeen.then(() => route.continue()), { times: 1 })
    return goOn
  }
  for (const [words, isClicked] of [
    ['Pressed meanwhile', false],
    ['Clicked meanwhile', true],
  ] as const) {
    const goOn = await hold('**/comment/api/v1')
    await field.fill(words)
    await field.press('Control+Enter')
    const card = cards.filter({ hasText: words })
    await card.hover()
    await page.mouse.down()
    if (isClicked) await page.mouse.up()
    goOn()
    await page.locator('li[data-pending]').waitFor({ state: 'detached' })
    if (!isClicked) await page.mouse.up()
    await expect.poll(() => card.getAttribute('data-selected')).toBe('true')
  }
  const goOn = await hold('**/comment/api/v1/reply')
  const answer = page.getByRole('textbox', { name: 'Reply', exact: true })
  await answer.fill('Answered meanwhile')
  await answer.press('Control+Enter')
  const reply = page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  const before = await reply.elementHandle()
  await expect.poll(() => before?.getAttribute('data-pending')).toBe('sending')
  goOn()
  await page.locator('li[data-pending]').waitFor({ state: 'detached' })
  await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(true)
})

test('a client reviews a PDF on a phone by touch alone: reading what a drag does, they hold, draw, turn pages and answer', async () => {
  const review = await publishFiles(studio, 'Marks on a phone', [files.pdf])
  const { page, context } = await newPerson(browser, phone)
  await page.goto(review.link)
  const design = (n: number) =>
    page.getByRole('application').getByRole('img', { name: `brochure.pdf, page ${n} of 6` })
  await design(1).waitFor()
  const finger = await context.newCDPSession(page)
  const box = await designBox(page)
  const touch = (type: 'touchStart' | 'touchMove', [x, y]: [number, number]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: box.x + box.width * x, y: box.y + box.height * y }],
    })
  /** Rests before lifting: a leap would end as a fling, which swallows the next tap. */
  const moveAndLift = async (...places: [number, number][]) => {
    for (const place of places) await touch('touchMove', place)
    const last = places.at(-1) ?? [0, 0]
    for (let n = 0; n < 14; n++) {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      await touch('touchMove', last)
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const drag = async (from: [number, number], ...places: [number, number][]) => {
    await touch('touchStart', from)
    await moveAndLift(...places)
  }
  const send = async (field: string, words: string) => {
    await page.getByRole('textbox', { name: field }).fill(words)
    await page.getByRole('button', { name: 'Comment', exact: true }).tap()
  }
  await page.getByRole('button', { name: 'Dismiss hint' }).tap()
  await shownAfter(async () => {
    // A finger moves as soon as it touches.
    await Promise.all([touch('touchStart', [0.2, 0.2]), touch('touchMove', [0.5, 0.5])])
    await moveAndLift([0.5, 0.5])
  }, page.getByRole('status').getByText('hold and drag for a region'))
  await touch('touchStart', [0.2, 0.2])
  await page.getByText('Now drag over the region').waitFor()
  await moveAndLift([0.4, 0.3], [0.6, 0.5])
  await send('Comment on this region', 'This part')
  await page.getByRole('textbox', { name: 'What’s your name?' }).fill('Tim Touch')
  await page.getByRole('button', { name: 'Send comment' }).tap()
  const opener = (count: string) => page.getByRole('button', { name: `Comments, ${count}` })
  await opener('1 open comment').waitFor()

  await page.getByRole('button', { name: 'Next page' }).tap()
  await design(2).waitFor()
  await page.getByRole('button', { name: 'Mark with: Point' }).tap()
  await page.getByRole('menuitem', { name: 'Hide pins' }).tap()
  await page.getByRole('button', { name: 'Mark with: Point' }).tap()
  await page.getByRole('menuitem', { name: 'Show pins' }).tap()
  await page.getByRole('button', { name: 'Mark with: Point' }).tap()
  await expectAccessible(page, 'kinds of marks on a phone')
  await page.getByRole('menuitemradio', { name: 'Arrow' }).tap()
  await page.getByRole('button', { name: 'Mark with: Arrow' }).waitFor()
  await drag([0.3, 0.3], [0.5, 0.4], [0.7, 0.4])
  await send('Comment on this arrow', 'Over there')
  await opener('2 open comments').tap()
  const sheet = page.locator('aside[data-sheet="open"]')
  await sheet.getByText('This part').tap()
  await design(1).waitFor()
  await sheet.getByRole('textbox', { name: 'Reply' }).fill('And this line')
  await sheet.getByRole('button', { name: 'Reply', exact: true }).tap()
  await sheet.getByRole('list', { name: 'Replies' }).getByText('And this line').waitFor()

  const near = (value: number) => expect.closeTo(value, 2)
  await expect
    .poll(async () => (await marksOf(review.files[0])).map(({ marker }) => marker))
    .toMatchObject([
      { page: 1, shape: 'RECTANGLE', x: near(0.2), y: near(0.2), width: near(0.4), height: near(0.3) },
      { page: 2, shape: 'ARROW', x: near(0.3), y: near(0.3) },
    ])
})

test('a designer checks all files by keys, owns a word of a poster, publishes three of its nine findings, dismisses the rest, and does not see them again on the corrected file', async () => {
  const text = (words: string, y: number, size: number, gray: number) => ({ words, x: 100, y, size, gray })
  const fine = text('Open every day', 700, 24, 0)
  const owned = text('Dance with the wizzards', 670, 12, 0)
  const kept = [
    ...['Choose a good seat', 'Music until late', 'Free for children'].map((words, n) =>
      text(words, 560 - n * 40, 12, 0.75),
    ),
    ...['No dogs in the hall', 'Printed on old paper'].map((words, n) => text(words, 400 - n * 40, 4, 0)),
  ]
  const faulty = [
    text('Bring your friends', 640, 12, 0.75),
    text('Doors open at noon', 600, 12, 0.75),
    text('Terms and conditions apply', 300, 4, 0),
  ]
  // An earlier try of this journey leaves its word.
  await studio.call('PATCH', '/ai/api/v1/words', { remove: ['wizzards'] })
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-poster-'))
  const path = join(folder, 'poster.pdf')
  await writeFile(path, designPdf([[fine, owned, ...kept, ...faulty]]))
  const review = await publishFiles(studio, 'A poster', [files.jpeg, path])
  const poster = review.files[1] ?? ''
  const { page } = await enter(browser, studio, `/reviews/${review.id}?file=${poster}`)
  await page.getByRole('button', { name: 'Check and export' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Check contrast, sizes, spelling…' }).click()
  const panel = page.getByRole('complementary', { name: 'Automatic checks' })
  await panel.getByRole('button', { name: 'Check this PDF' }).waitFor()
  await shownAfter(
    () => panel.getByRole('button', { name: 'Check all 2 files' }).press('Enter'),
    panel.getByText('Waiting to start…'),
  )
  const findings = panel.getByRole('list', { name: 'Findings' }).locator('[data-finding]')
  await panel.getByText('Checked as print').waitFor({ timeout: 60_000 })
  // Nine about text, and the font that is not embedded.
  await expect.poll(() => findings.count()).toBe(10)
  await page.keyboard.press('[')
  await panel.getByText('Checked as a screen').waitFor()
  await page.keyboard.press(']')
  const misspelt = findings.filter({ hasText: 'wizzards → wizards' })
  const own = misspelt.getByRole('button', { name: 'Add to dictionary' })
  await own.press('Enter')
  await misspelt.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await own.press('Enter')
  await misspelt.waitFor({ state: 'detached' })
  await expect.poll(() => findings.count()).toBe(9)
  await expect.poll(() => openFindings(poster)).toBe(9)
  await expect.poll(() => page.locator('[data-findings="8"]').count()).toBe(1)
  await expectAccessible(page, 'findings')

  const pale = findings.filter({ hasText: 'Bring your friends' })
  await pale.getByRole('button', { name: 'Publish…' }).press('Enter')
  const composer = page.getByRole('textbox', { name: 'Comment on this region' })
  await expect.poll(() => composer.inputValue()).toContain('too pale to read')
  await composer.fill('Too pale for a poster')
  await composer.press('Control+Enter')
  await panel.getByRole('button', { name: 'Published 1' }).waitFor()
  const publishTwo = async () => {
    for (const words of ['Doors open at noon', 'Terms and conditions apply'])
      await findings.filter({ hasText: words }).getByRole('checkbox').press('Space')
    await panel.getByRole('button', { name: 'Publish 2' }).press('Enter')
    await panel.getByRole('button', { name: 'Published 3' }).waitFor()
  }
  // Actions on several are undone together.
  await publishTwo()
  await page.keyboard.press('Control+z')
  await panel.getByRole('button', { name: 'Published 1' }).waitFor()
  await expect.poll(() => openFindings(poster)).toBe(8)
  await publishTwo()
  const dismissAll = panel.getByRole('button', { name: 'Dismiss all 6 findings' })
  await dismissAll.press('Enter')
  await panel.getByText('All findings are published or dismissed.').waitFor()
  await page.keyboard.press('Control+z')
  await panel.getByRole('button', { name: 'Open 6' }).waitFor()
  await dismissAll.press('Enter')
  await panel.getByText('All findings are published or dismissed.').waitFor()
  // Shown before the server has it; a new check waits for it.
  const before = await doneCheck(poster)
  await panel.getByRole('button', { name: 'Check again' }).press('Enter')
  await expect.poll(async () => [undefined, before].includes(await doneCheck(poster))).toBe(false)
  await panel.getByText('Checked as print').waitFor({ timeout: 60_000 })
  await panel.getByRole('button', { name: 'Open 0' }).waitFor()
  await panel.getByRole('button', { name: 'Dismissed 6' }).waitFor()

  await panel.getByRole('button', { name: 'Published 3' }).press('Enter')
  await findings
    .filter({ hasText: 'Bring your friends' })
    .getByRole('button', { name: 'Show comment' })
    .press('Enter')
  const comment = page
    .getByRole('list', { name: 'List of comments' })
    .getByRole('listitem')
    .filter({ hasText: 'Too pale for a poster' })
  await comment.getByText('From the automatic checks').waitFor()
  const made = (await marksOf(poster)).find(({ message }) => message === 'Too pale for a poster')
  expect(made?.marker.shape).toBe('RECTANGLE')
  expect(made?.marker.x).toBeCloseTo(100 / 595, 2)

  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Simulating: Protanopia (red-blind)' }).waitFor()
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  await page.getByRole('menuitem', { name: 'Change list…' }).click()
  const changes = page.getByRole('dialog', { name: 'Change list' })
  await changes.getByText('Too pale for a poster').waitFor()
  await expectAccessible(page, 'the change list')
  await changes.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('- [ ] **1** Too pale for a poster – Olga Owner ([open](http')
  await page.keyboard.press('Escape')

  // The corrected file: published findings are gone, dismissed ones stay dismissed.
  await writeFile(
    path,
    designPdf([[fine, owned, ...kept, ...faulty.map((one) => ({ ...one, size: 12, gray: 0 }))]]),
  )
  const form = new FormData()
  form.set('file', await openAsBlob(path), 'poster.pdf')
  const mended = (await studio.call('POST', '/file/api/v1', form)).result._id
  await studio.call('POST', `/file/api/v1/version/${poster}`, { file: mended })
  await page.getByRole('application').focus()
  await page.keyboard.press('k')
  await panel.getByRole('button', { name: 'Check again' }).press('Enter')
  await panel.getByRole('button', { name: 'Published 0' }).waitFor({ timeout: 60_000 })
  await panel.getByRole('button', { name: 'Dismissed 6' }).waitFor()
  await expect.poll(() => openFindings(poster)).toBe(0)
  await panel.getByRole('button', { name: 'Dismissed 6' }).press('Enter')
  await findings.first().getByRole('button', { name: 'Restore' }).press('Enter')
  await panel.getByRole('button', { name: 'Open 1' }).press('Enter')
  await panel.getByRole('button', { name: 'Detected from size · AA' }).press('Enter')
  const brief = page.getByRole('dialog', { name: 'What these designs are for' })
  await brief.getByLabel('Required text contrast').selectOption('AAA')
  await brief.getByRole('button', { name: 'Save and check all 2 files' }).press('Enter')
  await panel.getByRole('button', { name: 'Detected from size · AAA' }).waitFor()
  await panel.getByText('needs 7:1').first().waitFor({ timeout: 60_000 })

  const reviewer = await newPerson(browser, phone)
  const { pathname, search } = new URL(review.link)
  await reviewer.page.goto(pathname + search)
  await reviewer.page.getByRole('button', { name: 'Simulate vision' }).tap()
  await reviewer.page.getByRole('menuitemradio', { name: /^Deuteranopia/ }).tap()
  await reviewer.page.getByRole('button', { name: /^Simulating: Deuteranopia/ }).waitFor()
  await reviewer.page.getByText('Deuteranopia (green-blind)', { exact: true }).waitFor()
  await reviewer.page.getByRole('button', { name: 'Back to normal vision' }).tap()
  await reviewer.page.getByRole('button', { name: 'Simulate vision' }).waitFor()
})
