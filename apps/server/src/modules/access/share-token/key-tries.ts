import type { KeyTries } from '@wingmark/contract/share-links'
import { statement } from '#server/db/statement'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { DomainError } from '#server/platform/domain-error'
import type { LimitName } from '#server/platform/rate-limits'

/** The same key typed again is no new guess, up to this many times. */
const repeatsMax = 9

type Keyed = { id: string; accessKeyHash: string }
export type KeyTry = { actor: Actor; ip: string; accessKey: string; wasLetIn: boolean }

const opened = statement('opened-link-before', {
  takes: { link: 'uuid', actor: 'uuid' },
  text: `select 1 from activity a
    where a.link_id = {link}::uuid and a.actor_id = {actor}::uuid and a.action = 'OPENED' limit 1`,
})

/** Devices that the link has admitted before have their own count, so that others' guesses do not lock them out. */
async function bucketsOf(deps: Deps, { id }: Keyed, { actor, ip, wasLetIn }: KeyTry) {
  const isKnown =
    wasLetIn ||
    (actor.kind !== 'visitor' && (await opened.count(deps.db.pool, { link: id, actor: actor.id })) > 0)
  const openings = (await deps.limits.running('accessKeyOpened', [id])).get(id)?.points ?? 0
  const link = `${id}${openings > 0 ? `.${openings}` : ''}${isKnown ? '.known' : ''}`
  return { accessKeyByAddress: `${link}:${ip}`, accessKeyByLink: link }
}

/** Counts a key before judging it, each key once per address. Returns how to undo the count. Throws RATE_LIMITED. */
export async function countKeyTry(
  deps: Deps,
  link: Keyed,
  attempt: KeyTry,
): Promise<Partial<Record<LimitName, string>>> {
  const mac = deps.signer.sign(['key try', link.id, link.accessKeyHash, attempt.ip, attempt.accessKey])
  const repeats = await deps.limits.tally('accessKeyTried', mac)
  if (repeats > 0 && repeats <= repeatsMax) return {}
  const buckets = await bucketsOf(deps, link, attempt)
  try {
    await deps.limits.consume(buckets)
  } catch (error) {
    if (repeats <= 0) await deps.limits.forgive({ accessKeyTried: mac })
    if (error instanceof DomainError) await noteClosing(deps, link.id)
    throw error
  }
  return buckets
}

async function noteClosing(deps: Deps, link: string): Promise<void> {
  const isNoted = (await deps.limits.running('accessKeyClosed', [link])).has(link)
  if (!isNoted) await deps.limits.tally('accessKeyClosed', link)
}

/** Those of these links that refuse some address after wrong keys. */
export async function listKeyTries(deps: Deps, links: readonly string[]): Promise<Map<string, KeyTries>> {
  const closed = await deps.limits.running('accessKeyClosed', links)
  return new Map(
    [...closed].map(([link, { since, until }]) => [
      link,
      { closedSince: since.toISOString(), closedUntil: until.toISOString() },
    ]),
  )
}

/** Lets everyone try again. */
export async function forgiveKeyTries(deps: Deps, link: string): Promise<void> {
  await deps.limits.tally('accessKeyOpened', link)
  await deps.limits.forgive({ accessKeyClosed: link })
}
