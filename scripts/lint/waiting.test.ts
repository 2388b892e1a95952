import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import waiting from './waiting.ts'

RuleTester.describe = describe
RuleTester.it = test

type Rule = Parameters<RuleTester['run']>[1]
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } })
const run = (name: keyof typeof waiting.rules, { refused, taken }: { refused: string[]; taken: string[] }) =>
  tester.run(name, waiting.rules[name] as unknown as Rule, {
    valid: taken,
    invalid: refused.map((code) => ({ code, errors: 1 })),
  })

run('no-glance', {
  refused: [
    `expect(await page.getByRole('alert').count()).toBe(0)`,
    `expect(await button.isDisabled(), 'while it is sent').toBe(true)`,
    `expect((await design.boundingBox())?.width).toBeGreaterThan(200)`,
    `expect([path, await header.count()]).toEqual([path, 0])`,
    `expect(await page.evaluate(() => history.length)).toBe(1)`,
    `const words = await notice.textContent(); expect(words).toBe('Sent')`,
    `const isOnTop = (one: Locator) => one.evaluate(covers); expect(await isOnTop(button)).toBe(true)`,
    `const held = async () => { const all = list.locator('li'); return all.count() }
     const isHeld = async () => (await held()) > 0
     test('it is', async () => { expect(await isHeld()).toBe(true) })`,
    `import { isUncovered } from './browser.ts'
     expect(await isUncovered(button)).toBe(true)`,
    `async function kept(page: Page) { return JSON.stringify(await page.evaluate(read)) }
     expect(await kept(page)).toBe('[]')`,
  ],
  taken: [
    `await expect.poll(() => page.getByRole('alert').count()).toBe(0)`,
    `await expect.poll(async () => [path, await header.count()]).toEqual([path, 0])`,
    `expect((await stored).status()).toBe(201)`,
    `expect(await storedAt(file)).toEqual([])`,
    `const before = await stage.boundingBox(); expect(before).toEqual(after)`,
    `const link = await field.inputValue(); await page.goto(link)`,
    `async function buy(tab: Page) { await tab.evaluate(pay); return tab.url() }
     expect(await buy(page)).toBe(checkout)`,
  ],
})

run('no-sleep', {
  refused: [
    `import { setTimeout as sleep } from 'node:timers/promises'`,
    `await page.waitForTimeout(500)`,
    `await new Promise((done) => setTimeout(done, 300))`,
    `await new Promise<void>((done) => { setTimeout(() => done(), restMs) })`,
    `page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100))))`,
  ],
  taken: [
    `await new Promise((next) => setTimeout(next))`,
    `await new Promise((next) => setTimeout(next, 0))`,
    `setTimeout(() => body.destroy(), 10)`,
    `new Promise((resolve) => {
       const timer = setTimeout(() => finish(false), 8_000)
       socket.on('close', () => { clearTimeout(timer); resolve(true) })
     })`,
  ],
})
