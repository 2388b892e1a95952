/** Starting on a filled folder and from nothing, and the memory of the idle server with its database. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../apps/server/src/platform/log.ts'
import { startPostgres } from '../apps/server/src/platform/postgres/start-postgres.ts'
import { finish, median, note, report } from './report.ts'
import { copyRepository } from './support/copy-repository.ts'
import { memoryOf, treeOf } from './support/memory.ts'
import { copyNode } from './support/node-copy.ts'
import { ensureBuilt, repository, startPeer, startWingmark, type Wingmark } from './support/wingmark.ts'

const rounds = 5
const idleMs = 30_000
const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))

async function idleMemory(pids: () => number[]): Promise<number> {
  await sleep(idleMs)
  const samples: number[] = []
  for (let n = 0; n < 3; n++) {
    samples.push(memoryOf(pids()))
    await sleep(1_000)
  }
  return median(samples)
}

/** A studio with reviews, files and comments. Returns the server's memory once it has rested. */
async function fill(dataDir: string, node: string): Promise<number> {
  const server = await startWingmark({ dataDir, node })
  const seed = spawnSync(process.execPath, [join(repository, 'scripts/seed.ts')], {
    env: { ...process.env, PUBLIC_URL: server.origin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (seed.status !== 0) throw new Error('the seed failed')
  const memory = await idleMemory(() => treeOf(server.pid))
  await server.stop()
  return memory
}

async function once(start: () => Promise<Wingmark>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.readyMs
}

async function measureFilled(): Promise<boolean[]> {
  const dataDir = join(folder, 'filled')
  const node = await copyNode(join(folder, 'node'))
  const peerNode = await copyNode(join(folder, 'peer-node'))
  const afterWork = await fill(dataDir, node)

  const peerOptions = { dataDir: join(folder, 'peer'), log: createLog('warn') }
  await (await startPostgres(peerOptions)).stop()
  const from = performance.now()
  const postgres = await startPostgres(peerOptions)
  const postgresMs = performance.now() - from
  const peer = () => startPeer('bare-server.js', { DATABASE_URL: postgres.url }, peerNode)
  try {
    const ours: number[] = []
    const peers: number[] = []
    for (let round = 0; round < rounds; round++) {
      peers.push(await once(peer))
      ours.push(await once(() => startWingmark({ dataDir, node })))
    }
    const start = report({
      what: 'start on a filled folder, beside a bare server on a running PostgreSQL',
      ours: median(ours) / 1000,
      peer: median(peers) / 1000,
      unit: 's',
      limit: { atMost: 2 },
      isAbsolute: true,
    })
    note('the same PostgreSQL alone, started', postgresMs / 1000, 's')
    const isLight = await measureIdle(() => startWingmark({ dataDir, node }), peer)
    note('idle again after filling the folder with a studio', afterWork, 'MB')
    return [start, isLight]
  } finally {
    await postgres.stop()
  }
}

async function measureIdle(start: () => Promise<Wingmark>, startOther: () => Promise<Wingmark>) {
  const [server, peer] = [await start(), await startOther()]
  // The peer's PostgreSQL is a child of this script.
  const peerTree = () => {
    const others = new Set([process.pid, ...treeOf(server.pid)])
    return treeOf(process.pid).filter((pid) => !others.has(pid))
  }
  const [ours, theirs] = await Promise.all([idleMemory(() => treeOf(server.pid)), idleMemory(peerTree)])
  await Promise.all([server.stop(), peer.stop()])
  return report({
    what: 'idle memory of all processes, database included, beside the bare server with its PostgreSQL',
    ours,
    peer: theirs,
    unit: 'MB',
    limit: { atMost: 180 },
    isAbsolute: true,
  })
}

async function measureFirst(): Promise<boolean> {
  const root = await copyRepository(join(folder, 'clone'), { withPackages: true })
  const server = await startWingmark({ dataDir: join(folder, 'empty'), root })
  await server.stop()
  return report({
    what: 'first start on an empty folder, with the build in it',
    ours: server.readyMs / 1000,
    peer: null,
    unit: 's',
    limit: { atMost: 20 },
  })
}

try {
  ensureBuilt()
  finish([await measureFirst(), ...(await measureFilled())])
} finally {
  await rm(folder, { recursive: true, force: true })
}
