import { Failure } from '@wingmark/contract/errors'
import type {
  Route,
  RouteBodyInput,
  RouteParams,
  RouteQueryInput,
  RouteReply,
} from '@wingmark/contract/route'
import { z } from 'zod'

/** Something the person at the terminal should read as one sentence, without a stack. */
export class SeedError extends Error {
  /** The server's name for a refusal. */
  readonly code: string

  constructor(message: string, code = 'SEED') {
    super(message)
    this.name = 'SeedError'
    this.code = code
  }
}

type Given<Name extends string, Value> = Value extends undefined
  ? { [N in Name]?: undefined }
  : { [N in Name]: Value }

type CallInput<R extends Route> = Given<'params', RouteParams<R>> &
  Given<'body', RouteBodyInput<R>> & {
    query?: Partial<RouteQueryInput<R>>
    /** Bearer token of a user or a guest. */
    as?: string
    /** Share code of the review in question. */
    share?: string
    /** Instead of a JSON body. */
    form?: FormData
  }

export type Call = <R extends Route>(route: R, input: CallInput<R>) => Promise<RouteReply<R>>

/** Calls endpoints of the contract at one address; throws SeedError with the server's sentence for every refusal. */
export function createCall(address: string): Call {
  return async <R extends Route>(route: R, input: CallInput<R>): Promise<RouteReply<R>> => {
    const headers = new Headers({ accept: 'application/json' })
    if (input.as) headers.set('authorization', `Bearer ${input.as}`)
    if (input.share) headers.set('x-share-token', input.share)
    if (input.body !== undefined) headers.set('content-type', 'application/json')
    const body = input.form ?? (input.body === undefined ? null : JSON.stringify(input.body))
    const url = address + fillPath(route.path, input.params) + queryOf(input.query)
    const answer = await send(address, url, { method: route.method, headers, body })
    const content: unknown = await answer.json().catch(() => null)
    if (answer.ok) return z.parse<R['reply']>(route.reply, content)
    const failure = Failure.safeParse(content)
    const [code, message] = failure.success
      ? [failure.data.code, failure.data.message]
      : ['UNKNOWN', 'no reason given']
    const fields = Object.values((failure.success && failure.data.errors) || {})
    throw new SeedError(`${route.summary}: ${[message, ...fields].join(' ')} (${answer.status})`, code)
  }
}

/** Throws SeedError unless a Wingmark that can work answers there. */
export async function requireWingmark(address: string): Promise<void> {
  const answer = await send(address, `${address}/health/ready`, {})
  const health: unknown = await answer.json().catch(() => null)
  const status: unknown =
    typeof health === 'object' && health !== null ? Reflect.get(health, 'status') : undefined
  if (status === 'ready') return
  if (status === 'not ready')
    throw new SeedError(`Wingmark at ${address} is not ready yet. Try again in a moment.`)
  throw new SeedError(`The server at ${address} is not Wingmark. Set PORT or PUBLIC_URL to where it runs.`)
}

async function send(address: string, url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch {
    throw new SeedError(
      `No server is running at ${address}. Run npm start first, then npm run seed in a second terminal.`,
    )
  }
}

function fillPath(path: string, params: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value: unknown =
      typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
    return encodeURIComponent(String(value))
  })
}

function queryOf(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}
