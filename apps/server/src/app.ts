import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import type { TaskList } from 'graphile-worker'
import { openDatabase } from '#server/db/client'
import { createLocks } from '#server/db/locks'
import { migrate } from '#server/db/migrate'
import { loadSecret } from '#server/db/secret'
import type { Deps } from '#server/deps'
import { documentApi } from '#server/http/api-documents'
import { handleClientError, handleError } from '#server/http/error-handler'
import { parseJsonOnly, refusePackedBodies } from '#server/http/json-body'
import { collectLongAnswers } from '#server/http/long-answers'
import { watchMethods } from '#server/http/method-not-allowed'
import { createMount } from '#server/http/mount'
import { countMiss } from '#server/http/not-found-limit'
import { refuseTwoHosts } from '#server/http/refuse-two-hosts'
import { protectResponses } from '#server/http/security-headers'
import { dropUnusedConnections } from '#server/http/unused-connections'
import { joined } from '#server/joined'
import { createMemory } from '#server/memory'
import { modules, parts } from '#server/modules'
import type { EmailWriters } from '#server/modules/mail/service'
import { authenticate } from '#server/modules/users/service'
import { createAi } from '#server/platform/ai'
import type { Config } from '#server/platform/config'
import { createGoogle, type GoogleIssuer } from '#server/platform/google'
import { createJobs } from '#server/platform/jobs'
import type { Log } from '#server/platform/log'
import { createMailer } from '#server/platform/mailer'
import { findDictionaries } from '#server/platform/media/dictionaries'
import { createRenderer } from '#server/platform/media/render'
import { openStorage } from '#server/platform/open-storage'
import { createPayments, type PaymentsPlace } from '#server/platform/payments'
import { createLimits } from '#server/platform/rate-limits'
import { createSigner } from '#server/platform/tokens'

export type App = {
  deps: Deps
  server: FastifyInstance
  /** Listens at the configured host and port; `port` 0 takes a free one. Returns the port. */
  listen(): Promise<number>
  /** Stops accepting, finishes running requests, closes the database connections. */
  close(): Promise<void>
}

type Given = {
  databaseUrl: string
  /** The database is embedded: no other process uses it. */
  isAlone?: boolean
  log: Log
  checkReplies?: boolean
  /** Whether jobs also start at their times of the day; otherwise only what asks for them starts them. */
  startsByClock?: boolean
  googleIssuer?: GoogleIssuer
  paymentsPlace?: PaymentsPlace
}

/** The composition root: brings the schema up to date, starts the jobs, registers every module. */
export async function startApp(config: Config, given: Given): Promise<App> {
  const schema = await migrate(config.databaseDirectUrl ?? given.databaseUrl)
  given.log.info({ schema }, 'the schema of the database is up to date')
  const deps = await createDeps(config, given)
  const server = await createServer(deps, given.checkReplies ?? process.env.NODE_ENV === 'test')
  const emails: EmailWriters = joined(modules.map((one) => one.emails))
  const tasks: TaskList = joined(modules.map((one) => one.jobs?.(deps, emails)))
  const cron = given.startsByClock === false ? [] : modules.flatMap((one) => one.cron ?? [])
  await deps.jobs.start(tasks, cron.join('\n'))
  const stops: (() => void | Promise<void>)[] = []
  for (const { start } of modules) if (start) stops.unshift(await start(deps))
  return {
    deps,
    server,
    async listen() {
      await server.listen({ host: config.host, port: config.port })
      const address = server.server.address()
      return typeof address === 'object' && address ? address.port : config.port
    },
    async close() {
      for (const stop of stops) await stop()
      await server.close()
      await deps.jobs.stop()
      await deps.renderer.close()
      await deps.locks.close()
      await deps.db.close()
    },
  }
}

async function createDeps(
  config: Config,
  { databaseUrl, isAlone = false, log, googleIssuer, paymentsPlace }: Given,
): Promise<Deps> {
  const { databaseDirectUrl: directUrl, isDatabasePrepared: isPrepared } = config
  const db = openDatabase(databaseUrl, log, { directUrl, isPrepared })
  const memory = createMemory()
  return {
    config,
    db,
    locks: createLocks(db),
    log,
    memory,
    storage: await openStorage(config, memory.garbage),
    renderer: createRenderer(),
    jobs: createJobs(db, log, { concurrency: 6, isAlone }),
    limits: createLimits(db, { registerByAddress: config.registrationsPerHour }),
    signer: createSigner(await loadSecret(db, 'signing')),
    mailer: createMailer(config),
    google: createGoogle(config.googleClientId, googleIssuer),
    payments: config.stripe && createPayments(config.stripe, log, paymentsPlace),
    ai: config.ai && createAi(config.ai),
    dictionaries: config.spellDictionaries === null ? [] : await findDictionaries(config.spellDictionaries),
    parts,
  }
}

// A little more than the specification allows for a large upload.
const requestTimeoutMs = 31 * 60_000

async function createServer(deps: Deps, checkReplies: boolean): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(deps.config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    // Checked every ten seconds: headers that never end are cut within a minute.
    http: { headersTimeout: 40_000, connectionsCheckingInterval: 10_000 },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    try {
      handleError(await countMiss(deps.limits, error, request), request, reply)
    } catch (failed) {
      handleError(failed as FastifyError, request, reply)
    }
    return reply
  })
  dropUnusedConnections(app)
  refuseTwoHosts(app)
  parseJsonOnly(app)
  await protectResponses(app, deps.config)
  refusePackedBodies(app)
  collectLongAnswers(app, deps.memory.garbage)
  const methods = watchMethods(app)
  await documentApi(app, deps.config)

  const recognize = (token: string) => authenticate(deps, token)
  const mount = createMount(app, { authenticate: recognize, checkReplies })
  const userEvents = joined(modules.map((one) => one.userEvents))
  for (const one of modules) await one.mount?.({ app, mount, deps, authenticate: recognize }, userEvents)
  methods.refuseOthers()
  await app.ready()
  return app
}

function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
