import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson, phone, readOnPaper } from './browser.ts'
import { enter, newCommentedReview, type Place } from './commented-review.ts'
import { compose, sendKey } from './keyboard.ts'
import { makeJourneyFiles, pdf } from './made-files.ts'
import { findInMail } from './mailbox.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

const designBox = async (page: Page) => {
  const box = await page.getByRole('application').getByRole('img').first().boundingBox()
  if (!box) throw new Error('the design is not on screen')
  return box
}

/** A pin's body is above and right of its place. */
async function tapPin(page: Page, { x, y }: Place): Promise<void> {
  const box = await designBox(page)
  await page.touchscreen.tap(box.x + box.width * x + 8, box.y + box.height * y - 10)
}

/** Whether a click in its middle would reach it. */
const isOnTop = (control: Locator) =>
  control.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  })

describe.each([
  ['a phone', phone],
  ['a tablet', { width: 768, height: 1024 }],
])('on %s', (_what, screen) => {
  test('a tapped pin shows its comment and stays visible above it', async () => {
    const low = { x: 0.5, y: 0.95 }
    const { studio, id } = await newCommentedReview([files.jpeg, files.pdf], [{ x: 0.2, y: 0.2 }, low])
    const { page, context } = await enter(browser, studio, `/reviews/${id}`, screen)
    const isTablet = screen !== phone
    // With animations, the sheet is still moving when the pin must move above it.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Comments, 2 open comments' }).waitFor()
    const before = await designBox(page)
    const upload = page.getByRole('complementary', { name: 'Shortcuts' }).getByRole('button')
    // In the strip's row, below the design.
    const [stage, button] = [await page.getByRole('application').boundingBox(), await upload.boundingBox()]
    expect(button?.y).toBeGreaterThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0))
    if (isTablet)
      await page.mouse.click(before.x + before.width * low.x + 8, before.y + before.height * low.y - 10)
    else await tapPin(page, low)

    const sheet = page.locator('aside[data-sheet="open"]')
    await sheet.getByRole('textbox', { name: 'Reply' }).waitFor()
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
    await expect
      .poll(async () => {
        const box = await designBox(page)
        return box.y + box.height * low.y < ((await sheet.boundingBox())?.y ?? 0)
      })
      .toBe(true)

    // Nothing floats over the text being written.
    await sheet.getByRole('textbox', { name: 'Reply' }).fill('Yes')
    await expect.poll(() => isOnTop(sheet.getByRole('button', { name: 'Reply', exact: true }))).toBe(true)
    const box = await upload.boundingBox()
    const isCovered = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest('aside[data-sheet]') !== null,
      [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2],
    )
    expect(isCovered).toBe(true)

    await page.getByRole('button', { name: 'Close comments' }).click()
    await expect.poll(async () => (await designBox(page)).y).toBeCloseTo(before.y, 0)

    // Opened by hand, it keeps the selected pin visible too.
    await page.getByRole('button', { name: 'Comments, 2 open comments' }).click()
    await expect
      .poll(async () => {
        const moved = await designBox(page)
        return moved.y + moved.height * low.y < ((await sheet.boundingBox())?.y ?? 0)
      })
      .toBe(true)
    await context.close()
  })

  test('a comment’s link shows its pin above the comment', async () => {
    const low = { x: 0.5, y: 0.95 }
    const { studio, id, comments } = await newCommentedReview([files.jpeg], [{ x: 0.2, y: 0.2 }, low])
    const { page, context } = await enter(browser, studio, `/reviews/${id}?comment=${comments[1]}`, screen)
    const sheet = page.locator('aside[data-sheet="open"]')
    await sheet.getByRole('textbox', { name: 'Reply' }).waitFor()
    await expect
      .poll(async () => {
        const box = await designBox(page)
        return box.y + box.height * low.y < ((await sheet.boundingBox())?.y ?? 0)
      })
      .toBe(true)
    await context.close()
  })

  test('the comments open with the whole design above them, and restore its view', async () => {
    const { studio, id } = await newCommentedReview([files.jpeg], [{ x: 0.2, y: 0.2 }])
    const { page, context } = await enter(browser, studio, `/reviews/${id}`, screen)
    const opener = page.getByRole('button', { name: 'Comments, 1 open comment' })
    await opener.waitFor()
    const before = await designBox(page)
    await opener.click()
    const sheet = page.locator('aside[data-sheet="open"]')
    await sheet.waitFor()
    await expect
      .poll(async () => {
        const box = await designBox(page)
        return box.y > 0 && box.y + box.height < ((await sheet.boundingBox())?.y ?? 0)
      })
      .toBe(true)

    // The device's keyboard covers the bottom of the page.
    await sheet.getByRole('textbox', { name: 'Comment on the whole file' }).fill('All of it')
    const cover = (px: number) =>
      page.evaluate((height) => {
        Object.defineProperty(window.visualViewport, 'height', { configurable: true, value: height })
        window.visualViewport?.dispatchEvent(new Event('resize'))
      }, screen.height - px)
    await cover(360)
    const send = await sheet.getByRole('button', { name: 'Comment', exact: true }).boundingBox()
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(screen.height - 360)
    await cover(0)
    await sheet.getByRole('textbox', { name: 'Comment on the whole file' }).fill('')
    await page.getByRole('button', { name: 'Close comments' }).click()
    await expect.poll(async () => await designBox(page)).toEqual(before)
    await context.close()
  })
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])(
  'a reply that grows at the bottom of the list keeps itself and its button in view, %s',
  async (_, screen) => {
    const places = Array.from({ length: 9 }, (_one, i) => ({ x: 0.1 + i * 0.08, y: 0.2 }))
    const { studio, id, comments } = await newCommentedReview([files.jpeg], places)
    const { page, context } = await enter(browser, studio, `/reviews/${id}?comment=${comments[8]}`, screen)
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.click()
    const list = page.getByRole('list', { name: 'List of comments' })
    const isInView = async (part: Locator) => {
      const [view, box] = [await list.boundingBox(), await part.boundingBox()]
      if (!view || !box) return false
      return box.y >= view.y - 1 && box.y + box.height <= view.y + view.height + 1
    }
    const button = page
      .getByRole('group', { name: 'Reply' })
      .getByRole('button', { name: 'Reply', exact: true })
    for (let line = 1; line <= 7; line++) {
      await page.keyboard.type(`Line ${line}`)
      await expect.poll(() => isInView(button), { message: `the button at line ${line}` }).toBe(true)
      await expect.poll(() => isInView(reply), { message: `the text at line ${line}` }).toBe(true)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => isOnTop(button)).toBe(true)
    await context.close()
  },
)

