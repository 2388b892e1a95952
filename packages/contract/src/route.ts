import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call a route; the policy of each thing decides what they may do with it. */
export type Access =
  /** Signed-in user, guest or visitor. */
  | 'anyone'
  /** Signed-in user or guest. */
  | 'writer'
  /** Signed-in user. */
  | 'user'

export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  summary: string
  /** Its name in the server's log: a way in, or a change of rights. */
  log?: 'SIGN_IN' | 'RIGHTS'
  /** Success status; 200 when absent. */
  status?: 201
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Parts of `multipart/form-data`, which is read as it arrives; documents what the API accepts. */
  form?: z.ZodObject
  /** The same call at a second address, which the OpenAPI document omits. */
  isAlias?: true
  /** Failures that `failuresOf` cannot derive from the route. */
  errors?: readonly ErrorCode[]
  reply: z.ZodType
}

/** Declares an endpoint as a value that the server mounts, the web client calls and the OpenAPI document lists. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

export type RouteParams<R extends Route> = R['params'] extends z.ZodType ? z.output<R['params']> : undefined
export type RouteQuery<R extends Route> = R['query'] extends z.ZodType ? z.output<R['query']> : undefined
export type RouteQueryInput<R extends Route> = R['query'] extends z.ZodType ? z.input<R['query']> : undefined
export type RouteBody<R extends Route> = R['body'] extends z.ZodType ? z.output<R['body']> : undefined
export type RouteBodyInput<R extends Route> = R['body'] extends z.ZodType ? z.input<R['body']> : undefined
export type RouteReply<R extends Route> = z.output<R['reply']>
