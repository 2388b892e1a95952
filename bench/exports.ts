/** Exports of comments: 50 pages with 1,000 of them as a PDF beside drawing those pages with pdfium alone, and 100,000 as tables. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { type CommentExportFormat, requestCommentExport } from '@wingmark/contract/comment-exports'
import { previewMaxPx } from '@wingmark/contract/limits'
import pg from 'pg'
import { finish, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { makePdf } from './support/made-pdf.ts'
import { addPins } from './support/many-comments.ts'
import { photo } from './support/picture.ts'
import { makePins } from './support/pin-pages.ts'
import { newOwner, type Owner, type PublishedReview, publishPictures } from './support/published.ts'
import { memoryOver } from './support/uploading.ts'
import { ensureBuilt, startWingmark, type Wingmark } from './support/wingmark.ts'

const pages = 50
const onPages = 1_000
const many = 100_000
/** The first is not counted. */
const rounds = 4
const picture = { width: 800, height: 1_000 }

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** Bytes of the whole answer; throws unless it came to its end. */
async function take(owner: Owner, review: PublishedReview, format: CommentExportFormat): Promise<number> {
  const asked = { as: owner.token, params: { id: review.id }, body: { format } }
  const { url } = (await owner.call(requestCommentExport, asked)).result
  const answer = await fetch(url)
  if (!answer.ok || !answer.body) throw new Error(`${format}: ${answer.status}`)
  let bytes = 0
  for await (const part of answer.body) bytes += part.length
  return bytes
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function comment(database: pg.Client, review: PublishedReview, count: number, onPage = 1) {
  await addPins(database, review, makePins(count))
  if (onPage > 1)
    await database.query(
      `update comments set marker = jsonb_set(marker, '{page}', to_jsonb(number % $2 + 1)) where review_id = $1`,
      [review.id, onPage],
    )
  await database.query('vacuum analyze')
}

/** The pages as large as previews are, and nothing else. */
async function bareDrawing(pdf: Buffer) {
  const library = await PDFiumLibrary.init()
  closers.push(async () => library.destroy())
  return async () => {
    const document = await library.loadDocument(pdf)
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const scale = previewMaxPx / Math.max(originalWidth, originalHeight)
      await page.render({
        width: Math.round(originalWidth * scale),
        height: Math.round(originalHeight * scale),
        render: 'bitmap',
      })
    }
    document.destroy()
  }
}

async function measurePdf(wingmark: Wingmark, owner: Owner, database: pg.Client): Promise<boolean[]> {
  const pdf = makePdf(pages, await photo(picture.width, picture.height, 'Catalogue'), picture)
  const few = makePdf(pages / 10, await photo(picture.width, picture.height, 'Leaflet'), picture)
  const whole = await publishPictures(owner, [pdf])
  const short = await publishPictures(owner, [few])
  await comment(database, whole, onPages, pages)
  await comment(database, short, onPages / 10, pages / 10)
  const draw = await bareDrawing(pdf)
  const { ours, peer } = await inRounds(rounds, {
    ours: () => timed(() => take(owner, whole, 'PDF')),
    peer: () => timed(draw),
  })
  const kept = report({
    what: `${pages} pages with ${onPages} comments as a PDF, beside drawing them`,
    ours,
    peer,
    unit: 'ms',
    limit: { atMost: 2 },
  })
  const ofFew = await memoryOver(wingmark, () => take(owner, short, 'PDF'))
  const ofAll = await memoryOver(wingmark, () => take(owner, whole, 'PDF'))
  note('as large as', ofAll.result / 1e6, 'MB')
  return [
    kept,
    report({
      what: `memory over idle meanwhile, beside that of ${pages / 10} pages`,
      ours: ofAll.over,
      peer: ofFew.over,
      unit: 'MB',
      limit: { atMost: 1.3 },
    }),
  ]
}

async function measureTables(wingmark: Wingmark, owner: Owner, database: pg.Client): Promise<boolean[]> {
  const review = await publishPictures(owner, [await photo(1920, 1200, 'Spring')])
  await comment(database, review, many)
  const kept: boolean[] = []
  for (const format of ['CSV', 'JSON', 'XLSX'] as const) {
    const from = performance.now()
    const { over, result } = await memoryOver(wingmark, () => take(owner, review, format))
    note(`${format} of ${many} comments: in all`, (performance.now() - from) / 1000, 's with the rest before')
    note(`${format}: as large as`, result / 1e6, 'MB')
    kept.push(
      report({
        what: `${format} of ${many} comments, memory over idle`,
        ours: over,
        peer: null,
        unit: 'MB',
        limit: { atMost: 100 },
      }),
    )
  }
  return kept
}

try {
  ensureBuilt()
  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const owner = await newOwner(wingmark.origin)
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())
  const kept = await measurePdf(wingmark, owner, database)
  finish([...kept, ...(await measureTables(wingmark, owner, database))])
} finally {
  for (const close of closers.reverse()) await close()
}
