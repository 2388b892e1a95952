/** The page of somebody who was sent 50 files, on a slow phone: when its first picture is painted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDelivery } from '@wingmark/contract/deliveries'
import { getFile, uploadFile } from '@wingmark/contract/files'
import { createTransfer } from '@wingmark/contract/transfers'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { serveBarePages } from './support/bare-pages.ts'
import { type Opening, openSlowly } from './support/open-slowly.ts'
import { photo } from './support/picture.ts'
import { newOwner } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const fileCount = 50
const rounds = 5
const pictures = /\/files\/(preview|thumbnail)\//

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** The link of a delivery of pictures that are drawn. */
async function sendPictures(origin: string): Promise<string> {
  const { call, token } = await newOwner(origin)
  const items: string[] = []
  for (let n = 0; n < fileCount; n++) {
    const form = new FormData()
    form.set('purpose', 'TRANSFER')
    const bytes = n === 0 ? await photo(1920, 1200, 'Spring') : await photo(320, 200, `No ${n + 1}`)
    form.set('file', new Blob([new Uint8Array(bytes)]), `design-${n + 1}.jpg`)
    const { result: file } = await call(uploadFile, { as: token, form })
    const { result } = await call(createTransfer, { as: token, body: { file: file._id } })
    items.push(result._id)
    while ((await call(getFile, { as: token, params: { id: file._id } })).result.state === 'PROCESSING')
      await new Promise((done) => setTimeout(done, 50))
  }
  const { result } = await call(createDelivery, { as: token, body: { items } })
  return `${origin}/transfers/${result._id}?share=${result.shareCode}`
}

async function measure(): Promise<boolean[]> {
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const link = await sendPictures(wingmark.origin)
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
  ]
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}
