import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { keepEvidence, watchSecondTry } from './keep-evidence.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** One person's browser. Any logged error or failed request fails the journey. */
export type Person = {
  page: Page
  context: BrowserContext
  troubles: readonly string[]
  /** Expected log entries: a status and the start of a path, or the start of the message. */
  allows: (...starts: string[]) => void
}

export async function newPerson(
  browser: Browser,
  viewport = desktop,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    viewport,
    baseURL: inject('wingmarkUrl'),
    reducedMotion: 'reduce',
    // No journey depends on its answers; those about it allow it.
    serviceWorkers: 'block',
    ...(viewport.width < 600 ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
    ...options,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  context.setDefaultTimeout(30_000)
  const troubles = collectTroubles(context)
  const allowed: string[] = []
  context.on('page', slowDown)
  context.on('page', waitForLayers)
  await watchSecondTry(context)
  const page = await context.newPage()
  await slowDown(page)
  onTestFinished(async ({ task }) => {
    await keepEvidence(task, page, troubles)
    await context.close()
    const found = troubles.filter((trouble) => !allowed.some((start) => trouble.startsWith(start)))
    expect(found, 'what the browser logged').toEqual([])
  })
  return { page, context, troubles, allows: (...starts) => allowed.push(...starts) }
}

const slower = Number(process.env['SLOWER'] ?? 1)

/** Simulates a processor that is so many times slower, to find races that a fast one hides. */
async function slowDown(page: Page): Promise<void> {
  if (slower === 1) return
  // A page that has closed does not need it.
  const session = await page
    .context()
    .newCDPSession(page)
    .catch(() => null)
  await session?.send('Emulation.setCPUThrottlingRate', { rate: slower }).catch(() => null)
}

/** A closing dialog removes its history entry, which would cancel a navigation meanwhile. Waits half a second at most. */
function waitForLayers(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    if (!page.url().startsWith('about:'))
      await page
        .waitForFunction(() => !window.history.state?.layer, null, { timeout: 500 })
        .catch(() => undefined)
    return goto(url, options)
  }
}

/** From all pages of the context, as `status /path`, `net::REASON /path` or the console's message. */
function collectTroubles(context: BrowserContext): string[] {
  const troubles: string[] = []
  const pathOf = (url: string) => new URL(url).pathname
  // Failed pointer calls do not matter: the live stream reports ended access.
  const isPointing = (url: string) => /^\/live\/api\/v1\/review\/[^/]+\/here$/.test(pathOf(url))
  context.on('console', (message) => {
    // Failed loads are reported below, with their address.
    if (message.text().startsWith('Failed to load resource')) return
    if (message.text().startsWith('Service Worker registration blocked')) return
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => troubles.push(`page error: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page cancels its stream and unfinished pictures.
    if (reason !== 'net::ERR_ABORTED' && !isPointing(request.url()))
      troubles.push(`${reason} ${pathOf(request.url())}`)
  })
  context.on('response', (response) => {
    const isLost = response.status() !== 500 && isPointing(response.url())
    if (response.status() >= 400 && !isLost) troubles.push(`${response.status()} ${pathOf(response.url())}`)
  })
  return troubles
}

/** Whether nothing covers its middle, so that a click there reaches it. */
export async function isUncovered(place: Locator): Promise<boolean> {
  await place.scrollIntoViewIfNeeded()
  return place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

/** For short-lived elements: starts looking beforehand, however slow this machine is. */
export async function shownAfter(act: () => Promise<unknown>, shown: Locator): Promise<void> {
  await Promise.all([shown.waitFor(), act()])
}

/** All text on paper. */
export async function readOnPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  await page.locator('[data-paper]').waitFor()
  const text = await page.evaluate(() => document.body.innerText)
  await page.emulateMedia({ media: null })
  return text
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; help: string; nodes: { html: string }[] }

/** axe's rules that depend only on colours. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Fails with axe's findings on the current page; `colorsOnly` if everything else was checked in other colours. */
export async function expectAccessible(
  page: Page,
  where: string,
  { colorsOnly = false } = {},
): Promise<void> {
  // The application replaces the server's HTML, and adds the landmarks.
  await page.waitForFunction(
    () => document.querySelector('#root > *') && !document.querySelector('#first-delivery, #first-front'),
  )
  // The debugger evaluates this, past the content security policy. Fading dialogs lack contrast; spinners never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
  )
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = { resultTypes: ['violations'], ...(colorsOnly ? { runOnly: colorRules } : {}) }
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then((result) => result.violations)`,
  )
  const found = violations.map(
    (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).join(' | ')}`,
  )
  expect(found, where).toEqual([])
}

/** Fails with words whose letters are cut off at the top or bottom; wholly hidden lines are fine. */
export async function expectWholeCharacters(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      // Text only for screen readers is a dot in size.
      if (height < 8 || !['hidden', 'clip'].includes(getComputedStyle(element).overflowY)) return []
      const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const isCut = words.some((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].some((line) => {
          const middle = (line.top + line.bottom) / 2
          const isSeen = middle > top && middle < bottom
          return isSeen && (line.top < top - 0.75 || line.bottom > bottom + 0.75)
        })
      })
      return isCut ? [`${element.className}: ${element.textContent}`] : []
    }),
  )
  expect(cut, where).toEqual([])
}
