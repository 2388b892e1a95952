import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Before the first page: what moves by itself is added up. */
export const watchSteadiness = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput)
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })

const mostShift = 0.02

export async function expectSteady(page: Page, where: string): Promise<void> {
  const shifted = await page.evaluate(() => Number(Reflect.get(window, 'shifted')))
  expect(shifted, `layout shift of ${where}`).toBeLessThanOrEqual(mostShift)
}

const narrowest = 320

/** Nothing is wider than the window: neither with text twice as large nor, on a phone, at 320 px. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('this page has no window')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect.poll(() => tooWide(page), { message: `${where}, text at 200 %` }).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  if (size.width > 600) return
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
      .slice(-8)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
  })
