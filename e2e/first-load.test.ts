import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstLoadBytes } from './first-load.ts'

/** Kilobytes of script (brotli) by page; lower a figure when its page shrinks, raise none unseen. */
const budgets: Record<string, number> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'first-load-budgets.json'), 'utf8'),
)
const slackKb = 8

test.each(Object.entries(budgets))('the first load of %s stays within %d kB', (page, budget) => {
  const kB = firstLoadBytes(page) / 1000
  expect(kB).toBeLessThanOrEqual(budget)
  expect(kB, `${page} shrank: write ${Math.ceil(kB) + 1} into first-load-budgets.json`).toBeGreaterThan(
    budget - slackKb,
  )
})
