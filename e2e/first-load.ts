import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; name?: string; imports?: string[] }

const dist = join(import.meta.dirname, '../apps/web/dist')

/** Bytes of script, as sent (brotli), that must be there before a page of the built application can be used. */
export function firstLoadBytes(page: string): number {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const needed = new Set(['index.html', `src/pages/${page}.tsx`])
  for (const key of needed) for (const name of chunks[key]?.imports ?? []) needed.add(name)
  return [...needed].reduce((sum, key) => sum + sentBytes(chunks[key]), 0)
}

function sentBytes(chunk: Chunk | undefined): number {
  if (!chunk) throw new Error('The build has no such page')
  const file = join(dist, chunk.file)
  return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size
}
