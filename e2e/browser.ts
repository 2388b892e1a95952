import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect, inject, onTestFailed } from 'vitest'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** One person's browser. `troubles` collects console errors and failed requests; they fail the journey. */
export type Person = { page: Page; context: BrowserContext; troubles: string[] }

export async function newPerson(
  browser: Browser,
  viewport = desktop,
  isPhone = viewport.width < 600,
): Promise<Person> {
  const context = await browser.newContext({
    viewport,
    baseURL: inject('wingmarkUrl'),
    reducedMotion: 'reduce',
    ...(isPhone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const troubles: string[] = []
  // What was on screen when a journey went wrong; the folder is not kept in git.
  const picture = `test-results/${Date.now()}-${viewport.width}.png`
  onTestFailed(async () => {
    await page.screenshot({ path: picture }).catch(() => null)
    console.error(`screenshot: ${picture}\n${troubles.join('\n')}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left ends its stream and its unfinished pictures.
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`)
  })
  return { page, context, troubles }
}

/** Whether nothing lies over its middle, so that a click there is its own. */
export async function isUncovered(place: Locator): Promise<boolean> {
  await place.scrollIntoViewIfNeeded()
  return place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; help: string; nodes: { html: string }[] }

/** Fails with what axe finds wrong on the page as it is now. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Evaluated by the debugger, which the page's content security policy does not concern.
  // A dialog that is still fading in has too little contrast; what turns while something loads never ends.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
  )
  await page.evaluate(axeSource)
  const violations = await page.evaluate<Violation[]>('axe.run().then((result) => result.violations)')
  const found = violations.map(
    (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).join(' | ')}`,
  )
  expect(found, where).toEqual([])
}
