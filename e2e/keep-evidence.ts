import { appendFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type RunnerTestCase, TestRunner } from 'vitest'

const triesBefore = (test: RunnerTestCase | undefined) => test?.result?.retryCount ?? 0

/** What is kept of a test lies in a folder of its own, which is not kept in git. */
async function folderOf(test: RunnerTestCase): Promise<string> {
  const words = `${basename(test.file.name, '.test.ts')} ${test.name}`
  const folder = join('test-results', words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120))
  await mkdir(folder, { recursive: true })
  return folder
}

/** A test that failed once is watched in its second try: each step, with a picture and the page's own HTML. */
export async function watchSecondTry(context: BrowserContext): Promise<void> {
  if (triesBefore(TestRunner.getCurrentTest()) > 0)
    await context.tracing.start({ screenshots: true, snapshots: true, sources: true })
}

/** Keeps what was on screen and what the browser logged where a try failed, and all of these and a trace of a second try. */
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

/** Keeps what a server printed while a test failed. */
export async function keepLog(test: RunnerTestCase, printed: string): Promise<void> {
  const path = join(await folderOf(test), `try-${triesBefore(test) + 1}-server.log`)
  await appendFile(path, printed)
  console.error(`kept: ${path}`)
}
