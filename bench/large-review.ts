/**
 * 200 files and 20,000 comments beside 5 and 20: opening, memory, working with the list. `BENCH_PART`: `opened` or
 * `list`.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { memoryOf } from './support/memory.ts'
import { type Opening, openSlowly } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner, publishPictures } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const large = { files: 200, comments: 20_000 }
const small = { files: 5, comments: 20 }
const slowerBy = 4
const rounds = 3
/** The first is not counted. */
const openings = 3
const restMs = 4_000
const part = process.env['BENCH_PART']
const viewport = { width: 1440, height: 900 }

type Made = { id: string; share: string; link: string }
type Shape = typeof large

/** Copies its first file, sharing the bytes, with as many comments on each: over HTTP it would take minutes. */
async function fill(database: pg.Client, review: string, shape: Shape): Promise<void> {
  await database.query(
    `insert into files (id, key, blob_id, owner_id, name, review_id, position)
     select uuidv7(), f.key || n, f.blob_id, f.owner_id, 'design-' || n || '.jpg', f.review_id, n
     from files f, generate_series(1, $2::int) n where f.review_id = $1`,
    [review, shape.files - 1],
  )
  const other = randomUUID()
  await database.query("insert into users (id, name, email, username) values ($1, 'Another', $2, $3)", [
    other,
    `${other}@example.test`,
    other,
  ])
  await database.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id, status, created_at)
     select uuidv7(), $1, f.id, n, 'MARKED',
       jsonb_build_object('page', 1, 'x', (n * 37 % 97) / 97.0, 'y', (n * 61 % 89) / 89.0, 'shape', 'POINT'),
       'Comment number ' || n || ': ' || (array['the line sits too low.', 'look at the edge.', 'a little louder.', 'lift it.'])[n % 4 + 1],
       case when n % 2 = 0 then f.owner_id else $3::uuid end,
       case when n % 10 = 0 then 'RESOLVED' else 'OPEN' end, now() - n * interval '7 minutes'
     from files f, generate_series(1, $2::int) n where f.review_id = $1`,
    [review, shape.comments / shape.files, other],
  )
  await database.query(
    `update files f set comment_count = c.all, open_count = c.open, last_number = c.all
     from (select file_id, count(*) as all, count(*) filter (where status = 'OPEN') as open from comments
       where review_id = $1 group by file_id) c where c.file_id = f.id`,
    [review],
  )
  await database.query(
    `update reviews set file_count = c.files, comment_count = c.all, open_count = c.open
     from (select count(*) as files, sum(comment_count) as all, sum(open_count) as open from files where review_id = $1) c
     where id = $1`,
    [review],
  )
}

/** Memory of the page's process, once it rests. */
async function memoryOfTab(browser: Browser, link: string): Promise<number> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForSelector('[data-stage]')
  await page.waitForTimeout(restMs)
  const debug = await context.newCDPSession(page)
  await debug.send('HeapProfiler.collectGarbage')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  // A spare one without a page is far smaller.
  const most = Math.max(...tabs.map((id) => memoryOf([id])))
  await session.detach()
  await context.close()
  return most
}

/** Both on a slow connection, in turn; their memory at a desk. */
async function measureOpened(browser: Browser, links: { small: string; large: string }): Promise<boolean[]> {
  const opened: Record<keyof typeof links, Opening[]> = { small: [], large: [] }
  for (let round = 0; round < openings; round++) {
    for (const which of ['small', 'large'] as const) {
      const wanted = { url: links[which], picture: /\/files\/preview\//, ready: '[data-stage]' }
      const one = await openSlowly(browser, wanted)
      if (round > 0) opened[which].push(one)
    }
  }
  const both = (what: 'paintedMs' | 'readyMs') => ({
    ours: median(opened.large.map((one) => one[what])),
    peer: median(opened.small.map((one) => one[what])),
  })
  note('the page of the large one', median(opened.large.map((one) => one.documentBytes)) / 1000, 'kB')
  const tab = await inRounds(rounds, {
    small: () => memoryOfTab(browser, links.small),
    large: () => memoryOfTab(browser, links.large),
  })
  const beside = '200 files and 20,000 comments, beside 5 and 20'
  return [
    report({ what: `first design of ${beside}`, ...both('paintedMs'), unit: 'ms', limit: { atMost: 1.2 } }),
    report({ what: `room of ${beside}`, ...both('readyMs'), unit: 'ms', limit: { atMost: 1.2 } }),
    report({
      what: `memory of the tab with ${beside}`,
      ours: tab.large,
      peer: tab.small,
      unit: 'MB',
      limit: { atMost: 1.5 },
    }),
  ]
}

/** In the page: when a press began, and when its result is painted. */
function watchAnswers(): void {
  let pressedAt = 0
  for (const type of ['keydown', 'click'])
    addEventListener(type, ({ timeStamp }) => void (pressedAt = timeStamp), { capture: true })
  Reflect.set(window, 'nextAnswer', (selector: string) => {
    const text = () => [...document.querySelectorAll(selector)].map((one) => one.textContent).join('\n')
    const before = text()
    return new Promise<number>((resolve) => {
      const look = () => {
        if (text() === before) requestAnimationFrame(look)
        else requestAnimationFrame(() => resolve(performance.now() - pressedAt))
      }
      look()
    })
  })
}

/** From a press until the list answers, in ms. */
async function answer(page: Page, selector: string, press: () => Promise<unknown>): Promise<number> {
  // Watched before it is pressed: the page handles keys before further calls.
  const answered = await page.evaluateHandle(
    (what) => ({ after: Reflect.get(window, 'nextAnswer')(what) as Promise<number> }),
    selector,
  )
  await press()
  return answered.evaluate(({ after }) => after)
}

const list = 'ul[aria-label="List of comments"] > li:not([aria-hidden])'

/** Lists the whole review, then sorts, filters and searches. */
async function measureList(browser: Browser, link: string): Promise<boolean> {
  const page = await browser.newPage({ viewport })
  await page.addInitScript(watchAnswers)
  await page.goto(link)
  await page.locator(list).first().waitFor()
  await page.getByRole('button', { name: 'This file' }).click()
  const from = performance.now()
  await page.getByRole('menuitemradio', { name: 'Whole review' }).click()
  const all = page.getByRole('button', { name: new RegExp('^All\\W*20,?000') })
  await all.waitFor({ timeout: 240_000 })
  note('all of them loaded after', (performance.now() - from) / 1000, 's')
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  const sort = async (name: string) => {
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    const way = page.getByRole('menuitemradio', { name })
    await way.waitFor()
    return answer(page, list, () => way.click())
  }
  const times: Record<string, number> = {}
  times['newest first'] = await sort('Newest first')
  times['by person'] = await sort('Person')
  times['resolved ones'] = await answer(page, list, () =>
    page.getByRole('button', { name: /^Resolved/ }).click(),
  )
  times['all again'] = await answer(page, list, () => all.click())
  await page.keyboard.press('/')
  await page.getByLabel('Words in these comments').waitFor()
  const found = '[role="search"] [role="status"]'
  for (const letter of ['l', 'o', 'u'])
    times[`the letter ${letter}`] = await answer(page, found, () => page.keyboard.press(letter))
  for (const [what, ms] of Object.entries(times)) note(what, ms, 'ms')
  return report({
    what: `the slowest answer of a list of 20,000, processor ÷ ${slowerBy}`,
    ours: Math.max(...Object.values(times)),
    peer: null,
    unit: 'ms',
    limit: { atMost: 100 },
  })
}

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  ensureBuilt()
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const owner = await newOwner(wingmark.origin)
  const picture = await photo(1920, 1200, 'Spring')
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  const make = async (shape: Shape): Promise<Made> => {
    const { id, share } = await publishPictures(owner, [picture])
    await fill(database, id, shape)
    return { id, share, link: `${wingmark.origin}/reviews/${id}?share=${share}` }
  }
  const made = { small: await make(small), large: await make(large) }
  await database.query('vacuum analyze')
  await database.end()
  const browser = await launchChromium()
  closers.push(() => browser.close())

  finish([
    ...(part === 'list'
      ? []
      : await measureOpened(browser, { small: made.small.link, large: made.large.link })),
    ...(part === 'opened' ? [] : [await measureList(browser, made.large.link)]),
  ])
} finally {
  for (const close of closers.reverse()) await close()
}
