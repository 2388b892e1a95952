import type { Route } from '@wingmark/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#server/http/actor'
import { networkOf } from '#server/http/network'
import type { DomainError } from '#server/platform/domain-error'

type Done = { route: Route; actor: Actor; params: unknown; body: unknown; answer: object }

/** From here on, the request's log lines name the caller, by id. */
export function logAs(request: FastifyRequest, actor: Actor): void {
  if (actor.kind !== 'visitor') request.log = request.log.child({ [actor.kind]: actor.id })
}

/** Sign-ins and changes of rights. Logs only field names of the body: some values are secrets. */
export function logDone(request: FastifyRequest, { route, actor, params, body, answer }: Done): void {
  if (route.log === undefined) return
  const facts = {
    event: route.log,
    call: `${route.method} ${route.path}`,
    from: networkOf(request.ip),
    ...(params === undefined ? {} : { params }),
    fields: Object.keys(body ?? {}),
    ...signedInAs(actor, answer),
  }
  request.log.info(facts, route.summary)
}

function signedInAs(actor: Actor, answer: object): { user?: string } {
  if (actor.kind === 'user' || !('result' in answer)) return {}
  const user: unknown = Reflect.get(Object(answer.result), 'user')
  const id: unknown = Reflect.get(Object(user), '_id')
  return typeof id === 'string' ? { user: id } : {}
}

const refusals = new Set([401, 403, 410, 423, 429])

/** Logs refused calls by the route's pattern, since addresses can contain a share code. */
export function logRefusal(request: FastifyRequest, error: DomainError, status: number): void {
  const { method, url = 'unknown' } = request.routeOptions
  const isSigningIn = status === 422 && signInPaths.has(url)
  if (!refusals.has(status) && !isSigningIn) return
  const call = `${String(method)} ${url}`
  request.log.info(
    { event: 'REFUSED', call, code: error.code, status, from: networkOf(request.ip) },
    'refused',
  )
}

/** Where a wrong code or link is a field error. */
const signInPaths = new Set<string>()

export function noteLogged(route: Route): void {
  if (route.log === 'SIGN_IN') signInPaths.add(route.path)
}
