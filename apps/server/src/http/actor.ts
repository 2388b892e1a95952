import type { Access } from '@wingmark/contract/route'
import { DomainError } from '#server/platform/domain-error'

export type UserActor = {
  kind: 'user'
  id: string
  name: string
  /** The caller's; null where a session's rights are used without a call. */
  avatar?: string | null
  sessionId: string
}
export type GuestActor = { kind: 'guest'; id: string; name: string }
/** Anyone who can write: users, and guests who gave a name. */
export type WriterActor = UserActor | GuestActor
export type VisitorActor = { kind: 'visitor' }
export type Actor = WriterActor | VisitorActor

export type ActorOf<A extends Access> = A extends 'user'
  ? UserActor
  : A extends 'writer'
    ? WriterActor
    : Actor

/** Null for a token that is unknown, expired or ended. */
export type Authenticate = (token: string) => Promise<WriterActor | null>

const bearer = /^Bearer ([\w-]{20,200})$/i

/** The token of a well-formed header. */
export function readBearer(header: string | undefined): string | null {
  return bearer.exec(header ?? '')?.[1] ?? null
}

/** The caller. Throws UNAUTHENTICATED for a header that is malformed or contains an invalid token. */
export async function readActor(header: string | undefined, authenticate: Authenticate): Promise<Actor> {
  if (header === undefined) return { kind: 'visitor' }
  const token = readBearer(header)
  const actor = token === null ? null : await authenticate(token)
  if (!actor) throw new DomainError('UNAUTHENTICATED')
  return actor
}

export function isAllowed<A extends Access>(access: A, actor: Actor): actor is ActorOf<A> {
  if (access === 'anyone') return true
  return actor.kind === 'user' || (access === 'writer' && actor.kind === 'guest')
}
