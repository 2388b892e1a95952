import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const program = join(import.meta.dirname, '../src/verify-storage.ts')

export type Verified = { code: number | null; lines: string[]; stderr: string }

/** `npm run verify-storage` with these settings and no others. */
export async function runVerifyStorage(env: Record<string, string>): Promise<Verified> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, lines: stdout.split('\n').filter((line) => line !== ''), stderr }
}
