/** Comparing in the browser, and opening a review whose files have 20 versions each. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadFile } from '@wingmark/contract/files'
import { addVersion, listVersions } from '@wingmark/contract/versions'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../scripts/launch-chromium.ts'
import { median, note, report } from '../report.ts'
import { fly, framesWhile } from './gesture.ts'
import { type Opening, openSlowly } from './open-slowly.ts'
import { photo } from './picture.ts'
import { newOwner, type Owner, publishPictures } from './published.ts'
import { ensureBuilt, startWingmark } from './wingmark.ts'

const view = { width: 1_440, height: 900 }
const differences = 10
/** The best counts: other work on the machine only makes it worse. */
const flights = 3
const versions = 20
const files = 5
const openings = 5

export async function measureOnScreen(older: Buffer, newer: Buffer): Promise<boolean[]> {
  ensureBuilt()
  const dataDir = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  try {
    const wingmark = await startWingmark({ dataDir })
    closers.push(wingmark.stop)
    const owner = await newOwner(wingmark.origin)
    const browser = await launchChromium()
    closers.push(() => browser.close())
    const compared = await publishTwo(owner, older, newer)
    const link = (review: { id: string; share: string }) =>
      `${wingmark.origin}/reviews/${review.id}?share=${review.share}`
    const moved = await measureModes(browser, link(compared))
    const pictures = [await photo(1_920, 1_200, 'Spring')]
    while (pictures.length < files) pictures.push(await photo(320, 200, `No ${pictures.length + 1}`))
    const plain = await publishPictures(owner, pictures)
    const stacked = await publishPictures(owner, pictures)
    await stackUp(join(dataDir, 'run'), stacked.id)
    return [...moved, ...(await measureFirstView(browser, { plain: link(plain), stacked: link(stacked) }))]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function publishTwo(owner: Owner, older: Buffer, newer: Buffer) {
  const { call, token: as } = owner
  const review = await publishPictures(owner, [older])
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(newer)]), 'newer.png')
  const { result: fresh } = await call(uploadFile, { as, form })
  const params = { id: review.files[0]?._id ?? '' }
  await call(addVersion, { as, params, body: { file: fresh._id, note: '' } })
  for (let tries = 0; tries < 1_200; tries++) {
    const { results } = await call(listVersions, { as, params })
    if (results.every(({ file }) => file.state === 'READY')) return review
    await sleep(100)
  }
  throw new Error('both versions were not drawn in time')
}

/** A stage of exactly this size, with the mode open. */
async function openMode(browser: Browser, link: string, mode: string): Promise<Page> {
  const page = await browser.newPage({ viewport: view })
  await page.goto(`${link}&compare=${mode}`)
  await page.locator('[data-stage] [data-shown="true"]').nth(1).waitFor()
  const box = await page.locator('[data-stage]').boundingBox()
  if (!box) throw new Error('no stage')
  const [wider, taller] = [view.width - box.width, view.height - box.height]
  await page.setViewportSize({ width: view.width + wider, height: view.height + taller })
  return page
}

async function measureModes(browser: Browser, link: string): Promise<boolean[]> {
  const kept = [await measureDifference(browser, link)]
  for (const mode of ['wipe', 'blink', 'opacity']) {
    const page = await openMode(browser, link, mode)
    const at = { x: view.width / 2, y: view.height / 2 }
    const rates: number[] = []
    for (let n = 0; n < flights; n++) rates.push((await fly(page, at, 'far')).framesPerSecond)
    if (mode === 'wipe')
      note('while the wipe moves', await framesWhile(page, () => moveWipe(page)), 'a second')
    kept.push(
      report({
        what: `4000 × 4000 compared by ${mode}, zoomed and panned: frames a second`,
        ours: Math.max(...rates),
        peer: null,
        unit: 'a second',
        limit: { atLeast: 58 },
      }),
    )
    await page.close()
  }
  return kept
}