test('a place tapped above the open sheet shows its composer', async () => {
  const { studio, id } = await newCommentedReview([files.jpeg, files.pdf], [{ x: 0.5, y: 0.5 }])
  const { page, context } = await enter(browser, studio, `/reviews/${id}`, phone)
  await page.getByRole('button', { name: 'Comments, 1 open comment' }).waitFor()
  await tapPin(page, { x: 0.5, y: 0.5 })
  await page.locator('aside[data-sheet="open"]').waitFor()
  const field = page.getByRole('textbox', { name: 'Comment on this place' })
  // On a busy machine the stage may still be resizing for the sheet when tapped.
  const tapped = async () => {
    if (await field.isVisible()) return true
    const box = await designBox(page)
    await page.touchscreen.tap(box.x + box.width * 0.2, box.y + box.height * 0.3)
    return false
  }
  await expect.poll(tapped, { interval: 2_000 }).toBe(true)
  await field.fill('Here')
  await page.locator('aside[data-sheet="closed"]').waitFor({ state: 'attached' })
  const send = page.getByRole('application').getByRole('button', { name: 'Comment', exact: true })
  await expect.poll(() => isOnTop(send)).toBe(true)
  await context.close()
})

test('on a desktop the floating button does not cover the current page, and the bar not the review’s name', async () => {
  const catalogue = join(await mkdtemp(join(tmpdir(), 'wingmark-catalogue-')), 'catalogue.pdf')
  await writeFile(catalogue, pdf(14))
  const {
    studio,
    id,
    files: ids,
  } = await newCommentedReview([catalogue], [], 'Museum of Weather – visitor guide')
  const { page, context } = await enter(browser, studio, `/reviews/${id}?file=${ids[0]}&page=13`)
  await page.getByLabel('Page of 14').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  const tile = page.getByRole('list', { name: 'Pages of' }).locator('[aria-current="page"]')
  await expect.poll(() => tile.getAttribute('data-page')).toBe('14')
  const upload = page.getByRole('complementary', { name: 'Shortcuts' }).getByRole('button')
  await expect
    .poll(async () => {
      const [above, below] = [await tile.boundingBox(), await upload.boundingBox()]
      return (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0)
    })
    .toBe(true)

  const name = page.getByRole('heading', { level: 1 })
  await expect.poll(() => name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)

  // In forced colours, the pressed tool still differs from the rest.
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (tool: string) =>
    page
      .getByRole('button', { name: tool, exact: true })
      .evaluate((one) => getComputedStyle(one).backgroundColor)
  await expect.poll(async () => (await ground('Point')) === (await ground('Region'))).toBe(false)
  await context.close()
})

