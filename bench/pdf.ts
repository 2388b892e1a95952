/** A PDF of 300 pages: from its last byte sent to its first page seen by a viewer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFile } from '@wingmark/contract/files'
import { createReview, updateReview } from '@wingmark/contract/reviews'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, note, report } from './report.ts'
import { makePdf } from './support/made-pdf.ts'
import { photo } from './support/picture.ts'
import { newOwner, type Owner } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const pages = 300
/** The first is not counted. */
const rounds = 4

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function send({ call, token }: Owner, bytes: Buffer, name: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return (await call(uploadFile, { as: token, form })).result
}

try {
  ensureBuilt()
  const pdf = makePdf(pages, await photo(800, 1_000, 'Catalogue'), { width: 800, height: 1_000 })
  note('the PDF has', pdf.length / 1e6, 'MB')
  const wingmark = await startWingmark({ dataDir: join(folder, 'data') })
  closers.push(wingmark.stop)
  const owner = await newOwner(wingmark.origin)
  const { call, token } = owner
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const cover = await send(owner, await photo(800, 600, 'Cover'), 'cover.jpg')
    const { result } = await call(createReview, {
      as: token,
      body: { name: `Catalogue ${round}`, files: [cover._id] },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${wingmark.origin}/reviews/${result._id}?share=${result.share.shareCode}`)
    await page.waitForSelector('[data-shown="true"]')
    const file = await send(owner, pdf, `catalogue-${round}.pdf`)
    const from = performance.now()
    await call(updateReview, { as: token, params: { id: result._id }, body: { files: [file._id] } })
    // The viewer opens it as soon as it is listed.
    await page.getByRole('button', { name: /^catalogue/ }).click()
    await page.waitForSelector(`[data-shown="true"] img[alt^="catalogue"]`)
    if (round > 0) times.push(performance.now() - from)
    await page.close()
  }
  finish([
    report({
      what: 'first page of 300 seen after the upload’s end',
      ours: median(times),
      peer: null,
      unit: 'ms',
      limit: { atMost: 2_000 },
    }),
  ])
} finally {
  for (const close of closers.reverse()) await close()
}
