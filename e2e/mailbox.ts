import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { eventually } from '../apps/server/test/eventually.ts'

const asText = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A mail is written whole and never changes, so each is read once. */
const readBefore = new Map<string, string>()

async function readMail(path: string): Promise<string> {
  const known = readBefore.get(path)
  if (known !== undefined) return known
  const source = await readFile(path, 'utf8')
  readBefore.set(path, source)
  return source
}

/** Waits for a mail to the address in which `pattern` is found; answers its first group. */
export async function findInMail(to: string, pattern: RegExp): Promise<string> {
  const folder = inject('wingmarkMailDir')
  return eventually(async () => {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((file) => file.endsWith('.eml'))) {
      const source = await readMail(join(folder, name))
      const found = source.includes(to) ? pattern.exec(asText(source))?.[1] : undefined
      if (found !== undefined) return found
    }
    throw new Error(`no mail to ${to} with ${pattern}`)
  }, 30_000)
}
