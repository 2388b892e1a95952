import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPort, listenError } from '#server/platform/check-port'
import { type Config, readConfig } from '#server/platform/config'
import { makeDataDir } from '#server/platform/data-dir'
import { createLog, type Log } from '#server/platform/log'
import { checkDatabase, checkPooler } from '#server/platform/postgres/outside-database'
import { startPostgres } from '#server/platform/postgres/start-postgres'
import { StartupError } from '#server/platform/startup-error'

type Closer = () => Promise<void>

const closeWithin = 10_000
const releaseAfter = 1_000

const openDatabase = async (config: Config, dataDir: string, log: Log, closers: Closer[]) => {
  const { databaseUrl: url } = config
  if (url !== null) {
    await checkDatabase(url, 'DATABASE_URL')
    if (config.databaseDirectUrl !== null)
      await checkDatabase(config.databaseDirectUrl, 'DATABASE_DIRECT_URL')
    const advice = await checkPooler(config)
    if (advice !== null) log.warn(advice)
    return { url, keepRoom: () => {} }
  }
  const postgres = await startPostgres({ dataDir, log, onLost: fail })
  closers.push(() => postgres.stop())
  return postgres
}

/** Closes in reverse order of starting; abandons what hangs after its time. */
const closeAll = async (closers: Closer[]) => {
  for (const close of closers.splice(0).reverse()) {
    await Promise.race([close(), sleep(closeWithin)]).catch((error: unknown) => {
      console.error('Closing was not clean.', error)
    })
  }
}

const closeOnSignal = (closers: Closer[]) => {
  let since: number | null = null
  const onSignal = () => {
    // npm passes on a Ctrl-C that the terminal has already sent here: both count as one.
    if (since !== null && performance.now() - since > 500) process.exit(130)
    if (since !== null) return
    since = performance.now()
    void closeAll(closers).finally(() => process.exit(0))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function fail(error: unknown) {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
  else console.error('Wingmark could not start.', error)
  process.exit(1)
}

const start = async (closers: Closer[]) => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  // It belongs to one call, which has had its answer: all others continue.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'nobody waited for a failure'))
  await checkPort(config.port, config.host)
  const dataDir = await makeDataDir(config.dataDir)

  // Loading the application's code takes as long as starting the database: do both at once.
  const [{ startApp }, database] = await Promise.all([
    import('#server/app'),
    openDatabase(config, dataDir, log, closers),
  ])
  const isAlone = config.databaseUrl === null
  const app = await startApp({ ...config, dataDir }, { databaseUrl: database.url, isAlone, log })
  closers.push(() => app.close())
  await app.listen().catch((error: unknown) => {
    throw listenError(error, config.port, config.host)
  })
  database.keepRoom()

  console.log(`Wingmark is ready at ${config.publicUrl}`)
  if (config.trustProxy === true)
    console.log(
      'TRUST_PROXY=true trusts every X-Forwarded-For header, so anyone who reaches this port directly can fake their address. Set the proxies’ addresses or their number instead.',
    )
  if (config.smtpUrl === null)
    console.log(`SMTP_URL is not set, so mail is written to ${join(dataDir, 'mail')}.`)
  setTimeout(app.deps.memory.garbage.release, releaseAfter).unref()
}

const closers: Closer[] = []
closeOnSignal(closers)
start(closers).catch(async (error: unknown) => {
  await closeAll(closers)
  fail(error)
})
