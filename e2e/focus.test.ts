import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { phone } from './browser.ts'
import { enter, newCommentedReview } from './commented-review.ts'
import { menuHasFocus, tabTo } from './keyboard.ts'
import { makeJourneyFiles } from './made-files.ts'
import { newStudio, publishFiles } from './studio.ts'

let browser: Browser
let files: Awaited<ReturnType<typeof makeJourneyFiles>>
beforeAll(async () => {
  browser = await launchChromium()
  files = await makeJourneyFiles()
})
afterAll(() => browser.close())

/** The focused element's label. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing'
    return element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
  })

async function expectFocus(page: Page, words: RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toMatch(words)
}

/** Labels of buttons in the accent colour. */
const loudButtons = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--mantine-primary-color-filled)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    const isLoud = (button: Element) =>
      button.checkVisibility() && getComputedStyle(button).backgroundColor === color
    return [...document.querySelectorAll('button, a')].filter(isLoud).map((one) => one.textContent)
  })

const onHeading = (page: Page, words: string) => page.locator('h1:focus').filter({ hasText: words }).waitFor()

describe('in a review room the keyboard', () => {
  test('stays in the list when a comment is resolved, reopened or deleted', async () => {
    const places = [0.2, 0.5, 0.8].map((x) => ({ x, y: 0.5 }))
    const { studio, id } = await newCommentedReview([files.jpeg], places)
    const { page, context } = await enter(browser, studio, `/reviews/${id}`)
    const card = (n: number) => page.getByRole('listitem').filter({ hasText: `Made up comment ${n}` })
    await card(1).getByRole('button', { name: 'Resolve' }).press('Enter')
    await expectFocus(page, /Comment 2 on page 1/)

    // Undone by key, wherever the focus is.
    await page.keyboard.press('Control+z')
    await card(1).waitFor()
    await page.getByText('Comment resolved').waitFor({ state: 'detached' })
    await expectFocus(page, /Comment 2 on page 1/)

    await card(3)
      .getByRole('button', { name: /^Made up comment 3 · Comment 3 on page 1/ })
      .press('Enter')
    await card(3).getByRole('button', { name: 'More' }).press('Enter')
    await menuHasFocus(page)
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await expectFocus(page, /Comment 2 on page 1/)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Reply' }).waitFor()
    await page.keyboard.press('e')
    await expectFocus(page, /Comment 1 on page 1/)
    await card(1).getByRole('button', { name: 'Resolve' }).press('Enter')
    await expectFocus(page, /^Open/)

    await page.getByRole('button', { name: /^Resolved/ }).press('Enter')
    await card(1).getByRole('button', { name: 'Reopen' }).press('Enter')
    await expectFocus(page, /Comment 2 on page 1/)
    await context.close()
  })

  test('comes back from the button of the toast', async () => {
    const { studio, id } = await newCommentedReview([files.jpeg], [{ x: 0.5, y: 0.5 }])
    const { page, context } = await enter(browser, studio, `/reviews/${id}`)
    await page.getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
    await page.getByText('Comment resolved').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).not.toBe('nothing')
    await context.close()
  })

  test('comes back from the list of keys, and stays on “Next page” at the last one', async () => {
    const { studio, id, files: ids } = await newCommentedReview([files.pdf], [])
    const { page, context } = await enter(browser, studio, `/reviews/${id}?file=${ids[0]}&page=5`)
    await page.getByLabel('Page of 6').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
    await expectFocus(page, /^View$/)

    const next = page.getByRole('button', { name: 'Next page', exact: true })
    await next.press('Enter')
    await expect.poll(() => page.getByLabel('Page of 6').inputValue()).toBe('6')
    await expectFocus(page, /^Next page$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Page of 6').inputValue()).toBe('6')
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true')
    await context.close()
  })
})

