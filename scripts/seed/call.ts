import { Failure } from '@wingmark/contract/errors'
import type {
  Route,
  RouteBodyInput,
  RouteParams,
  RouteQueryInput,
  RouteReply,
} from '@wingmark/contract/route'
import { z } from 'zod'

/** Something the person at the terminal should read as one sentence, without a stack; the cause is the server's code. */
export class SeedError extends Error {}

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
    const url = new URL(address + fillPath(route.path, input.params))
    for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value))
    const answer = await send(address, url, { method: route.method, headers, body })
    const content: unknown = await answer.json().catch(() => null)
    if (answer.ok) return z.parse<R['reply']>(route.reply, content)
    const failure = Failure.safeParse(content).data
    const reasons = [failure?.message ?? 'no reason given', ...Object.values(failure?.errors ?? {})]
    const message = `${route.summary}: ${reasons.join(' ')} (${answer.status})`
    throw new SeedError(message, { cause: failure?.code })
  }
}

/** Throws SeedError unless a Wingmark that can work answers there. */
export async function requireWingmark(address: string): Promise<void> {
  const answer = await send(address, `${address}/health/ready`, {})
  const health = z.object({ status: z.string() }).safeParse(await answer.json().catch(() => null))
  const status = health.data?.status
  if (status === 'ready') return
  if (status === 'not ready')
    throw new SeedError(`Wingmark at ${address} is not ready yet. Try again in a moment.`)
  throw new SeedError(`The server at ${address} is not Wingmark. Set PORT or PUBLIC_URL to where it runs.`)
}

async function send(address: string, url: string | URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch {
    throw new SeedError(
      `No server is running at ${address}. Run npm start first, then npm run seed in a second terminal.`,
    )
  }
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
