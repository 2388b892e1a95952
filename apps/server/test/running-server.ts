import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type RunningServer = {
  child: ChildProcess
  origin: string
  /** Resolves with all output so far when the server is ready; rejects when it ends before. */
  ready: Promise<string>
  /** All output so far. */
  printed: () => string
  exit: Promise<{ code: number | null; stdout: string; stderr: string }>
}

type LaunchOptions = {
  dataDir: string
  env?: Record<string, string>
  uid?: number
  port?: number
  /** A command that gets the server's command to run. */
  wrapper?: string[]
}

const main = join(import.meta.dirname, '../dist/main.js')

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('no port'))
      })
    })
  })

/** Runs the server's bundle as a separate process, without any settings from the test run's environment. */
export const launch = async ({
  dataDir,
  env = {},
  uid,
  port,
  wrapper = [],
}: LaunchOptions): Promise<RunningServer> => {
  const usedPort = port ?? (await freePort())
  const [program, ...parameters] = [...wrapper, process.execPath, main]
  const child = spawn(program, parameters, {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      REGISTRATIONS_PER_HOUR: '100000',
      PORT: String(usedPort),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exit = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes('Wingmark is ready at')) resolve(stdout)
    })
    void exit.then(({ code }) => reject(new Error(`ended with ${code} before it was ready: ${stderr}`)))
  })
  ready.catch(() => {})
  const printed = () => stdout + stderr
  return { child, origin: `http://127.0.0.1:${usedPort}`, ready, printed, exit }
}

/** The living PostgreSQL processes of a data folder, by their working directory. */
export const postgresOf = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres')
      } catch {
        return false
      }
    })
    .map(Number)

export const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

export const until = async (condition: () => boolean, milliseconds = 10_000): Promise<void> => {
  const deadline = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('waited in vain')
    await sleep(5)
  }
}

/** A PATH without setpriv, so that nothing ends PostgreSQL together with its server. */
export const pathWithoutSetpriv = (parent: string): string => {
  const dir = mkdtempSync(join(parent, 'programs-'))
  for (const name of ['sh', 'unshare']) {
    const found = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined) symlinkSync(found, join(dir, name))
  }
  return dir
}