test('a designer goes through a review by keys alone, always sees the focus, and hears what happens', async () => {
  const places = [0.2, 0.5, 0.8].map((x) => ({ x, y: 0.5 }))
  const { studio, id, files: ids } = await newCommentedReview([files.jpeg], places)
  const { page } = await enter(browser, studio, '/reviews')
  const said = page.getByRole('log')
  const list = page.getByRole('list', { name: 'List of comments' })
  const card = (words: string) => list.getByRole('listitem').filter({ hasText: words })
  /** On screen, uncovered, and with a ring or a caret. */
  const seen = async (where: Locator) => {
    await expect
      .poll(() =>
        where.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
          const { outlineStyle } = getComputedStyle(element)
          const ring = element.matches('textarea, input, [data-stage]') || outlineStyle === 'solid'
          return [document.activeElement === element, element.contains(hit) && ring]
        }),
      )
      .toEqual([true, true])
  }

  await tabTo(page, 'Spring campaign')
  await page.keyboard.press('Enter')
  await page.getByRole('application').getByRole('img', { name: 'poster.jpg' }).waitFor()
  await card('Made up comment 3').waitFor()
  await page.keyboard.press('n')
  await seen(card('Made up comment 1'))
  await said.getByText(/^Made up comment 1 · Olga Owner · middle left.* · 1 of 3$/).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.keyboard.press('p')
  await seen(card('Made up comment 2'))
  await said.getByText(/^Made up comment 2 .* 2 of 3$/).waitFor()
  await expect.poll(() => card('Made up comment 2').getAttribute('data-selected')).toBe('true')

  await page.keyboard.press('r')
  await seen(page.getByRole('textbox', { name: 'Reply' }))
  await page.keyboard.type('No, larger')
  await expect.poll(() => loudButtons(page)).toEqual(['Reply'])
  await page.keyboard.press('Control+Enter')
  await page.getByRole('list', { name: 'Replies' }).getByText('No, larger').waitFor()
  await page.keyboard.press('Escape')
  await seen(card('Made up comment 2'))
  await page.keyboard.press('l')
  await seen(page.getByRole('button', { name: 'Thumbs up' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await card('Made up comment 2')
    .getByRole('button', { name: /^Heart, 1/ })
    .waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('e')
  await page.getByRole('alert').getByText('Comment resolved').waitFor()
  await said.getByText(/^Made up comment 3 /).waitFor()
  await expectFocus(page, /Comment 3 on page 1/)
  await seen(card('Made up comment 3').getByRole('button', { name: /^Made up comment 3/ }))

  await page.keyboard.press('g')
  await seen(page.getByRole('application'))
  await said.getByText(/^Crosshair on\. middle, 50% from the left/).waitFor()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await said.getByText(/ wide, .* high$/).waitFor()
  await page.keyboard.press('Enter')
  await seen(page.getByRole('textbox', { name: 'Comment on this region' }))
  await page.keyboard.type('Round these corners')
  await page.keyboard.press('Control+Enter')
  await card('Round these corners').waitFor()
  await seen(page.getByRole('application'))

  await page.keyboard.press('/')
  await seen(page.getByRole('textbox', { name: 'Words in these comments' }))
  await page.keyboard.type('corners')
  await page.getByRole('status').getByText('1 comment found').waitFor()
  await page.keyboard.press('Escape')
  await seen(page.getByRole('application'))
  // Its position on the page: left of the third one, which is the last.
  await page.keyboard.press('p')
  await page.keyboard.press('p')
  await seen(card('Round these corners'))
  await page.keyboard.press('Escape')
  await expect.poll(() => list.locator('[data-selected="true"]').count()).toBe(0)
  await seen(card('Round these corners'))
  await page.keyboard.press('Enter')
  await list.locator('[data-selected="true"]').filter({ hasText: 'Round these corners' }).waitFor()
  await seen(card('Round these corners'))

  const stored: object = await studio.call('GET', `/comment/api/v1/file/${ids[0]}`)
  expect(Reflect.get(stored, 'results')).toMatchObject([
    { status: 'OPEN' },
    { status: 'RESOLVED', replyCount: 1, reactions: [{ kind: 'HEART', count: 1 }] },
    { status: 'OPEN' },
    { marker: { shape: 'RECTANGLE' }, message: 'Round these corners' },
  ])
  expect(page.url()).toContain(id)
})

test('Escape in the share dialog cancels what was begun, and the focus returns', async () => {
  const { studio, id } = await newCommentedReview([files.png], [])
  const { page, context } = await enter(browser, studio, `/reviews/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Share/ })
  const inside = (name: string) => dialog.getByRole('button', { name, exact: true })

  await dialog.getByRole('button', { name: /^More options/ }).press('Enter')
  await inside('Set key').press('Enter')
  await dialog.getByLabel('Access key', { exact: true }).fill('secret')
  for (const name of ['Save key', 'Cancel']) {
    const box = await inside(name).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
  }
  await tabTo(page, 'Show key')
  await tabTo(page, 'Save key')
  await page.keyboard.press('Escape')
  await expectFocus(page, /^Set key$/)
  await inside('Set key').press('Enter')
  await inside('Cancel').press('Enter')
  await expectFocus(page, /^Set key$/)

  await inside('New link').press('Enter')
  await expectFocus(page, /^Keep old link$/)
  await page.keyboard.press('Escape')
  await expectFocus(page, /^New link$/)

  await inside('Add link').press('Enter')
  await inside('Cancel').focus()
  await page.keyboard.press('Escape')
  await expectFocus(page, /^Add link$/)

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expectFocus(page, /^Share$/)
  await context.close()
})

test('each page focuses its heading, and closing a card’s dialog its menu', async () => {
  const { studio } = await newCommentedReview([files.png], [], 'Autumn posters')
  const { page, context } = await enter(browser, studio, '/dashboard')
  await leavePopup(page)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Reviews' })
    .press('Enter')
  await onHeading(page, 'Reviews')

  const menu = page.getByRole('button', { name: 'Actions for Autumn posters' })
  for (const [item, title] of [
    ['Rename…', 'Rename review'],
    ['Delete…', 'Delete review?'],
  ] as const) {
    await menu.press('Enter')
    await menuHasFocus(page)
    await page.getByRole('menuitem', { name: item }).press('Enter')
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' })
    await expectFocus(page, /^Actions for Autumn posters$/)
  }

  // A menu requested while its code loads opens after that, and returns the focus.
  const codeMayCome = Promise.withResolvers<void>()
  await page.route('**/assets/account-actions*.js', (route) =>
    codeMayCome.promise.then(() => route.continue()),
  )
  await page.reload()
  const account = page.getByRole('button', { name: / Account$/ })
  for (const [key, opened] of [
    ['Enter', 'true'],
    ['Escape', 'false'],
    ['Enter', 'true'],
  ] as const) {
    await account.press(key)
    await expect.poll(() => account.getAttribute('aria-expanded')).toBe(opened)
  }
  codeMayCome.resolve()
  await expectFocus(page, /^Your profile$/)
  await page.keyboard.press('Escape')
  await expectFocus(page, / Account$/)

  await page.getByRole('link', { name: 'Autumn posters' }).press('Enter')
  await onHeading(page, 'Autumn posters')
  await page.goBack()
  await onHeading(page, 'Reviews')

  await menu.press('Enter')
  await menuHasFocus(page)
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
  await page.getByRole('button', { name: 'Delete review' }).press('Enter')
  await page.getByText('“Autumn posters” deleted').waitFor()
  await onHeading(page, 'Reviews')
  const card = page.getByRole('link', { name: 'Autumn posters' })
  await page.keyboard.press('Control+z')
  await card.waitFor()

  await menu.press('Enter')
  await menuHasFocus(page)
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
  await page.getByRole('button', { name: 'Delete review' }).press('Enter')
  await card.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Recently deleted' }).press('Enter')
  await onHeading(page, 'Recently deleted')
  await page.getByRole('button', { name: 'Restore Autumn posters' }).press('Enter')
  await page.getByText('Nothing deleted recently').waitFor()
  await page.getByRole('link', { name: 'Back to reviews' }).press('Enter')
  await card.waitFor()
  await context.close()
})

/** By Escape, backdrop or links; the card that opens it can be dismissed. */
async function leavePopup(page: Page): Promise<void> {
  const benefits = page.getByRole('dialog', { name: 'Benefits of Pilot Profile' })
  const open = () => page.getByRole('button', { name: 'See benefits' }).press('Enter')
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 450)]) {
    await open()
    await benefits.waitFor()
    await leave()
    await benefits.waitFor({ state: 'detached' })
    await expectFocus(page, /^See benefits$/)
  }
  await open()
  await benefits.getByRole('link', { name: 'Terms & Conditions' }).press('Enter')
  await onHeading(page, 'Terms')
  await benefits.waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await page.getByRole('button', { name: 'See benefits' }).waitFor({ state: 'detached' })
}

test('settings have an index, and a password can be shown by keyboard', async () => {
  const { page, context } = await enter(browser, await newStudio(), '/settings#sessions')
  const index = page.getByRole('navigation', { name: 'Settings' })
  const link = (name: string) => index.getByRole('link', { name, exact: true })
  const isInSight = (name: string) =>
    page
      .getByRole('region', { name, exact: true })
      .evaluate((section) => section.getBoundingClientRect().top < window.innerHeight)
  await expect.poll(() => isInSight('Sessions')).toBe(true)
  await link('Password').press('Enter')
  await expect.poll(() => link('Password').getAttribute('aria-current')).toBe('true')
  await expect.poll(() => new URL(page.url()).hash).toBe('#password')
  await expect.poll(() => page.title()).toBe('Settings · Wingmark')
  await page.getByLabel('New password', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Show password')
  await context.close()
})

test.each([phone, { width: 1024, height: 768 }])(
  'nothing lies under the floating buttons: at $width, at the end of a page and where scrolling stopped',
  async (screen) => {
    const studio = await newStudio()
    for (const name of ['One', 'Two', 'Three']) await publishFiles(studio, name, [files.svg])
    const { page, context } = await enter(browser, studio, '/reviews', screen)
    for (const path of ['/reviews', '/dashboard']) {
      await page.goto(path)
      await page
        .getByRole('button', { name: /^Actions for / })
        .last()
        .waitFor()
      const shortcuts = page.getByRole('complementary', { name: 'Shortcuts' })
      const upload = shortcuts.getByRole('button')
      await upload.waitFor()
      if (screen.width > 768) await expect.poll(() => underneath(page)).toEqual([])
      // A row above a phone's bar, which leaves its place to what is read.
      await page.mouse.wheel(0, 60)
      if (screen.width <= 768) await upload.waitFor({ state: 'hidden' })
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return (await upload.isVisible()) && underneath(page)
        })
        .toEqual([])
    }
    await context.close()
  },
)

/** Words, pictures and what can be pressed, at the place of a floating button. */
const underneath = (page: Page) =>
  page.evaluate(() => {
    const [shortcuts] = document.querySelectorAll('aside[aria-label="Shortcuts"]')
    const boxes = [...(shortcuts?.children ?? [])].map((button) => button.getBoundingClientRect())
    const isUnder = (at: DOMRect) =>
      boxes.some(
        (box) => at.left < box.right && at.right > box.left && at.top < box.bottom && at.bottom > box.top,
      )
    return [...document.querySelectorAll('main :is(a, button, input, img, p, h1, h2, h3, span, time)')]
      .filter((element) => isUnder(element.getBoundingClientRect()))
      .map((element) => `${element.tagName} ${element.textContent}`)
  })

/** Of a border against its content. */
const contrastOfBorder = (box: Element): number => {
  const light = (colour: string) => {
    const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255)
    const [r = 0, g = 0, b = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }
  const { borderTopColor, backgroundColor } = getComputedStyle(box)
  const [one, other] = [light(borderTopColor), light(backgroundColor)]
  return Math.max(one, other) / Math.min(one, other)
}

/** Red is only for errors. */
const lookOf = (box: Element) => {
  const { outlineStyle, outlineColor, borderTopColor } = getComputedStyle(box)
  const isRed = [outlineColor, borderTopColor].some((colour) => {
    const [r = 0, g = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return r - g > 40
  })
  return { outlineStyle, isRed }
}

test.each(['light', 'dark'] as const)(
  'in %s mode a field has a border, and with the focus a ring',
  async (colorScheme) => {
    const { page, context } = await enter(browser, await newStudio(), '/settings')
    await page.emulateMedia({ colorScheme })
    const field = page.getByLabel('New password', { exact: true })
    await field.waitFor()
    const contrast = await page.locator('.mantine-PasswordInput-input').first().evaluate(contrastOfBorder)
    expect(contrast).toBeGreaterThanOrEqual(3)
    await field.focus()
    const ring = await page.locator('.mantine-PasswordInput-input:focus-within').evaluate(lookOf)
    expect(ring).toEqual({ outlineStyle: 'solid', isRed: false })
    await context.close()
  },
)

test.each(['light', 'dark'] as const)(
  'in %s mode the composer has the ring too, and no border like that of an error',
  async (colorScheme) => {
    const studio = await newStudio()
    const { id } = await publishFiles(studio, 'Poster', [files.png])
    const { page, context } = await enter(browser, studio, `/reviews/${id}`)
    await page.emulateMedia({ colorScheme })
    const form = page.getByRole('group', { name: 'Comment on the whole file' })
    const text = form.getByRole('textbox')
    await text.focus()
    // One ring around all of it.
    await expect.poll(() => text.evaluate((field) => getComputedStyle(field).outlineStyle)).toBe('none')
    await expect.poll(() => form.evaluate(contrastOfBorder)).toBeGreaterThanOrEqual(3)
    const look = await form.evaluate(lookOf)
    expect(look).toEqual({ outlineStyle: 'solid', isRed: false })
    await context.close()
  },
)