test.each([1, 1.25])('a line separates comments, even at fractional heights, at %s×', async (scale) => {
  const places = Array.from({ length: 6 }, (_, n) => ({ x: 0.1 * (n + 1), y: 0.5 }))
  const { studio, id, comments } = await newCommentedReview([files.jpeg], places)
  for (const comment of comments.slice(1, 4))
    await studio.call('PATCH', `/comment/api/v1/${comment}`, { message: 'Two lines of words. '.repeat(3) })
  const person = await newPerson(browser, { width: 1440, height: 900 }, { deviceScaleFactor: scale })
  const { page, context } = person
  await context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await page.goto(`/reviews/${id}`)
  const cards = page.getByRole('list', { name: 'List of comments' }).locator('[data-selected]')
  await expect.poll(() => cards.count()).toBe(6)
  for (let n = 0; n < 5; n++) {
    const [card, next] = [await cards.nth(n).boundingBox(), await cards.nth(n + 1).boundingBox()]
    if (!card || !next) throw new Error('a card is not on screen')
    const clip = { x: card.x + card.width - 12, y: card.y + card.height - 2, width: 4, height: 5 }
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    expect([n, channels.some(({ max, min }) => max - min > 4)]).toEqual([n, true])
  }
})

test('the toast of an action does not cover the first hint', async () => {
  const { studio, id } = await newCommentedReview([files.jpeg], [{ x: 0.2, y: 0.2 }])
  const { page, context } = await enter(browser, studio, `/reviews/${id}`)
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  // The page itself measures it: a busy machine may look after the toast has gone.
  const boxes = await page.waitForFunction(() => {
    const boxOf = (selector: string, words: string) =>
      [...document.querySelectorAll(selector)]
        .find((element) => element.textContent?.includes(words))
        ?.getBoundingClientRect()
    const toast = boxOf('[role="alert"]', 'Comment resolved')
    const hint = boxOf('span', 'Click anywhere to comment')
    return toast && hint && { toast: toast.top, hint: hint.bottom }
  })
  const { toast, hint } = (await boxes.jsonValue()) ?? { toast: 0, hint: 0 }
  expect(hint).toBeLessThan(toast)
  await context.close()
})

