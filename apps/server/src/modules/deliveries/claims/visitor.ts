import { dayOf } from '@wingmark/contract/days'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'

const dayMs = 86_400_000

/** What identifies a visit. `marks`: today's, which is stored, and yesterday's; people with a name need none. */
export type Visitor = { user: string | null; guest: string | null; marks: readonly string[] }

/** A visitor by a shared link. A network address is stored only as a mark, meaningless two days later. */
export function visitorOf(deps: Deps, { actor, ip }: { actor: Actor; ip: string | undefined }): Visitor {
  const markOf = (daysAgo: number) =>
    deps.signer.sign(['visit from', ip ?? '', dayOf(new Date(Date.now() - daysAgo * dayMs))])
  return {
    user: actor.kind === 'user' ? actor.id : null,
    guest: actor.kind === 'guest' ? actor.id : null,
    marks: actor.kind === 'visitor' && ip !== undefined ? [markOf(0), markOf(1)] : [],
  }
}
