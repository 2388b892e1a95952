import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'

/** Who comes by a link for everybody: known by their account or name, or by nothing but their network. */
export const visitorOf = (deps: Deps, { actor, ip }: { actor: Actor; ip: string }): string =>
  actor.kind === 'visitor' ? deps.signer.sign(['visit from', ip]) : actor.id
