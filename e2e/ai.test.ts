import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { labelsIn, type ModelServer, startModelServer } from '../apps/server/test/model-server.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { desktop, expectAccessible, newPerson } from './browser.ts'
import { enter } from './commented-review.ts'
import { makeJourneyFiles } from './made-files.ts'
import { freePort, runWingmark, type Wingmark } from './run-wingmark.ts'
import { newStudio, publishFiles, type Studio } from './studio.ts'

let browser: Browser
let dataDir: string
let model: ModelServer
let wingmark: Wingmark
let png: string
beforeAll(async () => {
  ;[browser, dataDir, model, { png }] = await Promise.all([
    launchChromium(),
    mkdtemp(join(tmpdir(), 'wingmark-ai-')),
    startModelServer(),
    makeJourneyFiles(),
  ])
  const { baseUrl, model: name } = model.config
  wingmark = await runWingmark(dataDir, await freePort(), { AI_BASE_URL: baseUrl, AI_MODEL: name })
})
afterAll(async () => {
  await wingmark.stop('SIGTERM')
  await Promise.all([browser.close(), model.close(), rm(dataDir, { recursive: true, force: true })])
})

/** Three relevant comments, and others up to two hundred. */
async function commented(studio: Studio) {
  const review = await publishFiles(studio, 'Poster', [png])
  const [file] = review.files
  const say = (message: string, y: number) =>
    studio.call('POST', '/comment/api/v1', { file, marker: { page: 1, x: 0.5, y }, message })
  for (const [n, message] of ['Logo larger', 'Date is wrong', 'Lovely paper'].entries())
    await say(message, 0.1 + n / 10)
  await Promise.all(Array.from({ length: 197 }, (_, n) => say(`Made up comment ${n}`, 0.5 + n / 500)))
  return review
}

async function arrive(studio: Studio, path: string, screen = desktop) {
  const person = await newPerson(browser, screen, { baseURL: wingmark.url })
  await person.context.addInitScript((token) => localStorage.setItem('wingmark.token', token), studio.token)
  await person.page.goto(path)
  return person
}

