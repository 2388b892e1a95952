import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { eventually } from '../apps/server/test/eventually.ts'

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<void> {
  await eventually(async () => {
    if (hasEnded()) return
    const ready = await fetch(`${url}/health/ready`)
    if (!ready.ok) throw new Error(`Wingmark is not ready: ${ready.status}`)
  }, 110_000)
  if (hasEnded()) throw new Error('Wingmark ended before it was ready')
}

export type Wingmark = { url: string; stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void> }

/** Wingmark as `npm start` runs it; `settings` are extra environment variables. */
export async function runWingmark(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Wingmark> {
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['scripts/start.js'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      REGISTRATIONS_PER_HOUR: '100000',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  await waitUntilReady(url, () => server.exitCode !== null || server.signalCode !== null)
  return {
    url,
    async stop(signal) {
      server.kill(signal)
      await ended
    },
  }
}
