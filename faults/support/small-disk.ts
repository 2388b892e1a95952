import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { glob, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Installation } from './installation.ts'

const ownMounts = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount']

/** Empty where disks can be created; otherwise why tests of them cannot run. */
export const whyNoSmallDisk =
  spawnSync(ownMounts[0] ?? '', [...ownMounts.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
    ? ''
    : ' (not run: this machine lets nobody mount a small disk, so nothing was found out about a full one)'

const withMounts = (script: string) => (dataDir: string) => [
  ...ownMounts,
  'sh',
  '-c',
  `${script} && exec "$@"`,
  dataDir,
]

/** Only the files are on a disk of 64 MB, which only this server and its children can see. */
export const filesOnSmallDisk = withMounts(
  'mkdir -p "$0/files" && mount -t tmpfs -o size=64m tmpfs "$0/files"',
)

/** Everything is on a disk of 384 MB, except the database's socket, which others must reach. */
export const allOnSmallDisk = withMounts(
  `cd "$0" && mkdir -p run && mount -t tmpfs -o size=384m,mode=711 tmpfs "$0" && mkdir "$0/run" &&
  mount --no-canonicalize --bind ./run "$0/run" && cd /`,
)

/** Fills its disk completely, until the returned function is called or the test ends. */
export async function fillDisk({ pid, dataDir }: Installation): Promise<() => Promise<void>> {
  const path = join(`/proc/${pid}/root${dataDir}`, `filled-by-others-${randomUUID()}`)
  onTestFinished(() => rm(path, { force: true }))
  await using file = await open(path, 'w')
  const piece = Buffer.alloc(65_536)
  for (let isFull = false; !isFull; ) {
    await file.write(piece).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOSPC') throw error
      isFull = true
    })
  }
  return () => rm(path, { force: true })
}

/** Files that PostgreSQL shares between connections, and writes again for the next one. Frees their space. */
export async function forgetInitFiles({ pid, dataDir }: Installation): Promise<void> {
  const root = `/proc/${pid}/root${dataDir}`
  for await (const path of glob(`${root}/**/pg_internal.init`)) await rm(path)
}