test('an owner lets AI read a review, exports a list of changes, and gets help with a comment', async () => {
  const studio = await newStudio(wingmark.url)
  const review = await commented(studio)
  const { page, allows } = await arrive(studio, `/reviews/${review.id}`)
  const star = page.getByRole('button', { name: 'Summarise comments' })
  await page.getByText('Logo larger').first().waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: /^More options/ }).click()
  // The page knows of AI by now, and still does not offer it behind the dialog.
  await page.getByRole('switch', { name: 'AI may read this review' }).waitFor()
  const starBehind = page.getByRole('button', { name: 'Summarise comments', includeHidden: true })
  await expect.poll(() => starBehind.count()).toBe(0)
  await page.getByRole('switch', { name: 'AI may read this review' }).click()
  await expect
    .poll(() => page.getByRole('switch', { name: 'AI may read this review' }).isChecked())
    .toBe(true)
  await page.keyboard.press('Escape')

  model.say((asked) => {
    const [first = '', second = ''] = labelsIn(asked)
    return JSON.stringify({
      points: [
        { text: 'Make the **logo** larger.', comments: [first] },
        { text: 'Correct the date.', comments: [second] },
      ],
      disagreements: [],
      questions: [],
    })
  })
  await star.click()
  const dialog = page.getByRole('dialog', { name: 'What the comments say' })
  await dialog.getByText(/Comments are read by AI on this server/).waitFor()
  await dialog.getByRole('button', { name: 'Summarise' }).click()
  await dialog.getByText('Make the logo larger.').waitFor()
  await dialog.getByText(/Written by AI from 200 comments/).waitFor()
  expect(model.requests.map((asked) => labelsIn(asked).length)).toEqual([200])
  await expectAccessible(page, 'a summary')
  await dialog.getByRole('link', { name: '#2' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('group', { name: 'Reply' }).waitFor()

  await star.click()
  await dialog.getByText('Correct the date.').waitFor()
  await dialog.getByText('List of changes').click()
  await dialog.getByRole('button', { name: 'List changes' }).click()
  await dialog.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('- [ ] Make the logo larger.')
  await page.keyboard.press('Escape')

  model.say('Please make the logo twice as large.')
  const form = page.getByRole('group', { name: 'Comment on the whole file' })
  const text = form.getByRole('textbox')
  await text.fill('logo bigger')
  await page.route('**/usage-limit/user', async (route) => {
    const answer = await route.fetch()
    const usage = await answer.json()
    usage.result.aiCharacters.used = usage.result.aiCharacters.limit - 100
    await route.fulfill({ response: answer, json: usage })
  })
  await form.getByRole('button', { name: 'Write with AI' }).click()
  await page.getByRole('button', { name: 'Make it clearer' }).click()
  const proposal = page.getByText('Please make the logo twice as large.')
  await proposal.waitFor()
  // Below it the user's own text stays visible.
  const [above, own] = [await proposal.boundingBox(), await text.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(own?.y ?? 0)
  await expectAccessible(page, 'a suggestion')
  await page.getByRole('button', { name: 'Use suggestion' }).click()
  await expect.poll(() => text.inputValue()).toBe('Please make the logo twice as large.')
  await text.press('Control+z')
  await expect.poll(() => text.inputValue()).toBe('logo bigger')
  await text.press('Control+Shift+z')
  await expect.poll(() => text.inputValue()).toBe('Please make the logo twice as large.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => text.inputValue()).toBe('logo bigger')

  allows('503 /ai/api/v1/generate')
  model.be({ kind: 'status', status: 500, headers: { 'retry-after-ms': '1' } })
  await form.getByRole('button', { name: 'Write with AI' }).click()
  await page.getByText('100 AI characters are left this month.').waitFor()
  await page.getByRole('button', { name: 'Make it clearer' }).click()
  await page.getByText('The AI service had an error. Nothing was counted.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
  // It fails while writing: the text so far stays, with the error.
  model.be({ kind: 'broken' })
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByText(/^Please make the/).waitFor()
  await page.getByText(/The AI service .* \d+ characters were counted\./).waitFor()
  model.be(null)

  const guest = await newPerson(browser, desktop, { baseURL: wingmark.url })
  const { pathname, search } = new URL(review.link)
  await guest.page.goto(pathname + search)
  await guest.page
    .getByText('Comments may be summarised by AI on this server.')
    .waitFor({ state: 'attached' })
  // Shown again at the question for their name.
  const field = guest.page.getByRole('textbox', { name: 'Comment on the whole file' })
  await field.fill('Larger')
  await field.press('Control+Enter')
  await guest.page
    .getByText(/No account needed\. Comments may be summarised by AI on this server\./)
    .waitFor()
  const ofAi = guest.page.getByRole('button', { name: /AI|Summarise/, includeHidden: true })
  await expect.poll(() => ofAi.count()).toBe(0)

  await page.goto('/settings')
  await page.getByText(/^\d+ of 1,000 AI characters used/).waitFor()
  await page.getByRole('switch', { name: 'Show AI features' }).click()
  await page.getByText('Saved').waitFor()
  await page.goto(`/reviews/${review.id}`)
  await page.getByText('Logo larger').first().waitFor()
  await text.fill('Warmer')
  await page.getByRole('button', { name: 'Mention someone' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /AI|Summarise/ }).count()).toBe(0)
})

test('without AI, only a line beside the meter mentions it', async () => {
  const studio = await newStudio()
  const review = await publishFiles(studio, 'Poster', [png])
  const { page } = await enter(browser, studio, '/settings')
  await page.getByText('AI writing isn’t set up on this server.').waitFor()
  await expect.poll(() => page.getByRole('switch').count()).toBe(0)
  await page.goto(`/reviews/${review.id}`)
  await page.getByRole('group', { name: 'Comment on the whole file' }).getByRole('textbox').fill('Larger')
  await page.getByRole('button', { name: 'Mention someone' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /AI|Summarise/ }).count()).toBe(0)
  const pages = ['/dashboard', '/reviews', '/profile', '/messages', '/workspace', '/connections', '/help']
  for (const path of [...pages, '/privacy', '/terms', '/notifications', '/upgrade']) {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /\bAI\b|Summarise/ }).count(), { message: path })
      .toBe(0)
  }
})
