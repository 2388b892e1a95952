/** Pins carried to the next version of a PDF: its pages paired rightly, their pins placed, sure and false. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { CarryFacts } from '../apps/server/src/platform/media/carry/carry-facts.ts'
import type { CarriedPin } from '../apps/server/src/platform/media/carry/carry-pins.ts'
import { renderCarry } from '../apps/server/src/platform/media/carry/render-carry.ts'
import { PagePairsFacts } from '../apps/server/src/platform/media/comparison-facts.ts'
import { pairDocuments } from '../apps/server/src/platform/media/read-page-signs.ts'
import { finish, note, report } from './report.ts'
import { type DocumentPair, type DocumentPin, makeDocumentPair, paper } from './support/carry/documents.ts'

/** No threshold was tuned on any seed of these documents. */
const seed = Number(process.env['BENCH_SEED'] ?? 2)
const count = Number(process.env['BENCH_PAIRS'] ?? 24)

sharp.concurrency(1)

const folder = mkdtempSync(join(tmpdir(), 'wingmark-carry-pdf-'))
const [older, newer, output] = [
  join(folder, 'older.pdf'),
  join(folder, 'newer.pdf'),
  join(folder, 'pages.json'),
]

const total = { pages: 0, paired: 0, pins: 0, placed: 0, sure: 0, all: 0, falseAndSure: 0 }

async function carryDocument(pair: DocumentPair): Promise<void> {
  writeFileSync(older, pair.older)
  writeFileSync(newer, pair.newer)
  await pairDocuments({ path: newer, older, output })
  const found = PagePairsFacts.parse(JSON.parse(readFileSync(output, 'utf8')))
  const onto = (page: number) => found.find(([from]) => from === page)?.[1] ?? null
  const isRight = (page: number) => onto(page) === pair.pages[page - 1]
  const known = pair.pages.flatMap((page, at) => (page === undefined ? [] : [at + 1]))
  total.pages += known.length
  total.paired += known.filter(isRight).length
  for (const [page, pins] of Map.groupBy(pair.pins, ({ marker }) => marker.page)) {
    const to = onto(page)
    if (to === null || !known.includes(page)) continue
    await renderCarry({
      ...{ kind: 'carry', path: newer, page: to, older: { path: older, page } },
      ...{ pins: pins.map(({ marker }) => marker), output },
    })
    for (const [at, carried] of CarryFacts.parse(JSON.parse(readFileSync(output, 'utf8'))).entries())
      countPin(pins[at], carried, isRight(page))
  }
}

function countPin(pin: DocumentPin | undefined, { marker, confidence }: CarriedPin, isPaired: boolean): void {
  const isSure = marker !== null && confidence === 'SURE'
  const at = isPaired ? (pin?.at ?? null) : null
  const apart =
    marker && at
      ? Math.hypot((marker.x - at.x) * paper.width, (marker.y - at.y) * paper.height)
      : Number.POSITIVE_INFINITY
  const isPlaced = apart <= 0.01 * paper.width
  total.all++
  if (isSure && !isPlaced) total.falseAndSure++
  if (!at) return
  total.pins++
  if (isPlaced) total.placed++
  if (isSure) total.sure++
}

for (let index = 0; index < count; index++) await carryDocument(makeDocumentPair(seed, index))
rmSync(folder, { recursive: true })

const percent = (some: number, all: number) => (all === 0 ? 0 : (100 * some) / all)
note('seed', seed, '')
note('documents', count, '')
note('pages', total.pages, '')
note('pins', total.all, '')
const share = (what: string, ours: number, limit: { atLeast: number } | { atMost: number }) =>
  report({ what, ours, peer: null, unit: '%', limit })
finish([
  share('PDF pages paired rightly', percent(total.paired, total.pages), { atLeast: 99 }),
  share('right place, of pins still there', percent(total.placed, total.pins), { atLeast: 95 }),
  share('false and sure, of all pins', percent(total.falseAndSure, total.all), { atMost: 1 }),
  share('sure, of pins still there', percent(total.sure, total.pins), { atLeast: 65 }),
])
