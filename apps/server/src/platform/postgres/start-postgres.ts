import type { ChildProcess } from 'node:child_process'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir } from '#server/platform/data-dir'
import type { Log } from '#server/platform/log'
import { findPostgresBinaries } from '#server/platform/postgres/binaries'
import { prepareCluster } from '#server/platform/postgres/cluster'
import { hasRoom, prepareForNoRoom, watchRoom } from '#server/platform/postgres/disk-space'
import { clearLeftovers } from '#server/platform/postgres/leftovers'
import { lockFile } from '#server/platform/postgres/lock'
import { chooseRunAs, spawnPostgres } from '#server/platform/postgres/run-as'
import { connectionUrl } from '#server/platform/postgres/running-postgres'
import { settingArguments } from '#server/platform/postgres/settings'
import { makeSocketDir } from '#server/platform/postgres/socket-dir'
import { StartupError } from '#server/platform/startup-error'

export type RunningPostgres = {
  /** Connects as the application's own role, over a Unix socket. */
  url: string
  /** The same server as its superuser. */
  adminUrl: string
  /** From now on it is read-only while its disk is almost full; call it after the start has written. */
  keepRoom(): void
  /** Ends the server in order, within 13 s, and unlocks the data folder. */
  stop(): Promise<void>
}

export type StartPostgresOptions = {
  dataDir: string
  log: Log
  /** The server is gone and does not come back. */
  onLost?(error: StartupError): void
  settings?: Record<string, string>
}

const readyWithin = 120_000
const quickDeaths = 3
const quickDeathWithin = 10_000
const tryAgainAfter = 1_000

const exited = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

const endsWithin = (child: ChildProcess, milliseconds: number) =>
  Promise.race([exited(child).then(() => true), sleep(milliseconds, false, { ref: false })])

const report = (line: string, log: Log) => {
  const isOrderly = line.includes('terminating connection due to administrator command')
  if (line.startsWith('PANIC:')) log.error({ postgres: line }, 'database')
  else if (line.startsWith('FATAL:') && !isOrderly) log.warn({ postgres: line }, 'database')
  else log.debug({ postgres: line }, 'database')
}

/** Resolves when the server accepts connections; rejects when it ends before. */
const untilReady = (child: ChildProcess, log: Log) =>
  new Promise<void>((resolve, reject) => {
    let reason = 'it did not answer in time'
    const fail = () => reject(new StartupError(`The database in DATA_DIR did not start: ${reason}`))
    const timer = setTimeout(fail, readyWithin)
    child.once('error', (error) => {
      reason = error.message
      fail()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      fail()
    })
    if (child.stderr === null) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      report(line, log)
      if (/^(FATAL|PANIC):/.test(line)) reason = line.replace(/^\w+:\s*/, '')
      if (!line.endsWith('database system is ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Starts the embedded PostgreSQL in `dataDir/postgres`, creating it or clearing leftovers first. Restarts a server that
 * dies by itself.
 */
export const startPostgres = async (options: StartPostgresOptions): Promise<RunningPostgres> => {
  const { log } = options
  const dataDir = await makeDataDir(options.dataDir)
  const clusterDir = join(dataDir, 'postgres')
  const unlock = lockFile(join(dataDir, 'postgres.lock'), dataDir)
  let child: ChildProcess | null = null
  let stopping = false

  let isReady = false
  /** During a start the signal would end it, so it is sent again afterwards. */
  const reload = () => {
    if (isReady) child?.kill('SIGHUP')
  }
  const endWithUs = () => child?.kill('SIGINT')
  const release = () => {
    process.off('exit', endWithUs)
    unlock()
  }
  process.once('exit', endWithUs)

  try {
    const binaries = await findPostgresBinaries(join(dataDir, 'postgres-lib'))
    const runAs = await chooseRunAs(binaries, clusterDir)
    const sync = options.settings?.['fsync'] !== 'off'
    await prepareCluster(binaries, runAs, clusterDir, { sync })
    await prepareForNoRoom(clusterDir)
    const socketDir = await makeSocketDir(dataDir, runAs)
    const command = [binaries.postgres, '-D', clusterDir, ...settingArguments(socketDir, options.settings)]

    const launch = async () => {
      await clearLeftovers(clusterDir, socketDir, log)
      if (stopping) throw new StartupError('The database was stopped.')
      isReady = false
      child = spawnPostgres(binaries, runAs, command)
      await untilReady(child, log)
      isReady = true
      reload()
      return child
    }

    /** It does not start on a full disk: retried until there is room. */
    const launchAgain = async (): Promise<ChildProcess> => {
      for (;;) {
        // Space freed during the start may have come too late for this attempt.
        const hadRoom = await hasRoom(clusterDir)
        try {
          return await launch()
        } catch (error) {
          if (stopping || hadRoom) throw error
          await sleep(tryAgainAfter)
        }
      }
    }

    const keepAlive = async (running: ChildProcess, deaths: number): Promise<void> => {
      const since = performance.now()
      await exited(running)
      if (stopping) return
      const count = performance.now() - since < quickDeathWithin ? deaths + 1 : 1
      log.error(
        { exitCode: running.exitCode, signal: running.signalCode },
        'the database ended, starting it again',
      )
      if (count > quickDeaths && (await hasRoom(clusterDir)))
        throw new StartupError('The database in DATA_DIR keeps crashing.')
      return keepAlive(await launchAgain(), count)
    }

    keepAlive(await launch(), 0).catch((error: unknown) => {
      if (stopping) return
      release()
      const lost =
        error instanceof StartupError ? error : new StartupError('The database in DATA_DIR was lost.')
      options.onLost?.(lost)
    })

    let endWatch = () => {}
    const stop = async () => {
      stopping = true
      endWatch()
      for (const [signal, wait] of [
        // First the signal that lets closing connections end.
        ['SIGTERM', 500],
        ['SIGINT', 8000],
        ['SIGQUIT', 2000],
        ['SIGKILL', 2000],
      ] as const) {
        child?.kill(signal)
        if (child === null || (await endsWithin(child, wait))) break
      }
      await rmdir(socketDir).catch(() => {})
      release()
    }
    return {
      url: connectionUrl('wingmark', 'wingmark', socketDir),
      adminUrl: connectionUrl('postgres', 'postgres', socketDir),
      keepRoom: () => {
        endWatch = watchRoom(clusterDir, reload, log)
      },
      stop,
    }
  } catch (error) {
    endWithUs()
    release()
    throw error
  }
}
