import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Failure } from '@wingmark/contract/errors'
import type { Route, RouteBodyInput, RouteQueryInput, RouteReply } from '@wingmark/contract/route'
import { failuresOf } from '@wingmark/contract/route-errors'
import { type App, startApp } from '#server/app'
import { type Config, readConfig } from '#server/platform/config'
import type { GoogleIssuer } from '#server/platform/google'
import { createLog, type Log } from '#server/platform/log'
import { hashCheaply } from '#server/platform/passwords'
import type { PaymentsPlace } from '#server/platform/payments'
import { createTestDatabase } from './test-database.ts'
import './render-processes.ts'

hashCheaply()

/** A caller: tokens as a browser would hold them. */
export type Caller = { token?: string; share?: string }

type Input<R extends Route> = {
  params?: Record<string, string>
  query?: RouteQueryInput<R> | Record<string, unknown>
  body?: RouteBodyInput<R>
  headers?: Record<string, string>
}

export type Answer<R extends Route> = {
  status: number
  headers: Headers
  body: RouteReply<R> & FailureFields
}
type FailureFields = Partial<Omit<Failure, 'success'>>

export type TestApp = App & {
  url: string
  dataDir: string
  /** Calls a contract route over HTTP; returns any answer, also failures. */
  call<R extends Route>(route: R, input?: Input<R>, caller?: Caller): Promise<Answer<R>>
  /** Any request, for what the contract does not allow. */
  fetch(path: string, init?: RequestInit & { caller?: Caller }): Promise<Response>
}

export function callerHeaders(caller: Caller = {}): Record<string, string> {
  return {
    ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
    ...(caller.share ? { 'x-share-token': caller.share } : {}),
  }
}

/** The whole application on a free port, with its own database or the given one. */
export async function startTestApp(
  options: {
    databaseUrl?: string
    dataDir?: string
    config?: Partial<Config>
    googleIssuer?: GoogleIssuer
    log?: Log
    paymentsPlace?: PaymentsPlace
  } = {},
): Promise<TestApp> {
  const database = options.databaseUrl ? null : await createTestDatabase()
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'wingmark-app-')))
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }),
    port: 0,
    // All callers of a test share one address.
    registrationsPerHour: 100_000,
    ...options.config,
  }
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  const app = await startApp(config, {
    databaseUrl,
    log: options.log ?? createLog('fatal'),
    checkReplies: true,
    // A test that runs at minute 37 would meet the sweep of minute 37.
    startsByClock: false,
    ...(options.googleIssuer ? { googleIssuer: options.googleIssuer } : {}),
    ...(options.paymentsPlace ? { paymentsPlace: options.paymentsPlace } : {}),
  })
  const url = `http://127.0.0.1:${await app.listen()}`

  return {
    ...app,
    url,
    dataDir,
    async call(route, input = {}, caller = {}) {
      const path = route.path.replace(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(input.params?.[name] ?? ''),
      )
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(input.query ?? {}))
        for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
      const hasBody = input.body !== undefined
      const response = await fetch(`${url}${path}?${query}`, {
        method: route.method,
        headers: {
          ...callerHeaders(caller),
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...input.headers,
        },
        ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      })
      const body = (await response.json()) as Answer<typeof route>['body']
      requireListed(route, response.status)
      return { status: response.status, headers: response.headers, body }
    },
    fetch: (path, { caller, ...init } = {}) =>
      fetch(url + path, { ...init, headers: { ...callerHeaders(caller), ...init.headers } }),
    async close() {
      await app.close()
      await database?.drop()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A failure that the OpenAPI document does not list is a fault of the contract. */
function requireListed(route: Route, status: number): void {
  if (status < 400 || failuresOf(route).has(status)) return
  throw new Error(`${route.method} ${route.path} fails with ${status}, which its contract does not list`)
}
