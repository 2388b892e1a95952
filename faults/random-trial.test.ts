import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type BadLine, layLine } from '../e2e/bad-line.ts'
import { keepEvidence, watchSecondTry } from '../e2e/keep-evidence.ts'
import { freePort, runWingmark, type Wingmark } from '../e2e/run-wingmark.ts'
import { newStudio, type Studio } from '../e2e/studio.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { full } from './support/installation.ts'

const seeds = full([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1])
const steps = full(40, 16)
const settleMs = 120_000

let dataDir: string
let wingmark: Wingmark
let browser: Browser
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wingmark-trial-'))
  wingmark = await runWingmark(dataDir, await freePort())
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await wingmark?.stop('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

/** The same numbers for the same seed, to repeat a failed trial (mulberry32). */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return <T>(choices: readonly T[]): T => {
    const chosen = choices[Math.floor(next() * choices.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
}

type Person = { page: Page; line: BadLine; name: string; isCut: boolean }

/** A person at their own browser, behind a connection that can be cut. */
async function sitDown(name: string, { token }: Studio, path: string): Promise<Person> {
  const line = await layLine(wingmark.url)
  // So tall that lists render all their items.
  const viewport = { width: 1280, height: 3000 }
  const context = await browser.newContext({ baseURL: line.url, serviceWorkers: 'block', viewport })
  await watchSecondTry(context)
  await context.addInitScript((known) => localStorage.setItem('wingmark.token', known), token)
  const page = await context.newPage()
  onTestFinished(async ({ task }) => {
    await keepEvidence(task, page, [])
    await context.close()
    await line.close()
  })
  await page.goto(path)
  return { page, line, name, isCut: false }
}

function cutOrMend(person: Person): void {
  if (person.isCut) person.line.mend()
  else person.line.cut()
  person.isCut = !person.isCut
}

const resultsOf = async (studio: Studio, path: string): Promise<Record<string, unknown>[]> =>
  Reflect.get(await studio.call('GET', path), 'results')

/** Reconnects everyone and answers questions about what to keep, until nothing is pending. */
async function settle(people: readonly Person[]): Promise<void> {
  for (const { line } of people) line.mend()
  for (const { page } of people) {
    const waiting = page.getByText(/Waiting to be sent|Not sent|Sending/)
    const keep = page.getByRole('button', { name: 'Keep mine' })
    await expect
      .poll(
        async () => {
          if (await keep.first().isVisible()) await keep.first().click()
          return waiting.count()
        },
        { timeout: settleMs },
      )
      .toBe(0)
  }
}

async function newReview(studio: Studio) {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#33d' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'one.png')
  const file = (await studio.call('POST', '/file/api/v1', form)).result._id ?? ''
  const { result } = await studio.call('POST', '/review/api/v1', { name: 'Trial', files: [file] })
  return { id: result._id ?? '', file, shareCode: result.share.shareCode }
}

const showAll = (page: Page) => page.getByRole('button', { name: /^All/ }).click()
const cardsOn = (page: Page) => page.getByRole('listitem').filter({ hasText: /wrote \d+\./ })

/** What a list of comments shows of each: its words, whether it is resolved, and the number of replies. */
async function linesOn(page: Page): Promise<string[]> {
  const texts = await cardsOn(page).allInnerTexts()
  const wordsOf = (text: string) => /\w+ wrote \d+\./.exec(text)?.[0]
  return texts
    .map((text) => {
      // An open thread shows them instead of their number.
      const replies = /(\d+) repl/.exec(text)?.[1] ?? text.match(/replied \d+\./g)?.length ?? 0
      return `${wordsOf(text)} ${text.includes('Resolved') ? 'RESOLVED' : 'OPEN'} ${replies}`
    })
    .sort()
}

test.each(seeds)(
  'two people in a room lose nothing, and see what the server has (seed %i)',
  {
    timeout: settleMs + steps * 20_000,
  },
  async (seed) => {
    const choose = dice(seed)
    const [owner, member] = [await newStudio(wingmark.url), await newStudio(wingmark.url)]
    const { id, file, shareCode } = await newReview(owner)
    await member.call('PATCH', '/review/api/v1/join-review', { shareCode })
    const path = `/reviews/${id}`
    const people = [await sitDown('Olga', owner, path), await sitDown('Mia', member, path)]
    const written: { words: string; by: Person }[] = []
    const replies: string[] = []

    for (const { page } of people) await showAll(page)
    const cardOf = (page: Page, words: string) => cardsOn(page).filter({ hasText: words }).first()
    const write = async (by: Person) => {
      const words = `${by.name} wrote ${written.length}.`
      const field = by.page.getByRole('textbox', { name: 'Comment on the whole file' })
      await field.fill(words)
      await field.press('Control+Enter')
      await cardOf(by.page, words).waitFor()
      written.push({ words, by })
    }
    // A click on a thread that has just opened by itself closes it again.
    const open = async ({ page }: Person, words: string) => {
      const card = cardOf(page, words)
      const field = card.getByRole('textbox', { name: 'Reply' })
      const isOpen = async () => {
        if ((await field.count()) > 0) return true
        await card.getByText(words).click()
        return field.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
      }
      await expect.poll(isOpen, { timeout: 60_000 }).toBe(true)
    }
    const reply = async (by: Person) => {
      const own = written.filter((one) => one.by === by)
      if (own.length === 0) return write(by)
      await open(by, choose(own).words)
      const words = `${by.name} replied ${replies.length}.`
      const field = by.page.getByRole('textbox', { name: 'Reply' })
      await field.fill(words)
      await field.press('Control+Enter')
      await by.page.getByText(words).waitFor()
      replies.push(words)
      await by.page.keyboard.press('Escape')
    }
    const settleOne = async (by: Person) => {
      const own = written.filter((one) => one.by === by)
      if (own.length === 0) return write(by)
      const { words } = choose(own)
      await open(by, words)
      await cardOf(by.page, words)
        .getByRole('button', { name: /^(Resolve|Reopen)$/ })
        .click()
      await by.page.keyboard.press('Escape')
    }
    const acts = [write, write, reply, settleOne, cutOrMend]
    for (let n = 0; n < steps; n++) await choose(acts)(choose(people))

    await settle(people)
    const stored = await resultsOf(owner, `/comment/api/v1/file/${file}?limit=100`)
    expect(stored.map(({ message }) => message).sort()).toEqual(written.map(({ words }) => words).sort())
    expect(stored.reduce((sum, { replyCount }) => sum + Number(replyCount), 0)).toBe(replies.length)
    const lines = stored.map(({ message, status, replyCount }) => `${message} ${status} ${replyCount}`).sort()
    for (const { page } of people) {
      await expect.poll(() => linesOn(page), { timeout: 30_000 }).toEqual(lines)
      await page.reload()
      await showAll(page)
      await expect.poll(() => linesOn(page), { timeout: 30_000 }).toEqual(lines)
    }
  },
)

const columns = { TODO: 'To do', IN_PROGRESS: 'In progress', IN_REVIEW: 'In review', DONE: 'Done' } as const
type Status = keyof typeof columns
const statuses: readonly Status[] = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE']

/** The cards of each column. */
async function boardOn(page: Page): Promise<string[]> {
  const found = await Promise.all(
    statuses.map(async (status) => {
      const column = page.getByRole('region', { name: columns[status], exact: true })
      const titles = await column.locator('[data-task] a').allTextContents()
      return titles.map((title) => `${title} ${status}`)
    }),
  )
  return found.flat().sort()
}

test.each(seeds)(
  'two people at a board lose nothing, and see what the server has (seed %i)',
  {
    timeout: settleMs + steps * 20_000,
  },
  async (seed) => {
    const choose = dice(seed)
    const studio = await newStudio(wingmark.url)
    const { result } = await studio.call('POST', '/workspace/api/v1', { name: 'Trial' })
    const path = `/workspace/tasks?workspaceId=${result._id}`
    const people = [await sitDown('One', studio, path), await sitDown('Two', studio, path)]
    const made: { title: string; by: Person }[] = []

    const make = async (by: Person) => {
      const title = `Task ${made.length} of ${by.name}`
      await by.page.getByRole('button', { name: 'New task in To do' }).click()
      await by.page.keyboard.type(title)
      await by.page.keyboard.press('Enter')
      await by.page.getByRole('link', { name: title }).waitFor()
      await by.page.keyboard.press('Escape')
      made.push({ title, by })
    }
    const move = async (by: Person) => {
      const shown = await boardOn(by.page)
      if (shown.length === 0) return make(by)
      const title = choose(shown).replace(/ [A-Z_]+$/, '')
      const place = choose([0, 1, 2, 3])
      await by.page.getByRole('link', { name: title }).press(String(place + 1))
    }
    const acts = [make, make, move, move, cutOrMend]
    for (let n = 0; n < steps; n++) await choose(acts)(choose(people))

    await settle(people)
    const tasks = await resultsOf(studio, `/workspace/api/v1/task/user/${result._id}?limit=100`)
    expect(tasks.map(({ title }) => title).sort()).toEqual(made.map(({ title }) => title).sort())
    const lines = tasks.map(({ title, status }) => `${title} ${status}`).sort()
    for (const { page } of people) {
      await expect.poll(() => boardOn(page), { timeout: 30_000 }).toEqual(lines)
      await page.reload()
      await expect.poll(() => boardOn(page), { timeout: 30_000 }).toEqual(lines)
    }
  },
)
