import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { openDatabase } from '#server/db/client'
import { createLocks } from '#server/db/locks'
import { migrate } from '#server/db/migrate'
import { loadSecret } from '#server/db/secret'
import type { Deps } from '#server/deps'
import { documentApi } from '#server/http/api-documents'
import { handleClientError, handleError } from '#server/http/error-handler'
import { parseJsonOnly, refusePackedBodies } from '#server/http/json-body'
import { watchMethods } from '#server/http/method-not-allowed'
import { createMount } from '#server/http/mount'
import { protectResponses } from '#server/http/security-headers'
import { dropUnusedConnections } from '#server/http/unused-connections'
import { activityTasks } from '#server/modules/activity/jobs'
import { mountActivity } from '#server/modules/activity/routes'
import { mountComments } from '#server/modules/comments/routes'
import { startEvents, stopEvents } from '#server/modules/events/service'
import { fileTasks } from '#server/modules/files/jobs'
import { mountFiles } from '#server/modules/files/routes'
import { mountHealth } from '#server/modules/health/routes'
import { liveTasks } from '#server/modules/live/jobs'
import { mountLive } from '#server/modules/live/routes'
import { mailTasks } from '#server/modules/mail/jobs'
import { notificationTasks } from '#server/modules/notifications/jobs'
import { mountUnsubscribing } from '#server/modules/notifications/mailing/routes'
import { noticeLetters, startLooking } from '#server/modules/notifications/mailing/service'
import { mountNotifications } from '#server/modules/notifications/routes'
import { mountPages } from '#server/modules/pages/routes'
import { reviewLetters } from '#server/modules/reviews/invitations/service'
import { mountReviews } from '#server/modules/reviews/routes'
import { mountAvatars } from '#server/modules/users/avatar/routes'
import { mountExport } from '#server/modules/users/export/routes'
import { userTasks } from '#server/modules/users/jobs'
import { userLetters } from '#server/modules/users/letters/service'
import { mountUsers } from '#server/modules/users/routes'
import { authenticate } from '#server/modules/users/service'
import type { Config } from '#server/platform/config'
import { createGoogle, type GoogleIssuer } from '#server/platform/google'
import { createJobs } from '#server/platform/jobs'
import { createLimits } from '#server/platform/limits'
import type { Log } from '#server/platform/log'
import { createMailer } from '#server/platform/mailer'
import { createRenderer } from '#server/platform/media/render'
import { openStorage } from '#server/platform/open-storage'
import { createSigner } from '#server/platform/tokens'

export type App = {
  deps: Deps
  server: FastifyInstance
  /** Listens at the configured host and port; `port` 0 takes a free one. Answers the port. */
  listen(): Promise<number>
  /** Stops accepting, finishes what runs, closes the database connections. */
  close(): Promise<void>
}

type Given = { databaseUrl: string; log: Log; checkReplies?: boolean; googleIssuer?: GoogleIssuer }

/** The composition root: brings the schema up to date, starts the jobs, registers every module. */
export async function startApp(config: Config, given: Given): Promise<App> {
  await migrate(given.databaseUrl)
  const deps = await createDeps(config, given)
  const server = await createServer(deps, given.checkReplies ?? process.env.NODE_ENV === 'test')
  await deps.jobs.start(
    {
      ...fileTasks(deps),
      ...userTasks(deps),
      ...liveTasks(deps),
      ...activityTasks(deps),
      ...notificationTasks(deps),
      ...mailTasks(deps, letters),
    },
    crontab,
  )
  await startEvents(deps)
  const stopLooking = startLooking(deps)
  return {
    deps,
    server,
    async listen() {
      await server.listen({ host: config.host, port: config.port })
      const address = server.server.address()
      return typeof address === 'object' && address ? address.port : config.port
    },
    async close() {
      stopLooking()
      await stopEvents(deps)
      await server.close()
      await deps.jobs.stop()
      await deps.renderer.close()
      await deps.locks.close()
      await deps.db.close()
    },
  }
}

/** Every letter that mails carry, by name. */
const letters = { ...userLetters, ...noticeLetters, ...reviewLetters }

const crontab = `
7 * * * * files:sweep
19 * * * * users:sweep
41 3 * * * live:sweep
53 3 * * * activity:sweep
*/5 * * * * notifications:mail
`

async function createDeps(config: Config, { databaseUrl, log, googleIssuer }: Given): Promise<Deps> {
  const db = openDatabase(databaseUrl, log)
  return {
    config,
    db,
    locks: createLocks(db),
    log,
    storage: await openStorage(config),
    renderer: createRenderer(),
    jobs: createJobs(db, log, 4),
    limits: createLimits(db),
    signer: createSigner(await loadSecret(db, 'signing')),
    mailer: createMailer(config),
    google: createGoogle(config.googleClientId, googleIssuer),
  }
}

// The longest time that the specification gives a large upload, and a little.
const requestTimeoutMs = 31 * 60_000

async function createServer(deps: Deps, checkReplies: boolean): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(deps.config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    // Looked at every ten seconds: headers that never end are cut before a minute is over.
    http: { headersTimeout: 40_000, connectionsCheckingInterval: 10_000 },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: handleClientError,
    frameworkErrors: handleError,
  })
  app.setErrorHandler(handleError)
  dropUnusedConnections(app)
  parseJsonOnly(app)
  await protectResponses(app, deps.config)
  refusePackedBodies(app)
  const methods = watchMethods(app)
  await documentApi(app, deps.config)

  const mount = createMount(app, { authenticate: (token) => authenticate(deps, token), checkReplies })
  mountHealth(app, deps)
  mountUsers(mount, deps)
  await mountFiles(app, mount, deps, { authenticate: (token) => authenticate(deps, token) })
  mountAvatars(app, deps)
  mountExport(app, deps, { authenticate: (token) => authenticate(deps, token) })
  mountReviews(mount, deps)
  mountActivity(mount, deps)
  mountComments(mount, deps)
  mountNotifications(mount, deps)
  await mountUnsubscribing(app, deps)
  mountLive(app, deps, { authenticate: (token) => authenticate(deps, token) })
  await mountPages(app, deps)
  methods.refuseOthers()
  await app.ready()
  return app
}

function trustedProxies(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}
