/** A burst of 100 photos of 12 megapixels: how soon the last thumbnail is there, and how others fare meanwhile. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { uploadFile } from '@wingmark/contract/files'
import { getUsage } from '@wingmark/contract/users'
import pg from 'pg'
import { finish, median, note, percentile, report } from './report.ts'
import { formOf } from './support/form.ts'
import { type Connections, openConnections } from './support/kept-connections.ts'
import { photo } from './support/picture.ts'
import { newOwner } from './support/published.ts'
import { openSending, type Sending } from './support/sending.ts'
import { ensureBuilt, startPeer, startWingmark } from './support/wingmark.ts'

const count = 100
const different = 5
/** The first is not counted. */
const rounds = 4
const askEveryMs = 15
const drawnCount = 'select count(*)::int as drawn from blobs where width is not null'
/** As the sweep requests again what a killed process left. */
const askAgain = `
  with stored as (
    update blobs set state = 'PROCESSING', width = null
    where id in (select id from blobs order by created_at desc limit ${count}) returning id
  )
  select graphile_worker.add_job('files:draw-first', json_build_object('blobId', id)) from stored`
const restMs = 5_000
const mostMs = 120_000

type Asking = { connections: Connections; token: string }

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** Milliseconds of sharp alone, in a separate process. */
async function bare(photos: string, round: number): Promise<number> {
  const target = join(folder, `thumbnails-${round}`)
  await mkdir(target)
  const script = join(import.meta.dirname, 'peers/bare-burst.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script, photos, target])
  return Number(stdout)
}

/**
 * Milliseconds from the first byte sent to the last thumbnail, one photo after the other. `thumbnails`: how many are
 * ready.
 */
async function sendAndDraw(sending: Sending, thumbnails: () => Promise<number>): Promise<number> {
  const before = await thumbnails()
  const from = performance.now()
  await sending.send(count)
  await untilThere(thumbnails, before + count)
  return performance.now() - from
}

async function untilThere(thumbnails: () => Promise<number>, wanted: number): Promise<void> {
  const until = performance.now() + mostMs
  while ((await thumbnails()) < wanted) {
    if (performance.now() > until) throw new Error(`${wanted - (await thumbnails())} thumbnails did not come`)
    await sleep(20)
  }
}

/** Milliseconds for the thumbnails of as many stored photos. */
async function renderAgain(database: pg.Client): Promise<number> {
  const from = performance.now()
  const { rows } = await database.query(drawnCount)
  await database.query(askAgain)
  const thumbnails = async () => (await database.query(drawnCount)).rows[0].drawn
  await untilThere(thumbnails, rows[0].drawn)
  return performance.now() - from
}

/** Times of another user's small requests until it is stopped. */
function watchOthers({ connections, token }: Asking): () => Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const from = performance.now()
      await connections.ask({ path: getUsage.path, token })
      times.push(performance.now() - from)
      await sleep(askEveryMs)
    }
  })()
  return async () => {
    isOver = true
    await asking
    return times
  }
}

async function untilRendered(database: pg.Client): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const { rows } = await database.query('select 1 from graphile_worker.jobs limit 1')
    if (rows.length === 0) return
    await sleep(100)
  }
  throw new Error('jobs are still waiting')
}

try {
  ensureBuilt()
  const photos = await Promise.all(
    Array.from({ length: different }, (_, n) => photo(4032, 3024, `Frame ${n + 1}`, 97)),
  )
  const forms = photos.map((bytes, n) => formOf(bytes, `photo-${n}.jpg`))
  const onDisk = join(folder, 'photos')
  await mkdir(onDisk)
  for (let n = 0; n < count; n++)
    await writeFile(join(onDisk, `photo-${n}.jpg`), photos[n % different] ?? Buffer.alloc(0))
  note('a photo has', (photos[0]?.length ?? 0) / 1e6, 'MB')

  const dataDir = join(folder, 'data')
  const wingmark = await startWingmark({ dataDir })
  closers.push(wingmark.stop)
  const { token } = await newOwner(wingmark.origin)
  const by = { token, connections: openConnections(wingmark.origin) }
  closers.push(async () => by.connections.close())
  const sending = openSending({ origin: wingmark.origin, path: uploadFile.path, token, forms })
  closers.push(sending.close)
  const kept = join(folder, 'least')
  await mkdir(kept)
  const leastServer = await startPeer('store-and-draw.js', { FOLDER: kept })
  closers.push(leastServer.stop)
  const peer = openConnections(leastServer.origin)
  closers.push(async () => peer.close())
  const sendingLeast = openSending({ origin: leastServer.origin, path: '/', token: null, forms })
  closers.push(sendingLeast.close)
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())

  const rates = { ours: [] as number[], bare: [] as number[], least: [] as number[], stored: [] as number[] }
  const waits = { idle: [] as number[], busy: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const bareMs = await bare(onDisk, round)
    const leastMs = await sendAndDraw(
      sendingLeast,
      async () => JSON.parse(String(await peer.ask({ path: '/' }))).drawn,
    )
    const stopIdle = watchOthers(by)
    await sleep(restMs)
    const idle = await stopIdle()
    const stopBusy = watchOthers(by)
    const oursMs = await sendAndDraw(sending, async () => (await database.query(drawnCount)).rows[0].drawn)
    const busy = await stopBusy()
    await untilRendered(database)
    const storedMs = await renderAgain(database)
    await untilRendered(database)
    note(
      `round ${round + 1}: ours`,
      oursMs / 1000,
      `s, sharp alone ${(bareMs / 1000).toFixed(1)} s, the least server ${(leastMs / 1000).toFixed(1)} s, stored ones ${(storedMs / 1000).toFixed(1)} s`,
    )
    if (round === 0) continue
    rates.ours.push((count * 1000) / oursMs)
    rates.bare.push((count * 1000) / bareMs)
    rates.stored.push((count * 1000) / storedMs)
    rates.least.push((count * 1000) / leastMs)
    waits.idle.push(...idle)
    waits.busy.push(...busy)
  }
  finish([
    report({
      what: '100 stored photos of 12 megapixels to their last thumbnail, beside sharp alone',
      ours: median(rates.stored),
      peer: median(rates.bare),
      unit: 'a second',
      limit: { atLeast: 0.9 },
    }),
    report({
      what: 'the same from their first byte sent on, beside the least server that stores, syncs and draws',
      ours: median(rates.ours),
      peer: median(rates.least),
      unit: 'a second',
      limit: { atLeast: 0.85 },
    }),
    report({
      what: 'requests of others meanwhile, p95 beside idle',
      ours: percentile(waits.busy, 0.95),
      peer: percentile(waits.idle, 0.95),
      unit: 'ms',
      limit: { atMost: 2.5 },
    }),
  ])
} finally {
  for (const close of closers.reverse()) await close()
}
