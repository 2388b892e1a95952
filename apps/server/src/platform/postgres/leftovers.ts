import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/platform/log'

/** Every process of a cluster has the cluster's folder as its working directory. */
const belongsTo = async (pid: string, clusterDir: string): Promise<boolean> => {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  if (cwd === clusterDir) {
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
    return basename(program).startsWith('postgres')
  }
  if (cwd !== null) return false
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const [program = '', ...args] = command.split('\0')
  return basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === clusterDir
}

const processesOf = async (clusterDir: string): Promise<number[]> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const ours = await Promise.all(pids.map((pid) => belongsTo(pid, clusterDir)))
  return pids.filter((_, index) => ours[index]).map(Number)
}

const signalAll = (pids: number[], signal: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile, as intended.
    }
  }
}

const allGone = async (clusterDir: string, milliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + milliseconds
  while ((await processesOf(clusterDir)).length > 0) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

const endProcesses = async (clusterDir: string, postmaster: number) => {
  const steps = [
    { signal: 'SIGINT', wait: 3000 },
    { signal: 'SIGQUIT', wait: 1500 },
    { signal: 'SIGKILL', wait: 1500 },
  ] as const
  for (const { signal, wait } of steps) {
    const pids = await processesOf(clusterDir)
    // The rest follow their postmaster; without one they are ending already.
    signalAll(signal === 'SIGKILL' ? pids : pids.filter((pid) => pid === postmaster), signal)
    if (await allGone(clusterDir, wait)) return
  }
}

/**
 * Ends what a killed server left running in `clusterDir`, removes stale pid files; 6 s. Needs the data folder's lock.
 */
export const clearLeftovers = async (clusterDir: string, socketDir: string, log: Log): Promise<void> => {
  // Without /proc nothing is known about other processes; PostgreSQL's own check decides then.
  if (process.platform !== 'linux') return
  const pidFile = join(clusterDir, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => null)
  if (text !== null) {
    const pids = await processesOf(clusterDir)
    log.warn({ pids }, 'the database was not closed in order, taking over')
    if (pids.length > 0) await endProcesses(clusterDir, Number.parseInt(text, 10))
    await rm(pidFile, { force: true })
  }
  const names = (await readdir(socketDir)).filter((name) => name.startsWith('.s.PGSQL.'))
  await Promise.all(names.map((name) => rm(join(socketDir, name), { force: true })))
}
