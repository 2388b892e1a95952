import { clientMessages } from '@wingmark/contract/errors'
import { anyShape, parseJson } from '@wingmark/contract/json'
import { requestTimeoutMs } from '@wingmark/contract/limits'
import type { Route, RouteBodyInput, RouteParams, RouteQuery, RouteReply } from '@wingmark/contract/route'
import { ApiError, errorFromAnswer, isEnding, networkError } from '#web/lib/api-error'
import { forgetAnswer, isKept, keepAnswer, readKept } from '#web/lib/cached-answers'
import { fieldOf } from '#web/lib/changes/read-kept'
import { localAnswer } from '#web/lib/local-answers'
import { outlive } from '#web/lib/outlive'
import { dropToken, getSession } from '#web/lib/session'
import { toastError } from '#web/lib/toast'

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [N in Name]?: undefined }
  : { [N in Name]: Value }

export type CallInput<R extends Route> = Given<'params', RouteParams<R>> &
  Given<'body', RouteBodyInput<R>> & {
    query?: Partial<RouteQuery<R>>
    /** Share code or share token of the review in question, see share-token.ts. */
    share?: string
    /** UUID; the same key never creates twice. */
    idempotencyKey?: string
    signal?: AbortSignal
    /** On screen already: offline, no cached answer replaces it. */
    isShown?: boolean
  }

type Needs<R extends Route> = R extends { params: unknown } | { body: unknown } ? true : false
type CallArguments<R extends Route> = Needs<R> extends true ? [input: CallInput<R>] : [input?: CallInput<R>]

/** Calls an endpoint; throws `ApiError` for every failure, and the signal's reason if aborted. */
export async function call<R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<RouteReply<R>> {
  const local = localAnswer(route, input ?? {})
  // As below: both sides are written for the contract's shapes.
  if (local) return (await local) as RouteReply<R>
  const token = bearerToken()
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const sent = input?.body === undefined ? null : JSON.stringify(input.body)
  const request = buildRequest(route, input, sent)
  const address = isKept(route) ? addressOf(request) : null
  const giveRoom = outlive(route.method, sent)
  let response: Response
  let body: unknown
  try {
    const signal = input?.signal ? AbortSignal.any([input.signal, timeout]) : timeout
    response = await fetch(request, { signal, keepalive: giveRoom !== null })
    body = await readJson(response)
  } catch {
    input?.signal?.throwIfAborted()
    const isAsked = address !== null && !input?.isShown && bearerToken() === token
    const kept = isAsked ? await readKept(address, input?.share) : undefined
    if (kept !== undefined) return kept as RouteReply<R>
    throw networkError(timeout.aborted ? 'TIMEOUT' : 'NETWORK')
  } finally {
    giveRoom?.()
  }
  if (!response.ok) {
    if (address !== null && isEnding(response.status)) void forgetAnswer(address, input?.share)
    throw refused(response, body, token)
  }
  if (body === undefined)
    throw new ApiError({ status: 0, code: 'UNEXPECTED', message: clientMessages.unexpected })
  // For the user who asked, not for one who signed in meanwhile.
  if (address !== null && bearerToken() === token) keepAnswer(address, input?.share, body)
  // The server's tests check every reply against the contract; parsing it again would only cost time.
  return body as RouteReply<R>
}

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** A user's token, or without one the guest's. */
export function bearerToken(): string | null {
  const { token, guest } = getSession()
  return token ?? guest?.accessToken ?? null
}

/** Who is calling, and the share token of an opened link. */
export function callerHeaders(share?: string): Record<string, string> {
  const token = bearerToken()
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(share ? { 'x-share-token': share } : {}),
  }
}

/** The error of a refused answer; also drops a token that the server no longer knows. */
export function refused(response: { status: number; headers: Headers }, body: unknown, token: string | null) {
  const error = errorFromAnswer(response.status, body, response.headers.get('retry-after'))
  if (error.code === 'UNAUTHENTICATED' && token) loseToken(token)
  return error
}

/** Reports it here, since losing the session also cancels the calls that would report it. */
export function loseToken(token: string): void {
  if (dropToken(token)) toastError(clientMessages.sessionExpired)
}

type LooseInput = {
  params?: unknown
  query?: object
  share?: string
  idempotencyKey?: string
}

function buildRequest(route: Route, input: LooseInput | undefined, body: string | null): Request {
  try {
    const headers = new Headers({ accept: 'application/json', ...callerHeaders(input?.share) })
    if (input?.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
    if (body !== null) headers.set('content-type', 'application/json')
    return new Request(fillPath(route.path, input?.params) + queryString(input?.query), {
      method: route.method,
      headers,
      body,
      cache: 'no-store',
    })
  } catch {
    throw new ApiError({ status: 0, code: 'UNEXPECTED', message: clientMessages.unexpected })
  }
}

function fillPath(path: string, params: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fieldOf(params, name)
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') throw new Error(`${path} needs "${name}"`)
    return encodeURIComponent(value)
  })
}

function queryString(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await response.text(), anyShape) ?? undefined
}
