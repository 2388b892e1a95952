import { appendFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type RunnerTestCase, TestRunner } from 'vitest'

const triesBefore = (test: RunnerTestCase | undefined) => test?.result?.retryCount ?? 0

/** A test's evidence has its own folder, outside git. */
async function folderOf(test: RunnerTestCase): Promise<string> {
  const words = `${basename(test.file.name, '.test.ts')} ${test.name}`
  const folder = join('test-results', words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Records the second try of a failed test: each step, with a screenshot and the page's HTML. */
export async function watchSecondTry(context: BrowserContext): Promise<void> {
  if (triesBefore(TestRunner.getCurrentTest()) > 0)
    await context.tracing.start({ screenshots: true, snapshots: true, sources: true })
}

/** Stores the screen and the browser's log of a failed try; for a second try, all steps and a trace. */
export async function keepEvidence(
  test: RunnerTestCase,
  page: Page,
  troubles: readonly string[],
): Promise<void> {
  const isWatched = triesBefore(test) > 0
  const hasFailed = test.result?.state === 'fail'
  if (!isWatched && !hasFailed) return
  const name = `try-${triesBefore(test) + 1}-${page.viewportSize()?.width}-${Date.now()}`
  const start = join(await folderOf(test), name)
  await page.screenshot({ path: `${start}.png` }).catch(() => null)
  await appendFile(`${start}.log`, `${page.url()}\n${troubles.join('\n')}\n`)
  if (isWatched)
    await page
      .context()
      .tracing.stop({ path: `${start}.zip` })
      .catch(() => null)
  console.error(`kept: ${start}.*\n${troubles.join('\n')}`)
}

/** Stores a server's output when a test failed. */
export async function keepLog(test: RunnerTestCase, printed: string): Promise<void> {
  const path = join(await folderOf(test), `try-${triesBefore(test) + 1}-server.log`)
  await appendFile(path, printed)
  console.error(`kept: ${path}`)
}
