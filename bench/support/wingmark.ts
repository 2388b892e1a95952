import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { freePort } from '../../apps/server/test/running-server.ts'
import { staleParts } from '../../scripts/freshness.js'

export const repository = resolve(import.meta.dirname, '../..')

export type Wingmark = {
  origin: string
  pid: number
  /** From the start of its process until it reported that it is ready. */
  readyMs: number
  stop: () => Promise<void>
}

/** The built program is measured; a build in between would be measured too. */
export function ensureBuilt(): void {
  if (staleParts().length === 0) return
  const { status } = spawnSync(process.execPath, [join(repository, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

type Options = { dataDir: string; node?: string; root?: string; port?: number; env?: Record<string, string> }

/** As `npm start` runs it, without settings from the environment. */
export async function startWingmark(options: Options): Promise<Wingmark> {
  const { dataDir, node = process.execPath, root = repository, env = {} } = options
  const port = options.port ?? (await freePort())
  return startProgram([node, join(root, 'scripts/start.js')], {
    origin: `http://localhost:${port}`,
    path: '/health/ready',
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      REGISTRATIONS_PER_HOUR: '100000',
      ...env,
    },
  })
}

/** A peer: a script that listens at PORT and then prints a line with "ready" in it. */
export async function startPeer(script: string, env: Record<string, string>, node = process.execPath) {
  const port = await freePort()
  return startProgram([node, join(import.meta.dirname, '../peers', script)], {
    origin: `http://localhost:${port}`,
    path: '/',
    env: { PORT: String(port), NODE_ENV: 'production', ...env },
  })
}

type Program = { origin: string; path: string; env: Record<string, string> }

async function startProgram(command: string[], { origin, path, env }: Program): Promise<Wingmark> {
  const [program = '', ...parameters] = command
  const from = performance.now()
  const child = spawn(program, parameters, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  await new Promise<void>((ready, failed) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/\bready\b/.test(said)) ready()
    })
    void ended.then(() => failed(new Error(`${parameters[0]} ended before it was ready: ${said}`)))
  })
  const answer = await fetch(origin + path)
  await answer.arrayBuffer()
  const readyMs = performance.now() - from
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