test('on a tablet the bar turns pages, and the bottom of a tall page is uncovered', async () => {
  const { studio, id } = await newCommentedReview([files.pdf], [])
  const { page, context } = await enter(browser, studio, `/reviews/${id}`, { width: 768, height: 1024 })
  const pages = page.getByRole('form', { name: 'Pages' })
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => pages.getByLabel('Page of 6').inputValue()).toBe('2')
  await page
    .getByRole('application')
    .getByRole('img', { name: /page 2 of 6/ })
    .waitFor()
  await expect
    .poll(async () => {
      const design = await designBox(page)
      return ((await pages.boundingBox())?.y ?? 0) > design.y + design.height
    })
    .toBe(true)
  await context.close()
})

test.each([
  ['a phone', phone],
  ['a desk', desktop],
])(
  'on %s a guest names the owner behind an “@”, who gets a notification and follows it there',
  async (_what, screen) => {
    const places = [0.2, 0.5, 0.8].map((x) => ({ x, y: 0.2 }))
    const { studio, link, comments } = await newCommentedReview([files.jpeg, files.png], places)
    const { page } = await newPerson(browser, screen)
    await page.goto(`${link}&comment=${comments[1]}`)
    const field = page.getByRole('textbox', { name: 'Reply' })
    await field.click()
    await field.pressSequentially('Thank you @olg')
    const option = page.getByRole('option', { name: 'Olga Owner' })
    await option.waitFor()
    await expectAccessible(page, 'people to mention')
    if (screen === phone) await option.tap()
    else await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Thank you @Olga Owner ')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await option.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByRole('textbox', { name: 'What’s your name?' }).fill('Gina Guest')
    await page.keyboard.press('Enter')
    const replies = page.getByRole('list', { name: 'Replies' })
    await replies.getByText('@Olga Owner', { exact: true }).waitFor()
    await expect
      .poll(async () => {
        const answer: object = await studio.call('GET', '/notification/api/v1/user')
        return 'results' in answer && Array.isArray(answer.results) ? answer.results.at(0) : null
      })
      .toMatchObject({ action: 'MENTIONED' })

    if (screen !== phone) return
    // Not the first thread of the review: this very one.
    const path = await findInMail(
      studio.email,
      /Gina Guest \(guest\) mentioned you[^]*?https?:\/\/[^/\s]+(\/reviews\/\S+)/,
    )
    const owner = await enter(browser, studio, path, screen)
    const thread = owner.page.locator('li[data-selected="true"]')
    await thread.getByText('@Olga Owner', { exact: true }).waitFor()
    await expect.poll(() => isOnTop(thread.getByText('@Olga Owner', { exact: true }))).toBe(true)
    await thread.getByText('Made up comment 2').waitFor()
  },
)

