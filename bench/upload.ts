/** 500 MB through the multipart call: its rate beside the least that could take it, and what it costs in memory. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteFile, uploadFile } from '@wingmark/contract/files'
import { maxFileBytes } from '@wingmark/contract/limits'
import { register } from '@wingmark/contract/users'
import pg from 'pg'
import { finish, median, note, report } from './report.ts'
import { type LargeForm, largeForm, sendForm } from './support/large-form.ts'
import { memoryOf, treeOf, watchMemory } from './support/memory.ts'
import { copyNode } from './support/node-copy.ts'
import { ensureBuilt, startPeer, startWingmark, type Wingmark } from './support/wingmark.ts'

/** The first is not counted. */
const rounds = 6
const restMs = 25_000
const form = largeForm(maxFileBytes)

type Run = { rate: number; memory: number }

/** In MB a second, and the most memory of the server's processes meanwhile. */
async function run(server: Wingmark, send: (form: LargeForm) => Promise<string>): Promise<[Run, string]> {
  spawnSync('sync')
  const stopWatching = watchMemory(server.pid)
  const from = performance.now()
  const text = await send(form)
  const seconds = (performance.now() - from) / 1000
  return [{ rate: maxFileBytes / 1e6 / seconds, memory: stopWatching() }, text]
}

async function newToken(origin: string): Promise<string> {
  const password = 'correct horse battery'
  const answer = await fetch(origin + register.path, {
    method: register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.test', password, confirmPassword: password }),
  })
  return (await answer.json()).result.accessToken
}

/** Until nothing is drawn or summed any more, so that no run pays for the one before. */
async function untilDone(database: pg.Client): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await database.query('select 1 from graphile_worker.jobs limit 1')
    if (rows.length === 0) return
    await sleep(100)
  }
  throw new Error('jobs are still waiting')
}

/** After longer than a process that draws waits for more to do. */
async function idleMemory({ pid }: Wingmark): Promise<number> {
  await sleep(restMs)
  return memoryOf(treeOf(pid))
}

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

async function startBoth() {
  const dataDir = join(folder, 'data')
  const peerFolder = join(folder, 'peer')
  await mkdir(peerFolder)
  const ours = await startWingmark({ dataDir, node: await copyNode(join(folder, 'node')) })
  closers.push(ours.stop)
  const peer = await startPeer(
    'bare-multipart.js',
    { FOLDER: peerFolder },
    await copyNode(join(folder, 'peer-node')),
  )
  closers.push(peer.stop)
  const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
  await database.connect()
  closers.push(() => database.end())
  return { ours, peer, database }
}

async function measure(): Promise<boolean[]> {
  const { ours, peer, database } = await startBoth()
  const token = await newToken(ours.origin)
  const afterwards: number[] = []

  const runOurs = async () => {
    const [result, text] = await run(ours, (sent) => sendForm(ours.origin + uploadFile.path, sent, token))
    const stopWatching = watchMemory(ours.pid)
    await untilDone(database)
    afterwards.push(stopWatching())
    const path = deleteFile.path.replace(':id', JSON.parse(text).result._id)
    await fetch(ours.origin + path, {
      method: deleteFile.method,
      headers: { authorization: `Bearer ${token}` },
    })
    await untilDone(database)
    return result
  }
  const runPeer = async () => (await run(peer, (sent) => sendForm(`${peer.origin}/`, sent)))[0]

  const fromRest = async () => {
    const [idle, peerIdle] = await Promise.all([idleMemory(ours), idleMemory(peer)])
    const [one, other] = [await runOurs(), await runPeer()]
    return { idle, ours: one.memory - idle, peer: other.memory - peerIdle }
  }

  const first = await fromRest()
  const rates: { ours: number; peer: number }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) rates.push({ peer: (await runPeer()).rate, ours: (await runOurs()).rate })
    else rates.push({ ours: (await runOurs()).rate, peer: (await runPeer()).rate })
  }
  const counted = rates.slice(1)
  const last = await fromRest()
  const kept = [
    report({
      what: '500 MB by multipart, beside a bare Fastify handler that streams to a file and syncs it',
      ours: median(counted.map((one) => one.ours)),
      peer: median(counted.map((one) => one.peer)),
      unit: 'MB/s',
      limit: { atLeast: 1 },
    }),
    report({
      what: 'memory over idle while it comes in, the first after the start and a later one',
      ours: Math.max(first.ours, last.ours),
      peer: Math.max(first.peer, last.peer),
      unit: 'MB',
      limit: { atMost: 60 },
      isAbsolute: true,
    }),
  ]
  note(
    'over idle afterwards, while a process of its own draws and sums it',
    Math.max(...afterwards) - first.idle,
    'MB',
  )
  return kept
}

try {
  ensureBuilt()
  finish(await measure())
} finally {
  for (const close of closers.reverse()) await close()
}
