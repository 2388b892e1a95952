/**
 * 50 reviews with 500 files of 2 MB and 5,000 comments on a device: listing and uploading. `BENCH_SCALE=0.1` for less.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createComment } from '@wingmark/contract/comments'
import { uploadFile } from '@wingmark/contract/files'
import { createReview } from '@wingmark/contract/reviews'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, note, percentile, report } from './report.ts'
import { formOf } from './support/form.ts'
import { openConnections } from './support/kept-connections.ts'
import { memoryOf } from './support/memory.ts'
import { photo } from './support/picture.ts'
import { newOwner } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const scale = Number(process.env['BENCH_SCALE'] ?? 1)
const reviews = Math.max(1, Math.round(50 * scale))
const filesOfOne = 10
const commentsOfOne = 100
const shownFirst = Math.min(12, reviews)
const mostMs = 30 * 60_000

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** The same files and comments from a bare client, one after the other, in the app's order. */
async function sendDirectly(origin: string, token: string, bytes: Buffer): Promise<number> {
  const { ask, close } = openConnections(origin)
  const id = async (path: string, body: object) => {
    const answer = await ask({ method: 'POST', path, token, body: JSON.stringify(body) })
    return JSON.parse(answer.toString()).result._id as string
  }
  const from = performance.now()
  for (let n = 0; n < reviews; n++) {
    const files: string[] = []
    for (let f = 0; f < filesOfOne; f++) {
      const form = formOf(unlike(bytes, `direct ${n} ${f}`), `design-${f}.jpg`)
      const answer = await ask({ method: 'POST', path: uploadFile.path, token, ...form })
      files.push(JSON.parse(answer.toString()).result._id)
    }
    await id(createReview.path, { name: `Direct ${n}`, files })
    for (let c = 0; c < commentsOfOne; c++)
      await id(createComment.path, { file: files[c % filesOfOne], type: 'GENERAL', message: `Comment ${c}` })
  }
  close()
  return performance.now() - from
}

/** After its end a JPEG may contain anything. */
const unlike = (bytes: Buffer, words: string) => Buffer.concat([bytes, Buffer.from(words)])

type Laid = { base64: string; reviews: number; filesOfOne: number; commentsOfOne: number }

/** In the page: creates them as a person would have. */
async function lay({ base64, reviews, filesOfOne, commentsOfOne }: Laid): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const database = await new Promise<IDBDatabase>((done, fail) => {
    const opening = indexedDB.open('wingmark-offline')
    opening.onupgradeneeded = () => opening.result.createObjectStore('files')
    opening.onsuccess = () => done(opening.result)
    opening.onerror = () => fail(opening.error)
  })
  const list: object[] = []
  for (let n = 0; n < reviews; n++) {
    const images: string[] = []
    await new Promise<void>((done, fail) => {
      const work = database.transaction('files', 'readwrite')
      for (let f = 0; f < filesOfOne; f++) {
        const id = crypto.randomUUID()
        const blob = new Blob([bytes, `device ${n} ${f}`], { type: 'image/jpeg' })
        work.objectStore('files').put({ blob, name: `design-${f}.jpg`, width: 2800, height: 2100 }, id)
        images.push(`idb:${id}`)
      }
      work.oncomplete = () => done()
      work.onerror = () => fail(work.error)
    })
    const name = `On the device ${n}`
    list.push({ _id: crypto.randomUUID(), name, images, owner: null })
    const comments = Array.from({ length: commentsOfOne }, (_, c) => ({
      _id: crypto.randomUUID(),
      type: 'GENERAL',
      message: `Comment ${c}`,
      files: [],
      mentions: [],
      replies: [],
      file: c % filesOfOne,
    }))
    localStorage.setItem(`offlineComments_${name}`, JSON.stringify(comments))
  }
  localStorage.setItem('offlineReviews', JSON.stringify(list))
  database.close()
}

/** In the page: milliseconds from navigation to the list's first painted cards. */
async function listedIn(shown: number): Promise<number> {
  const go = async (path: string, isThere: () => boolean) => {
    const from = performance.now()
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    while (!isThere()) await new Promise((next) => requestAnimationFrame(next))
    return performance.now() - from
  }
  const cards = () => document.querySelectorAll('section[aria-label="Only on this device"] article').length
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    times.push(await go('/reviews', () => cards() >= shown))
    await go('/help', () => cards() === 0)
  }
  return times.slice(1).toSorted((a, b) => a - b)[2] ?? Number.NaN
}

function watchInteractions(): void {
  const times: number[] = []
  Reflect.set(window, 'interactions', times)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const renderersOf = async (page: Page): Promise<number[]> => {
  const debug = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo } = (await debug?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await debug?.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

async function measure(): Promise<boolean[]> {
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())
  // Limits are for people.
  const raising = setInterval(() => void database.query('delete from rate_limits'), 250)
  closers.push(async () => clearInterval(raising))
  const { token } = await newOwner(wingmark.origin)
  await database.query(`update users set plan = 'COMMANDER'`)

  const bytes = await photo(2800, 2100, 'Offline', 98)
  note('one file', bytes.length / 1e6, 'MB')
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: wingmark.origin,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(watchInteractions)
  await page.goto('/help')
  await page.evaluate(lay, { base64: bytes.toString('base64'), reviews, filesOfOne, commentsOfOne })
  await page.reload()
  const listed = await page.evaluate(listedIn, shownFirst)

  const direct = await sendDirectly(wingmark.origin, token, bytes)
  await page.goto('/help')
  await sleep(5_000)
  const renderers = await renderersOf(page)
  const idle = memoryOf(renderers)
  let most = idle
  const watching = setInterval(async () => {
    most = Math.max(most, memoryOf(await renderersOf(page)))
  }, 1_000)
  closers.push(async () => clearInterval(watching))
  await page.evaluate((signedIn) => localStorage.setItem('wingmark.token', signedIn), token)
  const from = performance.now()
  await page.goto('/reviews')
  const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first()
  const isUp = () => page.evaluate(() => localStorage.getItem('offlineReviews') === null)
  while (!(await isUp()) && performance.now() - from < mostMs) {
    await search.click()
    await page.keyboard.type('a')
    await page.keyboard.press('Backspace')
    await sleep(1_000)
  }
  const synced = performance.now() - from
  clearInterval(watching)
  const interactions: number[] = await page.evaluate(() => Reflect.get(window, 'interactions'))
  const { rows } = await database.query(
    `select count(*)::int as reviews, sum(file_count)::int as files, sum(comment_count)::int as comments
     from reviews where name like 'On the device%'`,
  )
  console.log(`  arrived: ${JSON.stringify(rows[0])}`)
  const perSecond = (ms: number) => (reviews * filesOfOne * bytes.length) / 1e3 / ms
  return [
    report({
      what: `list of ${reviews} reviews on the device`,
      ours: listed,
      peer: null,
      unit: 'ms',
      limit: { atMost: 200 },
    }),
    report({
      what: `upload of ${reviews * filesOfOne} files and ${reviews * commentsOfOne} comments, beside a bare client`,
      ours: perSecond(synced),
      peer: perSecond(direct),
      unit: 'MB a second',
      limit: { atLeast: 0.8 },
    }),
    report({
      what: 'memory of the tab over idle',
      ours: most - idle,
      peer: null,
      unit: 'MB',
      limit: { atMost: 150 },
    }),
    report({
      what: 'interaction meanwhile, 95th percentile',
      ours: interactions.length > 0 ? percentile(interactions, 0.95) : 16,
      peer: null,
      unit: 'ms',
      limit: { atMost: 100 },
    }),
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}
