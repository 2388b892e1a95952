/** Comment exports: a PDF of 50 pages beside rendering those pages, and 100,000 comments as tables; killed halfway. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { uploadFile } from '@wingmark/contract/files'
import { previewMaxPx } from '@wingmark/contract/limits'
import { createReview } from '@wingmark/contract/reviews'
import pg from 'pg'
import { createCall } from '../scripts/seed/call.ts'
import { finish, note, report } from './report.ts'
import { inRounds } from './support/in-rounds.ts'
import { makePdf } from './support/made-pdf.ts'
import { memoryOf, treeOf, watchMemory } from './support/memory.ts'
import { photo } from './support/picture.ts'
import { newOwner } from './support/published.ts'
import { ensureBuilt, startWingmark } from './support/wingmark.ts'

const paper = { pages: 50, comments: 1_000 }
const many = 100_000
const rounds = 4
const restMs = 3_000
const tables = ['CSV', 'XLSX', 'JSON'] as const
type Format = (typeof tables)[number] | 'PDF'

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const dataDir = join(folder, 'data')
let wingmark = { origin: '', pid: 0, stop: async () => {} }
let database = new pg.Client()

async function start(): Promise<void> {
  wingmark = await startWingmark({ dataDir })
  database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  // The database ends with a server that is killed.
  database.on('error', () => {})
  await database.connect()
}

async function stop(): Promise<void> {
  await database.end().catch(() => undefined)
  await wingmark.stop()
}

/** All pages, also those rendered after the first ones: they would take the processor and leave files meanwhile. */
async function untilRendered(): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if ((await database.query('select 1 from graphile_worker.jobs limit 1')).rows.length === 0) return
    await sleep(100)
  }
  throw new Error('the pages are still being drawn')
}

/** A review of one file with this many comments on its pages, in turn. */
async function publish(bytes: Buffer, comments: number, pages: number, token: string): Promise<string> {
  const call = createCall(wingmark.origin)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'brochure.pdf')
  const file = (await call(uploadFile, { as: token, form })).result._id
  const { result } = await call(createReview, { as: token, body: { name: 'Taken along', files: [file] } })
  await untilRendered()
  await database.query(
    `insert into comments (id, review_id, file_id, number, type, marker, message, user_id)
     select uuidv7(), $1, $2, n, 'MARKED',
       jsonb_build_object('page', n % $3::int + 1, 'x', (n * 37 % 97) / 97.0, 'y', (n * 61 % 89) / 89.0, 'shape', 'POINT'),
       'Comment number ' || n || ': the headline sits a little too close to the edge here.', r.owner_id
     from reviews r, generate_series(1, $4::int) n where r.id = $1`,
    [result._id, file, pages, comments],
  )
  await database.query('update files set comment_count = $2, open_count = $2 where id = $1', [file, comments])
  await database.query('update reviews set comment_count = $2, open_count = $2 where id = $1', [
    result._id,
    comments,
  ])
  await database.query('vacuum analyze comments')
  return result._id
}

type Taken = { ms: number; bytes: number; tail: string; rows: number }

