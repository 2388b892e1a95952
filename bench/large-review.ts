/** A review of 200 files with 20,000 comments, opened beside one of 5 files with 20; then its list sorted, narrowed and searched. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { openSlowly } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner, type Owner, type PublishedReview, publishPictures } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const large = { files: 200, comments: 20_000 }
const small = { files: 5, comments: 20 }
const rounds = 5
const slowerBy = 4
const answerMs = 100

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** The same number on each file, some of them resolved; over HTTP it would take minutes. */
async function comment(database: pg.Client, review: PublishedReview, count: number): Promise<void> {
  const each = count / review.files.length
  const ids = review.files.map(({ _id }) => _id)
  await database.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, status, user_id)
     select uuidv7(), $1, file, n, 'MARKED',
       jsonb_build_object('page', 1, 'shape', 'POINT', 'x', (n * 37 % 100) / 100.0, 'y', (n * 61 % 100) / 100.0),
       'Comment ' || n || ' on ' || file || ': a little higher, and less loud than the words, please.',
       case n % 10 when 0 then 'RESOLVED' else 'OPEN' end,
       (select owner_id from reviews where id = $1)
     from unnest($2::uuid[]) file, generate_series(1, $3::int) n`,
    [review.id, ids, each],
  )
  await database.query(
    `update files f set comment_count = $2, last_number = $2,
       open_count = (select count(*) from comments c where c.file_id = f.id and c.status = 'OPEN')
     where id = any($1)`,
    [ids, each],
  )
  await database.query(
    `update reviews set comment_count = $2,
       open_count = (select count(*) from comments c where c.review_id = $1 and c.status = 'OPEN')
     where id = $1`,
    [review.id, count],
  )
}

async function publish(owner: Owner, database: pg.Client, { files, comments }: typeof large) {
  const first = await photo(1920, 1200, 'Spring')
  const others = await Promise.all(
    Array.from({ length: files - 1 }, (_, n) => photo(320, 200, `No ${n + 2}`)),
  )
  const review = await publishPictures(owner, [first, ...others])
  await comment(database, review, comments)
  await database.query('vacuum analyze')
  return review
}

/** What the page keeps of its own, in MB. */
async function heapOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('HeapProfiler.collectGarbage')
  await debug.send('Performance.enable')
  const { metrics } = await debug.send('Performance.getMetrics')
  await debug.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

/** In the page: when a press began, and when what it is about is drawn. */
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
  const answered = page.evaluate<number, string>((what) => Reflect.get(window, 'nextAnswer')(what), selector)
  await press()
  return answered
}

const list = 'ul[aria-label="List of comments"] > li:not([aria-hidden])'

async function measureList(page: Page): Promise<boolean> {
  await page.getByRole('button', { name: 'This file' }).click()
  const from = performance.now()
  await page.getByRole('menuitemradio', { name: 'Whole review' }).click()
  const all = page.getByRole('button', { name: new RegExp(`^All\\W*${large.comments.toLocaleString('en')}`) })
  await all.waitFor({ timeout: 120_000 })
  note('all of them loaded after', (performance.now() - from) / 1000, 's')
  note('heap with all of them', await heapOf(page), 'MB')
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
  times['by person'] = await sort('By person')
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
    what: `the slowest answer of a list of ${large.comments}, processor ÷ ${slowerBy}`,
    ours: Math.max(...Object.values(times)),
    peer: null,
    unit: 'ms',
    limit: { atMost: answerMs },
  })
}

async function openAtDesk(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watchAnswers)
  await page.goto(url)
  await page.locator(list).first().waitFor()
  return page
}

try {
  ensureBuilt()
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())
  const owner = await newOwner(wingmark.origin)
  const urlOf = ({ id, share }: PublishedReview) => `${wingmark.origin}/reviews/${id}?share=${share}`
  const urls = {
    ours: urlOf(await publish(owner, database, large)),
    peer: urlOf(await publish(owner, database, small)),
  }
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const wanted = { picture: /\/files\/preview\//, ready: '[data-stage]' }
  const painted = { ours: [] as number[], peer: [] as number[] }
  const ready = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const who of ['ours', 'peer'] as const) {
      const opening = await openSlowly(browser, { url: urls[who], ...wanted })
      painted[who].push(opening.paintedMs)
      ready[who].push(opening.readyMs)
    }
  const [few, many] = [await openAtDesk(browser, urls.peer), await openAtDesk(browser, urls.ours)]
  const kept = [
    report({
      what: 'first design of 200 files with 20,000 comments, beside 5 with 20, on a slow line',
      ours: median(painted.ours) / 1000,
      peer: median(painted.peer) / 1000,
      unit: 's',
      limit: { atMost: 1.2 },
    }),
    report({
      what: 'the room can be used',
      ours: median(ready.ours) / 1000,
      peer: median(ready.peer) / 1000,
      unit: 's',
      limit: { atMost: 1.2 },
    }),
    report({
      what: 'heap of the tab',
      ours: await heapOf(many),
      peer: await heapOf(few),
      unit: 'MB',
      limit: { atMost: 1.5 },
    }),
  ]
  await few.close()
  finish([...kept, await measureList(many)])
} finally {
  for (const close of closers.reverse()) await close()
}
