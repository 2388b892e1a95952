import { type ErrorCode, errorCatalogue, type Failure } from '@wingmark/contract/errors'
import type { Route } from '@wingmark/contract/route'
import type { z } from 'zod'

/** What a screen sent, as strings arrive; the body checked by the route. */
export type Asked = { params: Record<string, string>; query: URLSearchParams; body: unknown }
type Answer = (asked: Asked) => Response | Promise<Response>
type Reply<R extends Route> = Omit<z.input<R['reply']>, 'success'>

const answers = new Map<string, { route: Route; answer: Answer }>()
const asked = new Map<string, Asked[]>()
const problems: string[] = []

const nameOf = ({ method, path }: Route) => `${method} ${path}`

function set(route: Route, answer: Answer): void {
  answers.set(nameOf(route), { route, answer })
}

/** From now on the route answers so; what the contract does not allow is refused. */
export function answer<R extends Route>(route: R, given: Reply<R> | ((asked: Asked) => Reply<R>)): void {
  set(route, (asked) => {
    const reply: unknown = { success: true, ...(typeof given === 'function' ? given(asked) : given) }
    const checked = route.reply.safeParse(reply)
    if (!checked.success) problems.push(`${nameOf(route)} never answers so: ${checked.error.message}`)
    return Response.json(reply, { status: route.status ?? 200 })
  })
}

/** From now on the route fails with this error of the catalogue. */
export function refuse(route: Route, code: ErrorCode, more: Partial<Failure> = {}): void {
  const { status, message } = errorCatalogue[code]
  const failure: Failure = { success: false, code, message, requestId: 'a-request', ...more }
  set(route, () => Response.json(failure, { status }))
}

/** From now on the route gets no answer until the returned function is called. */
export function holdBack(route: Route): () => void {
  const found = answers.get(nameOf(route))
  const { promise, resolve } = Promise.withResolvers<void>()
  set(route, async (given) => {
    await promise
    if (!found) throw new Error(`${nameOf(route)} has no answer`)
    return found.answer(given)
  })
  return resolve
}

/** What was sent to a route, in order. */
export const sentTo = (route: Route): readonly Asked[] => asked.get(nameOf(route)) ?? []

export function forgetAnswers(): string[] {
  answers.clear()
  asked.clear()
  return problems.splice(0)
}

/** Stands where the browser's `fetch` would be. */
export async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  for (const [name, { route, answer: give }] of answers) {
    const params = matched(route, request.method, url.pathname)
    if (!params) continue
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const checked = route.body?.safeParse(body)
    if (checked?.success === false) problems.push(`${name} was sent ${text}: ${checked.error.message}`)
    const given: Asked = { params, query: url.searchParams, body }
    asked.set(name, [...(asked.get(name) ?? []), given])
    return give(given)
  }
  problems.push(`nobody answers ${request.method} ${url.pathname}`)
  throw new TypeError('Failed to fetch')
}

function matched(route: Route, method: string, path: string): Record<string, string> | null {
  if (route.method !== method) return null
  const [wanted, given] = [route.path.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}
