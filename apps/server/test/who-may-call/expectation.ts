import type { Route } from '@wingmark/contract/route'
import type { Answer, Caller } from '../start-test-app.ts'
import { guests, members, type Name, others, type Somebody, visitors, type World } from './people.ts'

/** Statuses of a group in its order; one number stands for all of them. */
type Statuses = number | readonly number[]

export type Expectation = Record<Name, number>

const list = (statuses: Statuses, count: number) =>
  typeof statuses === 'number' ? Array.from({ length: count }, () => statuses) : statuses

/**
 * Members by role. Guests and visitors by VIEW, COMMENT, EDIT, opened and unopened key, expired, closed link. Others as
 * listed.
 */
export function who(
  ofMembers: Statuses,
  ofGuests: Statuses,
  ofVisitors: Statuses,
  ofOthers: Statuses,
): Expectation {
  const groups = [
    [members, ofMembers],
    [guests, ofGuests],
    [visitors, ofVisitors],
    [others, ofOthers],
  ] as const
  const entries = groups.flatMap(([names, statuses]) => {
    const all = list(statuses, names.length)
    if (all.length !== names.length) throw new Error(`${names.length} statuses, not ${all.length}`)
    return names.map((name, n) => [name, all[n]])
  })
  return Object.fromEntries(entries)
}

/** By kind of link: the status for read access, for comment access, then links without access. */
export const byLink = (look: number, comment: number) => [look, comment, comment, comment, 423, 410, 404]

/** Everyone who may see the review. */
export const readers = who(200, byLink(200, 200), byLink(200, 200), [200, 404, 404, 404])
export const everyone = (status: number) => who(status, status, status, status)
/** All signed-in users. */
export const users = (status: number) => who(status, 401, 401, [status, status, status, 401])
/** Calls for users on the review: by role; visitors by link may not. */
export const byRole = (ofMembers: readonly number[]) => who(ofMembers, 401, 401, [403, 404, 404, 401])
export const ownerOnly = (status: number) => byRole([status, 403, 403, 403])
export const editors = (status: number) => byRole([status, status, 403, 403])
/** Guests may call, but not on other people's things. */
export const writersOn = (ofMembers: readonly number[]) =>
  who(ofMembers, byLink(403, 403), 401, [403, 404, 404, 401])

export type Input = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  /** Replaces a caller whom the call would change for good. */
  caller?: Caller
}

export type Row = {
  expect: Expectation
  /** The call's input; `isAllowed`: it should succeed, and so needs something of its own to change. */
  with?: (world: World, somebody: Somebody, isAllowed: boolean) => Input | Promise<Input>
  /** For calls without JSON. */
  send?: (world: World, somebody: Somebody) => Promise<Pick<Answer<Route>, 'status'>>
}

/** The code of no link. */
export const unknownCode = 'x'.repeat(24)

/** By method and path. */
export type Rows = Record<string, Row>
