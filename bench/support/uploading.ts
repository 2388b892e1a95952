import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deleteFile } from '@wingmark/contract/files'
import { register } from '@wingmark/contract/users'
import pg from 'pg'
import { send } from './large-png.ts'
import { memoryOf, treeOf, watchMemory } from './memory.ts'
import { copyNode } from './node-copy.ts'
import { ensureBuilt, startPeer, startWingmark, type Wingmark } from './wingmark.ts'

const restMs = 25_000
const settleMs = 1_500

export type Uploading = {
  ours: Wingmark
  /** Of someone who may upload. */
  authorization: string
  database: pg.Client
  /** A peer with its own folder, and a file in it if `fill` writes one; `fill` may return further settings. */
  startPeer(
    script: string,
    fill?: (file: string) => Promise<Record<string, string> | void>,
  ): Promise<Wingmark>
  /** Until all rendering and hashing is done, so that no run pays for the previous one. */
  untilDone(): Promise<void>
  /** Deletes uploaded files, and waits until their bytes are gone. */
  forget(fileIds: readonly string[]): Promise<void>
}

/** The built server with a signed-in user; it and its peers end with `use`. */
export async function whileUploading(use: (server: Uploading) => Promise<boolean[]>): Promise<boolean[]> {
  ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const nodeFor = (name: string) => copyNode(join(folder, `node-${name}`))
  try {
    const dataDir = join(folder, 'data')
    const ours = await startWingmark({ dataDir, node: await nodeFor('ours') })
    closers.push(ours.stop)
    const database = new pg.Client({ user: 'wingmark', database: 'wingmark', host: join(dataDir, 'run') })
    await database.connect()
    closers.push(() => database.end())
    const authorization = `Bearer ${await newToken(ours.origin)}`

    const untilDone = async () => {
      for (let tries = 0; tries < 600; tries++) {
        const { rows } = await database.query('select 1 from graphile_worker.jobs limit 1')
        if (rows.length === 0) return
        await sleep(100)
      }
      throw new Error('jobs are still waiting')
    }
    return await use({
      ours,
      authorization,
      database,
      untilDone,
      async startPeer(script, fill) {
        const kept = await mkdtemp(join(folder, `${script}-`))
        const file = join(kept, 'file')
        const more = (await fill?.(file)) ?? {}
        const peer = await startPeer(
          script,
          { FOLDER: kept, FILE: file, ...more },
          await nodeFor(basename(kept)),
        )
        closers.push(peer.stop)
        return peer
      },
      async forget(fileIds) {
        await untilDone()
        for (const id of fileIds) {
          const url = ours.origin + deleteFile.path.replace(':id', id)
          await send({ method: deleteFile.method, url, headers: { authorization } })
        }
        await untilDone()
      },
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** MB a second. Memory is not watched meanwhile: that alone takes a third of a core. */
export async function timed<T>(bytes: number, work: () => Promise<T>) {
  // The previous run deletes its file a little later, which keeps the disk busy.
  spawnSync('sync')
  await sleep(settleMs)
  spawnSync('sync')
  const from = performance.now()
  const result = await work()
  const seconds = (performance.now() - from) / 1000
  return { rate: bytes / 1e6 / seconds, result }
}

/** The most that all its processes hold beyond their idle memory, in MB. */
export async function memoryOver<T>({ pid }: Wingmark, work: () => Promise<T>) {
  // Longer than an idle render process waits for work.
  await sleep(restMs)
  const idle = memoryOf(treeOf(pid))
  const stopWatching = watchMemory(pid)
  const result = await work()
  return { idle, over: stopWatching() - idle, result }
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
