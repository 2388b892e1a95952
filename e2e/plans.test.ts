import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { expectAccessible } from './browser.ts'
import { enter } from './commented-review.ts'
import { fillStorage } from './full-storage.ts'
import { makeNoise } from './sent-and-stored.ts'
import { newStudio } from './studio.ts'
import { choose, publish } from './upload-steps.ts'

let browser: Browser
let folder: string
beforeAll(async () => {
  browser = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'wingmark-plans-'))
})
afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const success = 'Upgrade to Commander Profile Successful!'

test('an upload waits while storage is freed beside it, and continues; Commander is two clicks away', async () => {
  const studio = await newStudio()
  await fillStorage(studio)
  const design = await makeNoise(folder, 'poster.png', 7)
  const { page, context, allows } = await enter(browser, studio, '/dashboard')
  // In the end its review is deleted in another tab.
  allows('507 /file/api/v1/tus', '404 /live/api/v1/review/', '404 /review/api/v1/')
  await page.getByRole('button', { name: 'Upload file' }).first().click()
  await page.getByText(/^Your storage is nearly full: .* is free\./).waitFor()
  await expectAccessible(page, 'choosing files with little storage left')
  await page.keyboard.press('Escape')
  await choose(page, [design])
  await page.getByText(/You don’t have enough storage for 1 file \(7\.00 MB\): .* is free\./).waitFor()
  await expectAccessible(page, 'an upload without room')

  const [storage] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Free up space' }).click(),
  ])
  await storage.getByRole('heading', { level: 1, name: 'Storage' }).waitFor()
  const heavy = storage.getByRole('button', { name: /^Delete heavy/ })
  await expect.poll(() => heavy.count()).toBe(10)
  await expectAccessible(storage, 'what uses the storage')
  for (const _ of ['one', 'another']) {
    await heavy.first().click()
    await expect.poll(() => heavy.count()).toBe(9)
    // After a permanent deletion, there is no Undo.
    const gone = storage.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await storage.getByRole('button', { name: 'Dismiss' }).click()
    expect((await gone).status()).toBe(200)
    await expect.poll(() => heavy.count()).toBe(10)
  }

  await page.bringToFront()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('1/1 files uploaded').waitFor()
  await publish(page, 'Went on')
  // The page requests nothing about its file any more.
  await page.getByRole('application').getByRole('img', { name: 'poster.png' }).waitFor({ timeout: 90_000 })

  await storage.bringToFront()
  await storage.reload()
  const review = storage.getByRole('button', { name: 'Delete Went on with its comments' })
  await review.click()
  await review.waitFor({ state: 'detached' })
  await storage.getByRole('button', { name: 'Undo' }).click()
  await review.click()
  const reviewGone = storage.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await storage.getByRole('button', { name: 'Dismiss' }).click()
  expect((await reviewGone).status()).toBe(200)
  await expect.poll(() => review.count()).toBe(0)
  await storage.getByRole('link', { name: 'See plans' }).click()
  await storage.getByText('On this server every plan is free.').waitFor()
  await storage.getByRole('button', { name: 'Unlock Commander' }).click()
  await storage.getByRole('dialog', { name: success }).waitFor()
  await storage.goBack()
  await storage.getByText('You’re a Commander.').waitFor()
  await expect.poll(() => storage.getByRole('dialog').count()).toBe(0)
})

test('a plan that the operator gives applies at once, on the open page', async () => {
  const studio = await newStudio()
  const profile = (await studio.call('GET', '/user/api/v1/profile')).result as unknown
  const { email } = (profile as { user: { email: string } }).user
  const { page } = await enter(browser, studio, '/reviews')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const program = resolve(import.meta.dirname, '../apps/server/src/plans-command.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'set', email, 'COMMANDER'], {
    env: { ...process.env, DATA_DIR: dirname(inject('wingmarkMailDir')) },
  })
  expect(stdout).toContain(`${email}: COMMANDER by operator`)
  await page.getByRole('dialog', { name: success }).waitFor()
})
