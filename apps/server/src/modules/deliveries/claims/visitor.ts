import { dayOf } from '@wingmark/contract/days'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'

const dayMs = 86_400_000

/** By what a visit is found again. `marks`: of today and of yesterday, the first to be kept; those with a name need none. */
export type Visitor = { user: string | null; guest: string | null; marks: readonly string[] }

/** Who comes by a link for everybody. A network address is kept only as a mark that means nothing two days later. */
export function visitorOf(deps: Deps, { actor, ip }: { actor: Actor; ip: string | undefined }): Visitor {
  const markOf = (daysAgo: number) =>
    deps.signer.sign(['visit from', ip ?? '', dayOf(new Date(Date.now() - daysAgo * dayMs))])
  return {
    user: actor.kind === 'user' ? actor.id : null,
    guest: actor.kind === 'guest' ? actor.id : null,
    marks: actor.kind === 'visitor' && ip !== undefined ? [markOf(0), markOf(1)] : [],
  }
}
