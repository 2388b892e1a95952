/** A shoot of 100 photos of 12 megapixels: how soon the last thumbnail is there, and how others fare meanwhile. */
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
import { ensureBuilt, startPeer, startWingmark } from './support/wingmark.ts'

const count = 100
const different = 5
/** The first is not counted. */
const rounds = 4
const askEveryMs = 50
const restMs = 5_000

type Form = ReturnType<typeof formOf>
type Asking = { connections: Connections; token: string }

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

/** Milliseconds of sharp alone, in a process of its own. */
async function bare(photos: string, round: number): Promise<number> {
  const target = join(folder, `thumbnails-${round}`)
  await mkdir(target)
  const script = join(import.meta.dirname, 'peers/bare-shoot.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script, photos, target])
  return Number(stdout)
}

/** Milliseconds from the first byte sent to the last thumbnail; photos go one after the other, as from the browser. */
async function ours(by: Asking, database: pg.Client, photos: readonly Form[]): Promise<number> {
  const thumbnails = async () =>
    Number((await database.query('select count(*) from blobs where width is not null')).rows[0].count)
  const before = await thumbnails()
  const from = performance.now()
  for (let n = 0; n < count; n++) {
    await by.connections.ask({
      method: uploadFile.method,
      path: uploadFile.path,
      token: by.token,
      ...photos[n % different],
    })
  }
  while ((await thumbnails()) < before + count) await sleep(20)
  return performance.now() - from
}

/** The same for the least that does the whole job. */
async function least(connections: Connections, photos: readonly Form[]): Promise<number> {
  const thumbnails = async () => Number(JSON.parse((await connections.ask({ path: '/' })).toString()).drawn)
  const before = await thumbnails()
  const from = performance.now()
  for (let n = 0; n < count; n++) {
    await connections.ask({
      method: 'POST',
      path: '/',
      ...photos[n % different],
    })
  }
  while ((await thumbnails()) < before + count) await sleep(20)
  return performance.now() - from
}

/** Times of somebody else's small requests until it is stopped. */
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

async function untilDrawn(database: pg.Client): Promise<void> {
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
  const kept = join(folder, 'least')
  await mkdir(kept)
  const leastServer = await startPeer('store-and-draw.js', { FOLDER: kept })
  closers.push(leastServer.stop)
  const peer = openConnections(leastServer.origin)
  closers.push(async () => peer.close())
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())

  const rates = { ours: [] as number[], bare: [] as number[], least: [] as number[] }
  const waits = { idle: [] as number[], busy: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const bareMs = await bare(onDisk, round)
    const leastMs = await least(peer, forms)
    const stopIdle = watchOthers(by)
    await sleep(restMs)
    const idle = percentile(await stopIdle(), 0.95)
    const stopBusy = watchOthers(by)
    const oursMs = await ours(by, database, forms)
    const busy = percentile(await stopBusy(), 0.95)
    await untilDrawn(database)
    note(
      `round ${round + 1}: ours`,
      oursMs / 1000,
      `s, sharp alone ${(bareMs / 1000).toFixed(1)} s, the least server ${(leastMs / 1000).toFixed(1)} s`,
    )
    if (round === 0) continue
    rates.ours.push((count * 1000) / oursMs)
    rates.bare.push((count * 1000) / bareMs)
    rates.least.push((count * 1000) / leastMs)
    waits.idle.push(idle)
    waits.busy.push(busy)
  }
  note(
    'beside the least server that stores, syncs and draws them',
    median(rates.ours) / median(rates.least),
    'times',
  )
  finish([
    report({
      what: '100 photos of 12 megapixels, sent and with their thumbnails',
      ours: median(rates.ours),
      peer: median(rates.bare),
      unit: 'a second',
      limit: { atLeast: 0.9 },
    }),
    report({
      what: 'requests of others meanwhile, p95 beside idle',
      ours: median(waits.busy),
      peer: median(waits.idle),
      unit: 'ms',
      limit: { atMost: 2 },
    }),
  ])
} finally {
  for (const close of closers.reverse()) await close()
}
