import { isDeepStrictEqual } from 'node:util'
import { errorCatalogue, Failure } from '@wingmark/contract/errors'
import { anyShape, parseJson } from '@wingmark/contract/json'
import type { Route, RouteBody, RouteParams, RouteQuery, RouteReply } from '@wingmark/contract/route'
import { failuresOf } from '@wingmark/contract/route-errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requestKey, withRequest } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import { type ActorOf, type Authenticate, isAllowed, readActor } from '#server/http/actor'
import { logAs, logDone, noteLogged } from '#server/http/audit'
import { isJsonText, type JsonText } from '#server/http/json-text'
import { networkOf } from '#server/http/network'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

export type Call<R extends Route> = {
  params: RouteParams<R>
  query: RouteQuery<R>
  body: RouteBody<R>
  actor: ActorOf<R['access']>
  /** Share code or share token of the request. */
  share: string | null
  idempotencyKey: string | null
  /** The caller's network, for limits: see `networkOf`. */
  ip: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The handler has sent an event stream instead of the reply. */
export const sentAlready = Symbol('sent already')

type Handler<R extends Route> = (
  call: Call<R>,
) => Promise<Omit<RouteReply<R>, 'success'> | JsonText | typeof sentAlready>

/** What a module's routes are given: one form for all. */
export type Mounting = { app: FastifyInstance; mount: Mount; deps: Deps; authenticate: Authenticate }

export type Mount = <R extends Route>(route: R, handler: Handler<R>) => void

type Options = {
  authenticate: Authenticate
  /** In tests a reply that does not fit the contract is a 500, so that no field leaks. */
  checkReplies: boolean
}

const idempotencyKeyPattern = /^[\w-]{8,100}$/

/** Turns contract routes into Fastify routes: actor, parameters, query, body, handler, reply. */
export function createMount(app: FastifyInstance, options: Options): Mount {
  return (route, handler) => {
    noteLogged(route)
    app.route({
      method: route.method,
      url: route.path,
      schema: documentation(route),
      handler: async (request, reply) => {
        const actor = await readActor(request.headers.authorization, options.authenticate)
        if (!isAllowed(route.access, actor)) throw new DomainError('UNAUTHENTICATED')
        logAs(request, actor)
        const given = {
          params: parseParams(route, request.params),
          query: parse(route.query, request.query),
          body: parse(route.body, isPlainObject(request.body) ? request.body : {}),
        }
        const key = readIdempotencyKey(route.path, request)
        const answer = await handler({
          ...given,
          actor,
          share: readShare(request),
          // A form's fields are not read yet.
          idempotencyKey: route.form ? key : withRequest(key, { method: route.method, ...given }),
          ip: networkOf(request.ip),
          request,
          reply,
        } as Call<typeof route>)
        if (answer === sentAlready) return reply
        logDone(request, { route, actor, ...given, answer })
        const isText = isJsonText(answer)
        const body = isText ? `{"success":true,${answer.jsonText}}` : { success: true, ...answer }
        if (options.checkReplies) checkReply(route, body)
        if (isText) reply.type('application/json; charset=utf-8')
        reply.header('cache-control', 'no-store')
        return reply.code(route.status ?? 200).send(body)
      },
    })
  }
}

/** The call's share code or token, from the header or `?share=`; null without one, empty if malformed. */
export function readShare(request: FastifyRequest): string | null {
  const header = request.headers['x-share-token']
  const value = header ?? (request.query as Record<string, unknown> | undefined)?.share
  if (value === undefined) return null
  return typeof value === 'string' && /^[\w.-]{10,200}$/.test(value) ? value : ''
}

/** Belongs to one path: the same key on another path is another key. See `withRequest`. */
export function readIdempotencyKey(path: string, request: FastifyRequest): string | null {
  const value = request.headers['idempotency-key']
  if (value === undefined) return null
  if (typeof value === 'string' && idempotencyKeyPattern.test(value)) return requestKey(path, value)
  throw new DomainError('BAD_REQUEST', { message: 'Idempotency-Key must be a UUID.' })
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// A malformed id is treated as a missing thing.
function parseParams(route: Route, params: unknown): unknown {
  if (!route.params) return undefined
  const parsed = route.params.safeParse(params)
  if (!parsed.success) throw notFound()
  return parsed.data
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message
  throw invalidFields(errors)
}

function checkReply(route: Route, body: unknown): void {
  const sent = parseJson(typeof body === 'string' ? body : JSON.stringify(body), anyShape)
  const fitting: unknown = route.reply.parse(sent)
  if (!isDeepStrictEqual(fitting, sent)) {
    throw new Error(`${route.method} ${route.path} answers with fields that its contract does not have`)
  }
}

/** Read by the OpenAPI document only; parsing is done above, with the contract's own messages. */
function documentation(route: Route) {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[1] ?? ''],
    operationId: operationIdOf(route),
    ...(route.isAlias ? { hide: true } : {}),
    security: securityOf(route),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.form ? { body: route.form, consumes: ['multipart/form-data'] } : {}),
    response: {
      [route.status ?? 200]: route.reply.describe('Done'),
      ...Object.fromEntries(
        [...failuresOf(route)].map(([status, codes]) => [
          status,
          Failure.describe(codes.map((code) => `${code}: ${errorCatalogue[code].message}`).join(' ')),
        ]),
      ),
    },
  }
}

/** `PATCH /user/api/v1/login/:id` is `patchUserLoginById`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.replace('/api/v1', '').split(/[/-]/).filter(Boolean)
  const named = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word)).join('-')
  return method.toLowerCase() + `-${named}`.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
}

/** Which tokens it takes, and whether share links work. */
function securityOf({ access }: Route): Record<string, string[]>[] {
  if (access === 'user') return [{ bearer: [] }]
  const known: Record<string, string[]>[] = [{ bearer: [] }, { bearer: [], shareToken: [] }]
  return access === 'writer' ? known : [{}, ...known, { shareToken: [] }]
}
