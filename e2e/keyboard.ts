import type { Page } from 'playwright-core'

/** Tabs there, once it is reachable. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await page.waitForFunction(isReachable, name)
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate(isFocused, name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${name}`)
}

// Both run in the page, each on its own.
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

/** A menu is visible before it has the focus; until then keys would go to the button. */
export async function menuHasFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'))
  // The library focuses the menu twice, the second time once rendering has settled.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done))))
}

type KeyPress = Pick<KeyboardEventInit, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'isComposing' | 'keyCode'>

/** Sends a key to the focused element, as another layout or an input method does. */
export async function sendKey(page: Page, press: KeyPress): Promise<void> {
  await page.evaluate((init) => {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
  }, press)
}

/** Types by an input method, accepting its proposal by Enter or dismissing it by Escape. */
export async function compose(page: Page, words: string, by: 'Enter' | 'Escape'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const end = words.length
  await session.send('Input.imeSetComposition', { text: words, selectionStart: end, selectionEnd: end })
  await sendKey(page, { key: by, code: by, isComposing: true, keyCode: 229 })
  if (by === 'Enter') await session.send('Input.insertText', { text: words })
  else await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  // In Safari the composition has ended by then.
  await sendKey(page, { key: by, code: by, keyCode: 229 })
  await session.detach()
}
