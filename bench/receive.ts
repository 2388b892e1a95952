/** A recipient's page with 50 files on a slow phone: when its first picture is painted; and one of 5,000. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDelivery } from '@wingmark/contract/deliveries'
import { getFile, uploadFile } from '@wingmark/contract/files'
import { copyTransfer, createTransfer } from '@wingmark/contract/transfers'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { serveBarePages } from './support/bare-pages.ts'
import { scroll } from './support/gesture.ts'
import { type Opening, openSlowly } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const fileCount = 50
const manyCount = 5_000
const restMs = 1_000
const rounds = 5
const pictures = /\/files\/(preview|thumbnail)\//

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** The links of a delivery of rendered pictures, and of one with thousands of copies. */
async function sendPictures(origin: string): Promise<{ few: string; many: string }> {
  const { call, token } = await newOwner(origin)
  const send = async (of: string[]) => {
    const { result } = await call(createDelivery, { as: token, body: { items: of } })
    return `${origin}/transfers/${result._id}?share=${result.shareCode}`
  }
  const items: string[] = []
  for (let n = 0; n < fileCount; n++) {
    const form = new FormData()
    form.set('purpose', 'TRANSFER')
    const bytes = n === 0 ? await photo(1920, 1200, 'Spring') : await photo(320, 200, `No ${n + 1}`)
    form.set('file', new Blob([new Uint8Array(bytes)]), `design-${n + 1}.jpg`)
    const { result: file } = await call(uploadFile, { as: token, form })
    const { result } = await call(createTransfer, { as: token, body: { file: file._id, name: file.name } })
    items.push(result._id)
    while ((await call(getFile, { as: token, params: { id: file._id } })).result.state === 'PROCESSING')
      await new Promise((done) => setTimeout(done, 50))
  }
  const { result: all } = await call(createTransfer, { as: token, body: { type: 'FOLDER', name: 'All' } })
  for (let count = 0; count < manyCount; count += fileCount) {
    const [id = '', ...also] = items
    await call(copyTransfer, { as: token, params: { id }, body: { parent: all._id, also } })
  }
  return { few: await send(items), many: await send([all._id]) }
}

/** In the page: bytes of everything fetched. */
const fetched = () =>
  performance
    .getEntries()
    .reduce((sum, one) => sum + (one instanceof PerformanceResourceTiming ? one.transferSize : 0), 0)
const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

/** At desktop width: opened, wheeled over, and scrolled to its last file; counts what is rendered and fetched. */
async function measureMany(browser: Browser, links: { few: string; many: string }): Promise<boolean[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const shown: Record<'few' | 'many', { ms: number; elements: number; mb: number }> = {
    few: { ms: 0, elements: 0, mb: 0 },
    many: { ms: 0, elements: 0, mb: 0 },
  }
  for (const which of ['few', 'many'] as const) {
    const all: number[] = []
    for (let round = 0; round < rounds; round++) {
      const from = performance.now()
      await page.goto(links[which])
      await page.getByRole('button', { name: 'View design-' }).first().waitFor()
      all.push(performance.now() - from)
      await sleep(restMs)
      if (round === 0) shown[which].mb = (await page.evaluate(fetched)) / 1e6
    }
    shown[which].ms = median(all)
    shown[which].elements = await elements(page)
  }
  note('the page of 50, opened', shown.few.mb, 'MB')
  note('the page of 5,000, opened', shown.many.mb, 'MB')
  const wheeled = Math.max(
    (await scroll(page, { x: 720, y: 600 }, 4)).framesPerSecond,
    (await scroll(page, { x: 720, y: 600 }, 4)).framesPerSecond,
  )
  let most = 0
  const last = page.locator('li', { hasText: /^design-/ }).last()
  for (let still = 0, before = -1; still < 5; ) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await sleep(restMs)
    await last.waitFor()
    most = Math.max(most, await elements(page))
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    still = height === before ? still + 1 : 0
    before = height
  }
  note('its height at last', await page.evaluate(() => document.documentElement.scrollHeight), 'px')
  await page.close()
  return [
    report({
      what: 'a page of 5,000 received files opened at a desk, beside one of 50',
      ours: shown.many.ms,
      peer: shown.few.ms,
      unit: 'ms',
      limit: { atMost: 1.5 },
    }),
    report({
      what: 'elements rendered of it at most, scrolled to its end, beside a page of 50',
      ours: most,
      peer: shown.few.elements,
      unit: 'elements',
      limit: { atMost: 6 },
    }),
    report({
      what: 'the same, wheeled over: frames a second',
      ours: wheeled,
      peer: null,
      unit: 'a second',
      limit: { atLeast: 58 },
    }),
  ]
}

async function measure(): Promise<boolean[]> {
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const links = await sendPictures(wingmark.origin)
  const link = links.few
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
  const [first] = await Promise.all([
    page.waitForResponse((response) => pictures.test(response.url()) && response.ok()),
    page.goto(link),
  ])
  const picture = await first.body()
  await page.close()
  const peers = await serveBarePages({ picture, review: '{}' })
  closers.push(peers.stop)

  const ours: Opening[] = []
  const bare: Opening[] = []
  for (let round = 0; round < rounds; round++) {
    bare.push(await openSlowly(browser, { url: `${peers.origin}/server`, picture: /picture/, ready: 'img' }))
    ours.push(await openSlowly(browser, { url: link, picture: pictures, ready: 'main' }))
  }
  const painted = (some: readonly Opening[]) => median(some.map((one) => one.paintedMs)) / 1000
  note('the picture', picture.length / 1000, 'kB')
  note('requests before it', median(ours.map((one) => one.requestsBefore.length)), '')
  return [
    report({
      what: 'a page of 50 received files, first picture painted, beside a bare server-rendered page',
      ours: painted(ours),
      peer: painted(bare),
      unit: 's',
      limit: { atMost: 1.3 },
    }),
    ...(await measureMany(browser, links)),
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}
