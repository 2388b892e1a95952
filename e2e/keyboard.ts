import type { Page } from 'playwright-core'

/** Moves the focus there as a keyboard does, once it can be reached at all. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await page.waitForFunction(isReachable, name)
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate(isFocused, name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

// Both run in the page, each by itself.
function isReachable(wanted: string): boolean {
  return [...document.querySelectorAll('a[href], button, input, textarea, [tabindex="0"]')].some(
    (element) => {
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      const label = isField ? element.labels?.[0]?.textContent : null
      const name = label ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
      return name.includes(wanted) && element.checkVisibility()
    },
  )
}

function isFocused(wanted: string): boolean {
  const element = document.activeElement
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const label = isField ? element.labels?.[0]?.textContent : null
  const name = label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  return element !== document.body && name.includes(wanted)
}

/** A menu is seen a moment before it has the focus; until then its keys would go to the button. */
export async function menuHasFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'))
  // The library gives it to the menu twice, the second time once what it has drawn has settled.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done))))
}