async function moveWipe(page: Page): Promise<void> {
  const handle = await page.getByRole('slider', { name: 'Wipe' }).boundingBox()
  if (!handle) throw new Error('no handle')
  const y = handle.y + handle.height / 2
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(handle.x - 400, y, { steps: 60 })
  await page.mouse.move(handle.x + 400, y, { steps: 120 })
  await page.mouse.up()
}

/** From the pictures in memory until the answer, of a view that the design fills; the first is not counted. */
async function measureDifference(browser: Browser, link: string): Promise<boolean> {
  const page = await openMode(browser, `${link}&at=2000,1400,0.4`, 'difference')
  const canvas = page.locator('canvas[data-difference][data-ms]')
  await canvas.waitFor({ state: 'attached' })
  const times: number[] = []
  const plain: number[] = []
  for (let n = 0; n <= differences; n++) {
    await canvas.evaluate((element) => element.removeAttribute('data-ms'))
    await page.mouse.move(view.width / 2, view.height / 2)
    await page.mouse.wheel(0, n % 2 === 0 ? 12 : -12)
    await canvas.waitFor({ state: 'attached' })
    if (n === 0) continue
    times.push(Number(await canvas.getAttribute('data-ms')))
    plain.push(await page.evaluate(compareChannels, view.width * view.height))
  }
  await page.close()
  return report({
    what: 'difference of a view of 1440 × 900 in the worker',
    ours: median(times),
    peer: median(plain),
    unit: 'ms',
    limit: { atMost: 50 },
    isAbsolute: true,
  })
}

/** In the page: channel by channel, without drawing and without sparing antialiasing. */
function compareChannels(pixels: number): number {
  const [older, newer] = [new Uint8ClampedArray(pixels * 4), new Uint8ClampedArray(pixels * 4)]
  const from = performance.now()
  let changed = 0
  for (let at = 0; at < older.length; at += 4)
    for (let channel = at; channel < at + 4; channel++)
      if (Math.abs((older[channel] ?? 0) - (newer[channel] ?? 0)) > 16) changed += 1
  return changed === 0 ? performance.now() - from : Number.NaN
}

/** Each file of the review gets earlier versions that share its bytes: over HTTP it would take minutes. */
async function stackUp(host: string, review: string): Promise<void> {
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host })
  await database.connect()
  await database.query(
    `insert into files (id, key, blob_id, owner_id, name, review_id, purpose, stack_id, version)
     select uuidv7(), f.key || n, f.blob_id, f.owner_id, f.name, f.review_id, 'VERSION', f.id, n
     from files f, generate_series(1, $2::int - 1) n where f.review_id = $1`,
    [review, versions],
  )
  await database.query(
    `update files set version = $2, version_count = $2, last_version = $2 where review_id = $1 and purpose = 'REVIEW'`,
    [review, versions],
  )
  await database.query('vacuum analyze')
  await database.end()
}

async function measureFirstView(
  browser: Browser,
  links: { plain: string; stacked: string },
): Promise<boolean[]> {
  const opened: Record<keyof typeof links, Opening[]> = { plain: [], stacked: [] }
  for (let round = 0; round < openings; round++)
    for (const which of round % 2 === 0 ? (['plain', 'stacked'] as const) : (['stacked', 'plain'] as const))
      opened[which].push(
        await openSlowly(browser, {
          url: links[which],
          picture: /\/files\/preview\//,
          ready: '[data-stage]',
        }),
      )
  const both = (what: 'paintedMs' | 'documentBytes', by: number) => ({
    ours: median(opened.stacked.map((one) => one[what])) / by,
    peer: median(opened.plain.map((one) => one[what])) / by,
  })
  const beside = `of a review with ${versions} versions of each file, beside one without`
  return [
    report({ what: `first view ${beside}`, ...both('paintedMs', 1), unit: 'ms', limit: { atMost: 1.1 } }),
    report({
      what: `the page ${beside}`,
      ...both('documentBytes', 1_000),
      unit: 'kB',
      limit: { atMost: 1.01 },
    }),
  ]
}
