import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { layLine } from '../e2e/bad-line.ts'
import { keepEvidence, watchSecondTry } from '../e2e/keep-evidence.ts'
import { freePort, runWingmark, type Wingmark } from '../e2e/run-wingmark.ts'
import { newStudio, type Studio } from '../e2e/studio.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { full } from './support/installation.ts'
import { anyMoment } from './support/time.ts'

/** Of each kind of accident, in each of the two tests. */
const rounds = full(50, 1)
const roundMs = 60_000

let dataDir: string
let wingmark: Wingmark
let browser: Browser
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wingmark-offline-'))
  wingmark = await runWingmark(dataDir, await freePort())
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await wingmark?.stop('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

type Accident = 'cut' | 'kill'
const accidents = Array.from({ length: rounds }, (): Accident[] => ['cut', 'kill']).flat()

/** A person at a tab, behind a connection that can be cut. */
async function sitDown() {
  const studio = await newStudio(wingmark.url)
  const line = await layLine(wingmark.url)
  const context = await browser.newContext({ baseURL: line.url, serviceWorkers: 'block' })
  await watchSecondTry(context)
  const page = await context.newPage()
  onTestFinished(({ task }) => keepEvidence(task, context.pages().at(-1) ?? page, []))
  await page.goto('/help')
  await page.evaluate((token) => localStorage.setItem('wingmark.token', token), studio.token)
  const standUp = async () => {
    await context.close()
    await line.close()
  }
  return { studio, line, context, page, standUp }
}

/** At a random moment; afterwards the person has an online tab. */
async function befall(
  accident: Accident,
  {
    page,
    context,
    line,
  }: { page: Page; context: BrowserContext; line: { cut: () => void; mend: () => void } },
  path: string,
): Promise<Page> {
  await anyMoment(0, 1_500)
  if (accident === 'kill') {
    await page.close()
    const next = await context.newPage()
    await next.goto(path)
    return next
  }
  line.cut()
  await anyMoment(0, 500)
  line.mend()
  await page.goto(path)
  return page
}

const resultsOf = async (studio: Studio, path: string): Promise<Record<string, unknown>[]> =>
  Reflect.get(await studio.call('GET', path), 'results')

test('a device’s review is uploaded once and completely, wherever the connection is cut or the tab is killed', {
  timeout: accidents.length * roundMs,
}, async () => {
  const colours = ['#d33', '#3a3']
  const images = await Promise.all(
    colours.map(async (background) => {
      const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .png()
        .toBuffer()
      return `data:image/png;base64,${bytes.toString('base64')}`
    }),
  )
  const words = ['One', 'Two', 'Three']
  const comments = words.map((message, place) => ({
    _id: `c${place}`,
    type: 'GENERAL',
    message,
    files: [],
    mentions: [],
    replies: [{ _id: `r${place}`, message: `${message}, indeed`, files: [], mentions: [] }],
    file: place % 2,
  }))
  for (const accident of accidents) {
    const person = await sitDown()
    await person.page.evaluate(
      ({ images, comments }) => {
        localStorage.setItem('offlineReviews', JSON.stringify([{ name: 'From the train', images }]))
        localStorage.setItem('offlineComments_From the train', JSON.stringify(comments))
      },
      { images, comments },
    )
    await person.page.goto('/reviews')
    const page = await befall(accident, person, '/reviews')
    const isAllUp = () => page.evaluate(() => localStorage.getItem('offlineReviews') === null)
    await expect.poll(isAllUp, { timeout: roundMs }).toBe(true)
    const reviews = await resultsOf(person.studio, '/review/api/v1/user?limit=50')
    expect(reviews, accident).toMatchObject([{ name: 'From the train', fileCount: 2, commentCount: 3 }])
    const stored = await resultsOf(person.studio, `/comment/api/v1/review/${reviews[0]?._id}`)
    expect(stored.map(({ message, replyCount }) => `${message} ${replyCount}`).sort()).toEqual(
      words.map((message) => `${message} 1`).sort(),
    )
    await person.standUp()
  }
})

test('changes in a room arrive once, wherever the connection is cut or the tab is killed', {
  timeout: accidents.length * roundMs,
}, async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#33d' } })
    .png()
    .toBuffer()
  for (const accident of accidents) {
    const person = await sitDown()
    const { studio } = person
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'one.png')
    const file = (await studio.call('POST', '/file/api/v1', form)).result._id ?? ''
    const review = (await studio.call('POST', '/review/api/v1', { name: 'Written', files: [file] })).result
    await studio.call('POST', '/comment/api/v1', { file, type: 'GENERAL', message: 'To be resolved' })
    const path = `/reviews/${review._id}`
    await person.page.goto(path)
    const field = person.page.getByRole('textbox', { name: 'Comment on the whole file' })
    const write = async (text: string) => {
      await field.fill(text)
      await field.press('Control+Enter')
    }
    await person.page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const seen = ['To be resolved: RESOLVED']
    const last = befall(accident, person, path)
    // What the person has seen in the list is theirs; the tab may go before the rest is written.
    for (const text of ['One', 'Two', 'Three']) {
      try {
        await write(text)
        await person.page.getByRole('listitem').filter({ hasText: text }).first().waitFor({ timeout: 5_000 })
        seen.push(`${text}: OPEN`)
      } catch {
        break
      }
    }
    const page = await last
    await page.getByRole('textbox', { name: 'Comment on the whole file' }).waitFor()
    const stored = async () => {
      const all = await resultsOf(studio, `/comment/api/v1/file/${file}`)
      return all.map(({ message, status }) => `${message}: ${status}`)
    }
    await expect.poll(stored, { timeout: roundMs }).toEqual(expect.arrayContaining(seen))
    expect(new Set(await stored()).size, accident).toBe((await stored()).length)
    await person.standUp()
  }
})
