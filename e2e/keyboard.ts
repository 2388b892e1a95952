import type { Page } from 'playwright-core'

/** Moves the focus there as a keyboard does. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const isThere = await page.evaluate((wanted) => {
      const element = document.activeElement
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      const label = isField ? element.labels?.[0]?.textContent : null
      return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').includes(wanted)
    }, name)
    const isPage = await page.evaluate(() => document.activeElement === document.body)
    if (isThere && !isPage) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

/** A menu is seen a moment before it has the focus; until then its keys would go to the button. */
export async function menuHasFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'))
}