test('long comments and long threads show in full on request, and are edited in full', async () => {
  const places = [0.2, 0.8].map((x) => ({ x, y: 0.2 }))
  const { studio, id, comments } = await newCommentedReview([files.jpeg], places)
  const message = `${'A long story. '.repeat(600)}The end.`
  const other = `${'Another tale. '.repeat(300)}Its moral.`
  await studio.call('PATCH', `/comment/api/v1/${comments[0]}`, { message })
  await studio.call('PATCH', `/comment/api/v1/${comments[1]}`, { message: other })
  for (let n = 1; n <= 30; n++) {
    const reply = { comment: comments[0], message: `Reply ${n}. ${'And so on. '.repeat(150)}` }
    await studio.call('POST', '/comment/api/v1/reply', reply)
  }
  const { page } = await enter(browser, studio, `/reviews/${id}?comment=${comments[0]}`)
  const card = page.locator('li[data-selected="true"]')
  const replies = page.getByRole('list', { name: 'Replies' }).getByRole('listitem')
  await card.getByText('A long story.').waitFor()
  await expect.poll(() => card.getByText('The end.').count()).toBe(0)
  await card.getByRole('button', { name: 'Show full message' }).first().click()
  await card.getByText('The end.').waitFor()
  await card.getByRole('button', { name: /^Show \d+ more replies$/ }).click()
  await expect.poll(() => replies.count()).toBe(30)
  // The field stays in sight below what was sent from it.
  const answer = card.getByRole('textbox', { name: 'Reply', exact: true })
  await answer.fill('One\nTwo\nThree')
  await answer.press('Control+Enter')
  await expect.poll(() => replies.count()).toBe(31)
  await expect
    .poll(async () => {
      const list = page.getByRole('list', { name: 'List of comments' })
      const [field, around] = [await answer.boundingBox(), await list.boundingBox()]
      return (field?.y ?? 0) + (field?.height ?? 0) < (around?.y ?? 0) + (around?.height ?? 0)
    })
    .toBe(true)
  await page.reload()
  await card.getByText('A long story.').waitFor()
  await card.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await expect.poll(() => field.inputValue()).toBe(message)
  await field.fill('Short now')
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Short now').waitFor()
  await card.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect.poll(() => field.inputValue()).toBe('Short now')
  // Its further replies are fetched to search them.
  await page.goto(`/reviews/${id}`)
  await page.getByRole('button', { name: 'Search comments' }).click()
  const words = page.getByRole('textbox', { name: 'Words in these comments' })
  await words.fill('zebra')
  await page.getByText('0 comments found').waitFor()
  await words.fill('reply 30.')
  await page.getByText('1 comment found').waitFor()
  // So is the rest of a long message, which matches no other word.
  const cards = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
  await words.fill('moral')
  await page.getByText('1 comment found').waitFor()
  await expect.poll(() => cards.count()).toBe(1)
  await cards
    .getByRole('button', { name: /^Another tale\./ })
    .first()
    .click()
  await card.waitFor()
  // With one open, too, the list matches its count.
  await words.fill('short now')
  await page.getByText('1 comment found').waitFor()
  await expect.poll(() => cards.getByText('Another tale.').count()).toBe(0)
  await words.fill('zebra')
  await page.getByText('0 comments found', { exact: true }).waitFor()
  await page.getByText('No comments match this filter').waitFor()
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('a tall page opens at the width of the stage, before any script too, %s', async (_where, screen) => {
  const { link } = await newCommentedReview([files.tall], [])
  const padding = screen === phone ? 8 : 24
  const still = await newPerson(browser, screen, { javaScriptEnabled: false })
  await still.page.goto(link)
  const first = await still.page.locator('#first-design img').boundingBox()
  const firstStage = await still.page.locator('#first-design').boundingBox()
  // A locked review reveals nothing, and its room begins the same.
  still.allows('csp ', 'console: The resource')
  await still.page.goto('/reviews/0190a0a0-0000-7000-8000-000000000000')
  await expect.poll(() => still.page.locator('#first-room').boundingBox()).toEqual(firstStage)
  const shapes = () => getComputedStyle(document.body, '::before').backgroundImage
  await expect.poll(() => still.page.evaluate(shapes)).toContain('gradient')
  const { page } = await newPerson(browser, screen)
  await page.goto(link)
  const stage = page.getByRole('application')
  await stage.getByRole('img').first().waitFor()
  // The stage gets its final width with the panel, which renders after the design.
  const look = async () => ({ area: await stage.boundingBox(), box: await designBox(page) })
  await expect
    .poll(async () => {
      const { area, box } = await look()
      return box.width - (area?.width ?? 0) + 2 * padding
    })
    .toBeCloseTo(0, 0)
  const { area, box } = await look()
  expect(box.y - (area?.y ?? 0)).toBeCloseTo(padding, 0)
  // The server's picture includes its padding.
  expect((first?.width ?? 0) - 2 * padding).toBeCloseTo(box.width, 0)
  expect((first?.y ?? 0) + padding).toBeCloseTo(box.y, 0)
})

test('the wheel scrolls a tall page, with Ctrl it zooms at the pointer, and a reload restores that', async () => {
  const { link } = await newCommentedReview([files.tall, files.png], [{ x: 0.5, y: 0.05 }])
  const { page } = await newPerson(browser)
  await page.goto(link)
  const stage = page.getByRole('application')
  await stage.getByRole('img').first().waitFor()
  const before = await designBox(page)
  const at = { x: before.x + 200, y: 400 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await designBox(page)).y).toBeCloseTo(before.y - 600, 0)
  await expect.poll(async () => (await designBox(page)).width).toBeCloseTo(before.width, 0)

  const scrolled = await designBox(page)
  const zoomInAddress = () => new URL(page.url()).searchParams.get('zoom')
  const entries = await page.evaluate(() => history.length)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await designBox(page)).width).toBeGreaterThan(before.width * 1.1)
  const zoomed = await designBox(page)
  expect((at.y - zoomed.y) / zoomed.height).toBeCloseTo((at.y - scrolled.y) / scrolled.height, 3)
  expect((at.x - zoomed.x) / zoomed.width).toBeCloseTo((at.x - scrolled.x) / scrolled.width, 3)
  const zoom = page.getByRole('group', { name: 'Zoom' })
  await expect.poll(zoomInAddress).toMatch(/^\d+$/)
  await zoom.getByRole('button', { name: `Zoom ${zoomInAddress()}%, show 100%` }).waitFor()
  await expect.poll(() => page.evaluate(() => history.length)).toBe(entries)

  // Each file has its own view.
  await page.getByRole('button', { name: /^logo\.png/ }).click()
  await stage.getByRole('img', { name: 'logo.png' }).waitFor()
  await expect.poll(async () => (await designBox(page)).width).toBeCloseTo(800, 0)
  await page.getByRole('button', { name: /^landing\.png/ }).click()
  await expect.poll(async () => (await designBox(page)).y).toBeCloseTo(zoomed.y, 0)
  await page.reload()
  await stage.getByRole('img', { name: 'landing.png' }).waitFor()
  await expect.poll(async () => (await designBox(page)).y).toBeCloseTo(zoomed.y, 0)

  // The address overrides the tab's stored view.
  const shared = new URL(page.url())
  shared.searchParams.set('zoom', '150')
  await page.goto(shared.href)
  await zoom.getByRole('button', { name: 'Zoom 150%, show 100%' }).waitFor()

  await zoom.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(async () => (await designBox(page)).height).toBeLessThan(800)
  await zoom.getByRole('button', { name: 'Fit', pressed: true }).waitFor()
  await zoom.getByRole('button', { name: 'Width' }).click()
  await expect.poll(async () => (await designBox(page)).width).toBeCloseTo(before.width, 0)
  await expect.poll(zoomInAddress).toBeNull()
  await page.keyboard.press('h')
  await page.getByRole('button', { name: 'Pins are hidden' }).waitFor()
  await expectAccessible(page, 'a room without its pins')
  await page.getByRole('button', { name: 'Pins are hidden' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Hide pins', checked: true }).press('Enter')
  await page.getByRole('button', { name: 'View', exact: true }).waitFor()
})

test('comments are searched by a key, sorted and filtered', async () => {
  const places = [
    { x: 0.2, y: 0.2 },
    { x: 0.5, y: 0.5 },
    { x: 0.8, y: 0.8 },
  ]
  const { studio, link, comments, files: ids } = await newCommentedReview([files.jpeg, files.png], places)
  await studio.call('PATCH', `/comment/api/v1/${comments[1]}`, { message: 'A larger headline, at the café' })
  const { page } = await newPerson(browser)
  await page.goto(link)
  const cards = page.getByRole('list', { name: 'List of comments' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(3)
  // On a Hebrew layout.
  await sendKey(page, { key: '/', code: 'KeyQ' })
  const field = page.getByRole('search').getByRole('textbox')
  await field.fill('cafe')
  await compose(page, 'ねこ', 'Escape')
  await page.keyboard.type(' headline')
  await expect.poll(() => cards.count()).toBe(1)
  await page.getByRole('status').getByText('1 comment found').waitFor()
  await expectAccessible(page, 'a search in the comments')
  await field.fill('nobody wrote this')
  await page.getByText('No comments match this filter').waitFor()
  await field.press('Escape')
  await expect.poll(() => cards.count()).toBe(3)

  const menu = page.getByRole('button', { name: 'Sort and filter' })
  await menu.click()
  await expectAccessible(page, 'order and filter of the comments')
  await page.getByRole('menuitemradio', { name: 'Newest first' }).click()
  await expect.poll(() => cards.first().innerText()).toContain('Made up comment 3')
  await menu.click()
  await page.getByRole('menuitemradio', { name: 'Threads I’m in' }).click()
  await page.getByText('No comments match this filter').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => cards.first().innerText()).toContain('Made up comment 1')

  const content = { file: ids[1], type: 'GENERAL', message: 'About the logo', files: [], mentions: [] }
  await studio.call('POST', '/comment/api/v1', content)
  await page.getByTitle('Which comments are listed').click()
  await page.getByRole('menuitemradio', { name: 'Whole review' }).click()
  await cards.filter({ hasText: 'About the logo' }).waitFor()
  await expectAccessible(page, 'the comments of a whole review')
  await page.getByRole('heading', { name: 'logo.png' }).getByRole('button').click()
  await page.getByRole('region', { name: 'Design' }).getByRole('img', { name: 'logo.png' }).waitFor()
  await expect.poll(() => cards.filter({ hasText: 'Made up comment 1' }).count()).toBe(1)

  // On a Russian, a Korean and a German Mac layout.
  await sendKey(page, { key: 'т', code: 'KeyN' })
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.waitFor()
  await sendKey(page, { key: 'ㄱ', code: 'KeyR' })
  await expect.poll(() => reply.evaluate((field) => field === document.activeElement)).toBe(true)

  // It is in the address, so that a reload opens it again.
  const inAddress = () => new URL(page.url()).searchParams.get('comment')
  await expect.poll(inAddress).toMatch(/^[0-9a-f-]{36}$/)
  await page.reload()
  await reply.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(inAddress).toBeNull()
  const shown = (name: string) => page.getByRole('region', { name: 'Design' }).getByRole('img', { name })
  await sendKey(page, { key: '[', code: 'Digit5', altKey: true })
  await shown('poster.jpg').waitFor()
  await sendKey(page, { key: 'ъ', code: 'BracketRight' })
  await shown('logo.png').waitFor()

  // A file with only new replies says so, whether they arrive now or while away.
  const tile = (name: RegExp) => page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name })
  const answer = () => studio.call('POST', '/comment/api/v1/reply', { comment: comments[0], message: 'Yes' })
  await tile(/^logo\.png/).click()
  await answer()
  await tile(/^poster\.jpg.*new comments/).click()
  await tile(/^logo\.png/).click()
  const atLogo = () => page.getByRole('region', { name: 'Design' }).getByRole('img', { name: 'logo.png' })
  await atLogo().waitFor()
  await expect.poll(() => tile(/new comments/).count()).toBe(0)
  const place = page.url()
  await page.goto('about:blank')
  await answer()
  await page.goto(place)
  await tile(/^poster\.jpg.*new comments/).click()
  await expect.poll(() => cards.count()).toBe(3)
  const paper = await readOnPaper(page)
  const [first, second] = ['Made up comment 1', 'A larger headline, at the café']
  expect(paper).toMatch(new RegExp(`^Spring campaign[\\s\\S]*${first}[\\s\\S]*Yes\\s+[\\s\\S]*${second}`))
  expect(paper).toMatch(/\n3\s+Olga Owner · \d+ \w+ \d+, \d\d:\d\d\s+Made up comment 3$/)
})
