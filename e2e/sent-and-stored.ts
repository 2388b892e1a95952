import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Studio } from './studio.ts'

/** A small picture with about `megabytes` of incompressible bytes after its end. */
export async function makeNoise(folder: string, name: string, megabytes: number): Promise<string> {
  const path = join(folder, name)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 480, height: 320, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  await writeFile(path, Buffer.concat([picture, randomBytes(megabytes * 1_048_576 - picture.length)]))
  return path
}

/** The offsets at which a page's uploads resume, in the order of requests. */
export function offsetsOf(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/tus/'))
      offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Compares the server's copies of a review's files with the sent ones, by name. */
export async function storedAsSent(studio: Studio, base: string, reviewId: string, paths: readonly string[]) {
  const sent = new Map<string, string>()
  for (const path of paths) sent.set(path.split('/').at(-1) ?? '', sha256(await readFile(path)))
  const { result } = await studio.call('GET', `/review/api/v1/${reviewId}`)
  const stored = new Map<string, string>()
  const { files } = result as unknown as { files: { name: string; url: string }[] }
  for (const file of files) {
    const answer = await fetch(new URL(file.url, base))
    stored.set(file.name, sha256(new Uint8Array(await answer.arrayBuffer())))
  }
  return { sent: byName(sent), stored: byName(stored) }
}

const byName = (map: Map<string, string>) =>
  Object.fromEntries([...map].toSorted(([a], [b]) => a.localeCompare(b)))
