import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export type Ran = { code: number | null; lines: string[]; stderr: string }
type Env = Record<string, string>

/** `npm run verify-storage` with these settings and no others. */
export const runVerifyStorage = (env: Env) => run('verify-storage', [], env)

/** `npm run backup -- FOLDER`, likewise. */
export const runBackup = (folder: string, env: Env) => run('backup-command', [folder], env)

async function run(name: string, given: string[], env: Env): Promise<Ran> {
  const program = join(import.meta.dirname, `../src/${name}.ts`)
  const child = spawn(process.execPath, [program, ...given], {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, lines: stdout.split('\n').filter((line) => line !== ''), stderr }
}
