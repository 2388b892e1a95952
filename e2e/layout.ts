import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
type Seen = { value: number; moved: string[] }

/** Before the first page: keeps what moves by itself. */
export const watchSteadiness = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen: Seen[] = []
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? 'gone')
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) seen.push({ value, moved: sources.map(({ node }) => nameOf(node)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const mostShift = 0.02

export async function expectSteady(page: Page, where: string): Promise<void> {
  const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as Seen[])
  const sum = shifts.reduce((before, { value }) => before + value, 0)
  expect(sum, `layout shift of ${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift)
}

const narrowest = 320

/** Nothing is wider than the window: text twice as large at a desk, 320 px on a phone. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('this page has no window')
  if (size.width > 600) {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expect.poll(() => tooWide(page), { message: `${where}, text at 200 %` }).toEqual([])
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    return
  }
  await page.setViewportSize({ ...size, width: narrowest })
  await expect.poll(() => tooWide(page), { message: `${where}, ${narrowest} px` }).toEqual([])
  await page.setViewportSize(size)
}

/** The elements that make the page scroll sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 8)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
  })