/** Reads it as it arrives without storing it; cut where `until` says so. */
async function take(id: string, format: Format, token: string, until = () => false): Promise<Taken> {
  const from = performance.now()
  const response = await fetch(`${wingmark.origin}/comment/api/v1/export/${id}?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok || !response.body)
    throw new Error(`${format}: ${response.status} ${await response.text()}`)
  let [bytes, rows, tail] = [0, 0, '']
  const words = 'Comment number '
  for await (const chunk of response.body) {
    const text = Buffer.from(chunk).toString('latin1')
    bytes += chunk.length
    // Some are split by a chunk's end.
    rows += (tail.slice(1 - words.length) + text).split(words).length - 1
    tail = (tail + text).slice(-100)
    if (until()) break
  }
  return { ms: performance.now() - from, bytes, tail, rows }
}

/** The highest use by all processes meanwhile, beside their use before. */
async function memoryWhile(work: () => Promise<unknown>): Promise<number> {
  await sleep(restMs)
  const idle = memoryOf(treeOf(wingmark.pid))
  const most = watchMemory(wingmark.pid)
  await work()
  return most() - idle
}

/** A document that nobody has viewed, or its pages would be rendered already. */
const unlike = (bytes: Buffer, words: string) => Buffer.concat([bytes, Buffer.from(`\n% ${words}\n`)])

async function measurePaper(token: string): Promise<boolean[]> {
  const picture = await photo(800, 1_000, 'Brochure')
  const make = (pages: number) => makePdf(pages, picture, { width: 800, height: 1_000 })
  const [all, few] = [make(paper.pages), make(paper.pages / 5)]
  const file = join(folder, 'brochure.pdf')
  await writeFile(file, all)
  let made = 0
  const fresh = () => publish(unlike(all, String(made++)), paper.comments, paper.pages, token)
  const peer = async () => {
    const script = join(import.meta.dirname, 'peers/draw-pdf.js')
    const { stdout } = await promisify(execFile)(process.execPath, [script, file, String(previewMaxPx)])
    return Number(stdout)
  }
  const found = await inRounds(rounds, {
    ours: async () => {
      const { ms, tail } = await take(await fresh(), 'PDF', token)
      if (!tail.includes('%%EOF')) throw new Error('the PDF is not whole')
      return ms
    },
    peer,
  })
  const short = await publish(few, paper.comments / 5, paper.pages / 5, token)
  const memoryOfShort = await memoryWhile(() => take(short, 'PDF', token))
  const long = await fresh()
  const memoryOfLong = await memoryWhile(() => take(long, 'PDF', token))
  const again = await take(long, 'PDF', token)
  note('the same document once more', again.ms, 'ms')
  return [
    report({
      what: `a PDF of ${paper.pages} pages with ${paper.comments} comments, beside drawing the pages with PDFium alone`,
      ...found,
      unit: 'ms',
      limit: { atMost: 2 },
    }),
    report({
      what: 'its memory over idle, beside a fifth of it',
      ours: memoryOfLong,
      peer: memoryOfShort,
      unit: 'MB',
      limit: { atMost: 1.2 },
    }),
  ]
}

/** All files in the installation besides its database. */
const filesThere = async () =>
  (await readdir(dataDir, { recursive: true })).filter((path) => !/^(postgres|run|pg)/.test(path)).toSorted()

async function measureTables(token: string): Promise<boolean[]> {
  const { pdf, review } = await laid(token)
  const kept: boolean[] = []
  for (const format of tables) {
    let taken: Taken | undefined
    const memory = await memoryWhile(async () => {
      taken = await take(review, format, token)
    })
    if (!taken) throw new Error('nothing was taken')
    note(`${many.toLocaleString('en')} comments as ${format}`, taken.ms / 1000, 's')
    // A workbook is compressed.
    if (format !== 'XLSX' && taken.rows < many * 0.999)
      throw new Error(`${format} has only ${taken.rows} rows`)
    kept.push(
      report({
        what: `${many.toLocaleString('en')} comments as ${format}, memory over idle`,
        ours: memory,
        peer: null,
        unit: 'MB',
        limit: { atMost: 60 },
      }),
    )
  }
  return [...kept, await measureKill(token, pdf, review)]
}

async function laid(token: string) {
  const picture = await photo(800, 1_000, 'Large')
  const bytes = makePdf(4, picture, { width: 800, height: 1_000 })
  const review = await publish(bytes, many, 4, token)
  return { pdf: await publish(unlike(bytes, 'killed'), 2_000, 4, token), review }
}

/** Kills the server during each kind of export, and looks for leftovers. */
async function measureKill(token: string, pdf: string, review: string): Promise<boolean> {
  await sleep(restMs)
  const before = new Set(await filesThere())
  let left = 0
  for (const [id, format] of [
    [review, 'CSV'],
    [review, 'XLSX'],
    [pdf, 'PDF'],
  ] as const) {
    const half = take(id, format, token).then(
      () => 'whole',
      () => 'broken off',
    )
    await sleep(format === 'PDF' ? 300 : 800)
    process.kill(wingmark.pid, 'SIGKILL')
    if ((await half) === 'whole') throw new Error(`${format} was whole before the kill`)
    await stop()
    await start()
    await sleep(restMs)
    left += (await filesThere()).filter((path) => !before.has(path)).length
    if (process.env['VERBOSE']) console.log((await filesThere()).filter((path) => !before.has(path)))
  }
  const { rows } = await take(review, 'CSV', token)
  if (rows < many * 0.999) throw new Error('the one after the kills is not whole')
  return report({
    what: 'files left by three exports that were killed at half',
    ours: left,
    peer: null,
    unit: '',
    limit: { atMost: 0 },
  })
}

try {
  ensureBuilt()
  await start()
  const { token } = await newOwner(wingmark.origin)
  finish([...(await measurePaper(token)), ...(await measureTables(token))])
} finally {
  await stop()
  await rm(folder, { recursive: true, force: true })
}
